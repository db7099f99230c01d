package main

import (
	"cmp"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/vault"
)

const (
	mendHooks = "memoria install claude"
	pluginOur = "memoria@" // how the name of our plugin begins, from whichever marketplace
)

// a settings is one file that may hold hooks of ours.
type settings struct {
	scope claude.Scope
	path  string
	hooks []claude.Hook
}

// hooks looks at the hooks as they are installed: whether the agent runs them, what they run, and how
// long one takes.
func (x *exam) hooks(ctx context.Context) {
	var found []settings
	var paths []string
	for _, scope := range []claude.Scope{claude.User, claude.Project, claude.Local} {
		path := claude.SettingsPath(scope, x.Home, x.Getenv("CLAUDE_CONFIG_DIR"), x.Dir)
		if slices.Contains(paths, path) {
			continue // in the home, the project's are the user's
		}
		paths = append(paths, path)
		hooks, mixed, err := claude.Hooks(path)
		if err != nil {
			x.unknown("hooks", "correct that file", "%v", err)
			continue
		}
		for _, line := range mixed {
			x.warn("hooks", "", "a hook in %s runs memoria and something else, so it is nobody's to look after: %s", path, line)
		}
		if len(hooks) > 0 {
			found = append(found, settings{scope, path, hooks})
		}
	}
	paths = append(paths, claude.ManagedSettings(runtime.GOOS)...)
	for _, c := range claude.Conflicts(paths) {
		x.problem("hooks", "take "+c.Key+" out of "+vault.Quote(c.Path), "%s in %s: %s", c.Key, c.Path, c.Why)
	}
	plugins := slices.DeleteFunc(claude.Plugins(paths), func(name string) bool { return !strings.HasPrefix(name, pluginOur) })
	x.forgotten(found)
	for _, s := range found {
		x.installed(ctx, s)
	}
	switch {
	case len(plugins) > 0:
		x.warn("hooks", mendHooks, "the plugin %s has hooks, too: of a plugin's SessionEnd the agent takes no timeout, so it has 1.5 s with all others together; only a settings file raises that. How long they take there is not known", plugins[0])
	case len(found) == 0:
		x.warn("hooks", mendHooks, "no settings file has hooks of memoria: sessions go into a vault by memoria import alone")
	}
}

// forgotten tells of hooks that were installed for this vault and have gone from their file since.
func (x *exam) forgotten(found []settings) {
	if x.v == nil {
		return
	}
	list, warning, err := vault.Installed(x.v.Dir, x.Now())
	if err != nil || warning != "" {
		x.unknown("hooks", mendHooks, "what was installed: %s", cmp.Or(warning, errorText(err)))
	}
	for _, in := range list {
		if in.Scope == "plugin" || slices.ContainsFunc(found, func(s settings) bool { return sameFile(s.path, in.Settings) }) {
			continue
		}
		if in.Scope != string(claude.User) && !below(in.Settings, x.Dir) {
			x.elsewhere(in)
			continue
		}
		x.warn("hooks", mendHooks, "they were installed in %s on %s and are not there any more", in.Settings, in.Since.In(x.Now().Location()).Format("2006-01-02"))
	}
}

// elsewhere looks at the hooks of a project other than the one the person is in.
func (x *exam) elsewhere(in vault.Install) {
	hooks, _, err := claude.Hooks(in.Settings)
	switch {
	case err != nil:
		x.unknown("hooks", "correct that file", "%v", err)
	case len(hooks) == 0:
		x.warn("hooks", "memoria uninstall claude --"+in.Scope, "they were installed in %s and are not there any more", in.Settings)
	default:
		x.ok("hooks", "%s in %s, of another project", count(len(hooks), "hook"), in.Settings)
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// installed looks at the hooks of one settings file.
func (x *exam) installed(ctx context.Context, s settings) {
	before := len(x.findings)
	have := map[string]int{}
	for _, h := range s.hooks {
		have[h.Event]++
	}
	mend := mendHooks
	if s.scope != claude.User {
		mend += " --" + string(s.scope)
	}
	for _, e := range claude.Events {
		switch have[e] {
		case 0:
			x.problem("hooks", mend, "%s has no hook for %s", s.path, e)
		case 1:
		default:
			x.warn("hooks", mend, "%s has %d hooks for %s", s.path, have[e], e)
		}
	}
	seen := map[string]bool{}
	for _, h := range s.hooks {
		if what := h.Call.Binary + "\x00" + h.Call.Vault; !seen[what] {
			seen[what] = true
			x.binary(s, h, mend)
			x.target(s, h, mend)
		}
		if h.Event == tripEvent && timeoutOf(h) <= tripBudget {
			x.warn("hooks", mend, "the hook for %s in %s has no timeout of its own: it shares 1.5 s with all others", tripEvent, s.path)
		}
	}
	if len(x.findings) == before {
		x.ok("hooks", "%s in %s run %s", count(len(s.hooks), "hook"), s.path, s.hooks[0].Call.Binary)
	}
	x.roundTrip(ctx, s)
}

// binary looks at the program that a hook runs.
func (x *exam) binary(s settings, h claude.Hook, mend string) {
	path, err := exec.LookPath(h.Call.Binary)
	if err != nil {
		x.problem("hooks", mend, "%s runs %s, which cannot be run: %v", s.path, h.Call.Binary, err)
		return
	}
	if !filepath.IsAbs(path) {
		x.warn("hooks", mend, "%s runs %s by its name alone: which program that is depends on where the agent is started", s.path, h.Call.Binary)
		return
	}
	exe, err := os.Executable()
	switch {
	case err != nil:
		x.unknown("hooks", mend, "whether %s runs this program: %v", s.path, err)
	case !sameFile(exe, path):
		x.warn("hooks", mend, "%s runs another memoria, %s; this one is %s", s.path, path, exe)
	}
}

// target looks at the vault that a hook writes into.
func (x *exam) target(s settings, h claude.Hook, mend string) {
	to := h.Call.Vault
	switch {
	case to == "":
		x.warn("hooks", mend, "the hooks in %s name no vault: which one they write into depends on where the agent is started", s.path)
	case !isVault(to):
		x.problem("hooks", mend, "the hooks in %s write into %s, which is no vault", s.path, to)
	case x.v != nil && !sameFile(to, x.v.Dir.Path()):
		x.warn("hooks", mend+" --vault "+vault.Quote(x.v.Dir.Path()), "the hooks in %s write into another vault, %s", s.path, to)
	}
}

func isVault(path string) bool {
	info, err := os.Stat(filepath.Join(path, vault.Marker))
	return err == nil && info.IsDir()
}
