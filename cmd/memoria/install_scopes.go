package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
)

const pluginScope claude.Scope = "plugin"

// scopeFlags name a settings file on the command line.
var scopeFlags = map[claude.Scope]string{claude.Project: " --project", claude.Local: " --local"}

// otherHooks tell of hooks in settings of other scopes than scope, which run in sessions started here
// beside those that write into the vault at path.
func (a *app) otherHooks(scope claude.Scope, path string) (out []string) {
	var own string
	if scope != pluginScope {
		own = a.machine().Settings(scope)
	}
	told := []string{own}
	for _, s := range workspace.Scopes {
		settings := a.machine().Settings(s)
		if slices.Contains(told, settings) { // in the home, a project's are the user's
			continue
		}
		told = append(told, settings)
		hooks, _, err := claude.Hooks(settings)
		if err != nil {
			continue // doctor tells of it
		}
		for _, v := range a.vaultsOf(hooks) {
			switch {
			case v != path:
				out = append(out, a.bothVaults(scope, path, s, v)...)
			case scope == pluginScope:
				out = append(out, fmt.Sprintf("hooks of memoria are in %s too; with both each event is told twice, which costs time and nothing else", settings))
			default:
				out = append(out, fmt.Sprintf("hooks that write into this vault are in %s too; one place is enough, and memoria uninstall claude%s takes those out", settings, scopeFlags[s]))
			}
		}
	}
	return out
}

// vaultsOf are the vaults that hooks write into, each once. A hook that names none looks for one
// where the session is.
func (a *app) vaultsOf(hooks []claude.Hook) (out []string) {
	for _, h := range hooks {
		if h.Call.Vault == "" {
			continue
		}
		if v := a.finder().Abs(h.Call.Vault); !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// bothVaults warns that sessions started here will go into the vault at path and into other, that of
// the hooks in scope at, and says how to have them in one alone. The vault that takes the sessions of
// all folders is the one that can leave this folder out.
func (a *app) bothVaults(scope claude.Scope, path string, at claude.Scope, other string) []string {
	leaves, keeps := other, path
	if scope == claude.User {
		leaves, keeps = path, other
	}
	project := a.machine().Project()
	mend := fmt.Sprintf("add these lines to %s:\n    projects:\n      exclude: [%q]\n", filepath.Join(leaves, vault.Marker, "config.yaml"), filepath.ToSlash(project)+"/**")
	if v, err := a.machine().Open(leaves); err == nil {
		defer v.Dir.Close()
		if out := v.Excluded(); out != nil && out(filepath.ToSlash(project)) != "" {
			return nil // it does already
		}
		if len(v.Config.Include)+len(v.Config.Exclude) > 0 {
			mend = fmt.Sprintf("add %q to projects.exclude in %s, ", filepath.ToSlash(project)+"/**", filepath.Join(leaves, vault.Marker, "config.yaml"))
		}
	}
	return []string{fmt.Sprintf("%s has hooks that write into another vault, %s, and they run here too: sessions started in %s will go into both. To have them in %s alone, %sor take the other hooks out: memoria uninstall claude%s",
		a.machine().Settings(at), other, project, keeps, mend, scopeFlags[at])}
}

// articlesFollow says when articles are made of what is captured into the vault at path.
func (a *app) articlesFollow(path string) string {
	every := time.Hour
	if v, err := a.finder().Open(path); err == nil {
		every = v.Config.Interval
		v.Dir.Close()
	}
	if every < time.Minute {
		return "Articles follow by themselves, as soon as something is captured."
	}
	return fmt.Sprintf("Articles follow by themselves: those of a day's log once in %s at most.", count(int(every.Minutes()), "minute"))
}
