package main

import (
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

const pluginOur = "memoria@" // how the name of our plugin begins, from whichever marketplace

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
		path := x.settingsPath(scope)
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
			if claude.Ignored(path) {
				x.problem("hooks", "take the comments, and the commas at the end of lists, out of "+vault.Quote(path),
					"Claude Code passes over %s whole, because it is no plain JSON: no hook in it runs", path)
			}
		}
	}
	paths = append(paths, claude.ManagedSettings(runtime.GOOS)...)
	for _, c := range claude.Conflicts(paths) {
		x.problem("hooks", "take "+c.Key+" out of "+vault.Quote(c.Path), "%s in %s: %s", c.Key, c.Path, c.Why)
	}
	plugins := slices.DeleteFunc(claude.Plugins(paths), func(name string) bool { return !strings.HasPrefix(name, pluginOur) })
	elsewhere := x.recorded(ctx, found)
	stand := elsewhere > 0 || slices.ContainsFunc(found, func(s settings) bool { return slices.ContainsFunc(s.hooks, x.mine) })
	for _, s := range found {
		x.installed(ctx, s, stand)
	}
	switch {
	case len(plugins) > 0:
		x.warn("hooks", x.mendInstall(settings{scope: claude.User}, ""), "the plugin %s has hooks, too: of a plugin's SessionEnd the agent takes no timeout, so it has 1.5 s with all others together; only a settings file raises that. How long they take there is not known", plugins[0])
	case len(found)+elsewhere == 0:
		x.warn("hooks", x.mendInstall(settings{scope: claude.User}, ""), "no settings file has hooks of memoria: sessions go into a vault by memoria import alone")
	}
}

// installed looks at the hooks of one settings file. Those that write into another vault are its
// doctor's.
func (x *exam) installed(ctx context.Context, s settings, stand bool) {
	s.hooks = x.foreign(s, stand)
	if len(s.hooks) == 0 {
		return
	}
	before := len(x.findings)
	mend := x.mendInstall(s, s.hooks[0].Call.Vault)
	have := map[string]int{}
	for _, h := range s.hooks {
		have[h.Event]++
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
			x.binary("hooks", s.path, h.Call.Binary, mend)
			x.target(s, h, mend)
		}
		if h.Event == tripEvent && timeoutOf(h) <= tripBudget {
			x.warn("hooks", mend, "the hook for %s in %s has no timeout of its own: it shares 1.5 s with all others", tripEvent, s.path)
		}
	}
	if runtime.GOOS != "windows" && slices.ContainsFunc(s.hooks, func(h claude.Hook) bool { return !claude.Hushed(h.Line) }) {
		x.warn("hooks", mend, "hooks in %s tell the agent the exit code of memoria: of a crash, that is an order to the agent", s.path)
	}
	if len(x.findings) == before {
		x.ok("hooks", "%s in %s run %s", count(len(s.hooks), "hook"), s.path, s.hooks[0].Call.Binary)
	}
	x.roundTrip(ctx, s)
}

// binary looks at the program that file has the agent run.
func (x *exam) binary(what, file, program, mend string) {
	path, err := exec.LookPath(program)
	if err != nil {
		x.problem(what, mend, "%s runs %s, which cannot be run: %v", file, program, err)
		return
	}
	if !filepath.IsAbs(path) {
		x.warn(what, mend, "%s runs %s by its name alone: which program that is depends on where the agent is started", file, program)
		return
	}
	exe, err := os.Executable()
	switch {
	case err != nil:
		x.unknown(what, mend, "whether %s runs this program: %v", file, err)
	case !sameFile(exe, path) && !sameFile(hookProgram(exe), path):
		x.warn(what, mend, "%s runs another memoria, %s; this one is %s", file, path, exe)
	}
}

// target looks whether a hook that writes into no other vault writes into one.
func (x *exam) target(s settings, h claude.Hook, mend string) {
	switch to := h.Call.Vault; {
	case to == "":
		x.warn("hooks", mend, "the hooks in %s name no vault: which one they write into depends on where the agent is started", s.path)
	case !isVault(to):
		x.problem("hooks", mend, "the hooks in %s write into %s, which is no vault", s.path, to)
	}
}

func isVault(path string) bool {
	info, err := os.Stat(filepath.Join(path, vault.Marker))
	return err == nil && info.IsDir()
}
