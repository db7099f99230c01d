package install

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
)

// HasServer reports whether a memoria server is in a scope.
func HasServer(at claude.Servers) bool {
	s, err := claude.LookServer(at)
	return err == nil && s != nil && s.Ours
}

// Flag returns the flag of a scope on the command line.
func Flag(s claude.Scope) string {
	if s == claude.User {
		return ""
	}
	return " --" + string(s)
}

// otherHooks adds warnings of hooks in settings of other scopes, which run in sessions started here
// beside those that write into the vault of out.
func (h *Handler) otherHooks(out *Answer) {
	told := []string{h.Machine.Settings(h.Scope)}
	for _, s := range workspace.Scopes {
		settings := h.Machine.Settings(s)
		if slices.Contains(told, settings) { // in the home, a project's are the user's
			continue
		}
		told = append(told, settings)
		hooks, _, err := claude.Hooks(settings)
		if err != nil {
			continue // doctor reports it
		}
		var vaults []string // a hook without a vault uses the one of the session's folder
		for _, hook := range hooks {
			if v := h.Machine.Finder().Abs(hook.Call.Vault); hook.Call.Vault != "" && !slices.Contains(vaults, v) {
				vaults = append(vaults, v)
			}
		}
		for _, v := range vaults {
			if v != out.Vault {
				h.bothVaults(out, s, v)
			} else {
				out.warn("hooks that write into this vault are in %s too; one place is enough, and memoria uninstall claude%s takes those out", settings, Flag(s))
			}
		}
	}
}

// bothVaults warns that sessions started here will go into the vault of out and into other, the vault of the hooks in
// scope at, and how to use only one. The vault that takes the sessions of all folders is the one that can leave this
// folder out.
func (h *Handler) bothVaults(out *Answer, at claude.Scope, other string) {
	leaves, keeps := other, out.Vault
	if h.Scope == claude.User {
		leaves, keeps = out.Vault, other
	}
	project := h.Machine.Project()
	all, config := filepath.ToSlash(project)+"/**", filepath.Join(leaves, vault.Marker, "config.yaml")
	mend := fmt.Sprintf("add these lines to %s:\n    projects:\n      exclude: [%q]\n", config, all)
	if v, err := h.Machine.Open(leaves); err == nil {
		defer v.Dir.Close()
		if excluded := v.Excluded(); excluded != nil && excluded(filepath.ToSlash(project)) != "" {
			return // it does already
		}
		if len(v.Config.Include)+len(v.Config.Exclude)+len(v.Shares()) > 0 {
			mend = fmt.Sprintf("add %q to projects.exclude in %s, ", all, config)
		}
	}
	out.warn("%s has hooks that write into another vault, %s, and they run here too: sessions started in %s will go into both. To have them in %s alone, %sor take the other hooks out: memoria uninstall claude%s",
		h.Machine.Settings(at), other, project, keeps, mend, Flag(at))
}
