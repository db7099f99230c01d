package doctor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/agent/claude/hookline"
	"github.com/agent-admin/memoria/cmd/internal/agents"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
)

const pluginOur = "memoria@" // how the name of memoria's plugin begins, from whichever marketplace

// a settings is one file that may hold memoria's hooks.
type settings struct {
	agent string // "" is Claude Code
	scope claude.Scope
	path  string
	hooks []claude.Hook
}

// hooks checks the installed hooks: whether the agent runs them, what they run, and how long one takes.
func (x *Exam) hooks(ctx context.Context) {
	var found []settings
	var paths []string
	for _, scope := range workspace.Scopes {
		path := x.Machine.Settings(scope)
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
			found = append(found, settings{claude.Name, scope, path, hooks})
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
	theirs := x.others()
	all := slices.Concat(found, theirs)
	elsewhere := x.recorded(ctx, all)
	stand := elsewhere > 0 || slices.ContainsFunc(all, func(s settings) bool { return slices.ContainsFunc(s.hooks, x.mine) })
	for _, s := range found {
		x.installed(ctx, s, stand)
	}
	for _, s := range theirs {
		x.other(s, stand)
	}
	switch {
	case len(plugins) > 0:
		x.warn("hooks", x.mendInstall(settings{scope: claude.User}, ""), "the plugin %s has hooks, too: of a plugin's SessionEnd the agent takes no timeout, so it has 1.5 s with all others together; only a settings file raises that. How long they take there is not known", plugins[0])
	case len(all)+elsewhere == 0:
		x.warn("hooks", x.mendNone(ctx), "no settings file has hooks of memoria: sessions go into a vault by memoria import alone")
	}
}

// installed checks the hooks of one settings file, except those that write into another vault.
func (x *Exam) installed(ctx context.Context, s settings, stand bool) {
	s.hooks = x.foreign(s, stand)
	if len(s.hooks) == 0 {
		return
	}
	before := len(x.Findings)
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
			x.binary(s.path, h.Call.Binary, mend)
			x.target(s, h, mend)
		}
		if h.Event == tripEvent && timeoutOf(h) <= tripBudget {
			x.warn("hooks", mend, "the hook for %s in %s has no timeout of its own: it shares 1.5 s with all others", tripEvent, s.path)
		}
	}
	if runtime.GOOS != "windows" && slices.ContainsFunc(s.hooks, func(h claude.Hook) bool { return !hookline.Hushed(h.Line) }) {
		x.warn("hooks", mend, "hooks in %s tell the agent the exit code of memoria: of a crash, that is an order to the agent", s.path)
	}
	if len(x.Findings) == before {
		x.ok("hooks", "%s in %s run %s", say.Count(len(s.hooks), "hook"), s.path, s.hooks[0].Call.Binary)
	}
	x.roundTrip(ctx, s)
}

// binary checks the program that a settings file runs.
func (x *Exam) binary(file, program, mend string) {
	path, err := exec.LookPath(program)
	if err != nil {
		x.problem("hooks", mend, "%s runs %s, which cannot be run: %v", file, program, err)
		return
	}
	if !filepath.IsAbs(path) {
		x.warn("hooks", mend, "%s runs %s by its name alone: which program that is depends on where the agent is started", file, program)
		return
	}
	exe, err := os.Executable()
	switch {
	case err != nil:
		x.unknown("hooks", mend, "whether %s runs this program: %v", file, err)
	case !workspace.SameFile(exe, path) && !workspace.SameFile(workspace.HookProgram(exe), path):
		x.warn("hooks", mend, "%s runs another memoria, %s; this one is %s", file, path, exe)
	}
}

// target checks that the vault of a hook is named and exists.
func (x *Exam) target(s settings, h claude.Hook, mend string) {
	switch to := h.Call.Vault; {
	case to == "":
		x.warn("hooks", mend, "the hooks in %s name no vault: which one they write into depends on where the agent is started", s.path)
	case !workspace.IsVault(to):
		x.problem("hooks", mend, "the hooks in %s write into %s, which is no vault", s.path, to)
	}
}

// mine reports whether a hook writes into the vault that is looked at.
func (x *Exam) mine(h claude.Hook) bool {
	return x.Vault != nil && h.Call.Vault != "" && workspace.SameFile(h.Call.Vault, x.Vault.Path())
}

// foreign reports the hooks in a file that write into another vault, and returns the other hooks. It suggests no
// command that would make them write into this one, since nobody asked for that. stand reports whether there are
// hooks that do.
func (x *Exam) foreign(s settings, stand bool) (others []claude.Hook) {
	told := map[string]bool{}
	for _, h := range s.hooks {
		to := h.Call.Vault
		if x.Vault == nil || to == "" || !workspace.IsVault(to) || x.mine(h) {
			others = append(others, h)
			continue
		}
		if told[to] {
			continue
		}
		told[to] = true
		if stand {
			x.ok("hooks", "the %s hooks, in %s, write into another vault, %s: a session that runs these and those of this vault goes into both", s.scope, s.path, to)
		} else {
			x.warn("hooks", "memoria doctor --vault "+vault.Quote(to), "the %s hooks, in %s, write into another vault, %s, and none write into this one", s.scope, s.path, to)
		}
	}
	return others
}

// mendInstall returns the command that installs the hooks of a settings file again, for the vault that they name,
// else for this one.
func (x *Exam) mendInstall(s settings, to string) string {
	line := "memoria install " + cmp.Or(s.agent, claude.Name)
	if s.scope != claude.User {
		line += " --" + string(s.scope)
	}
	if to == "" || !workspace.IsVault(to) {
		if x.Vault == nil {
			return line
		}
		to = x.Vault.Path()
	}
	return line + " --vault " + vault.Quote(to)
}

// recorded checks the hooks that were installed for this vault in other files than those found, and returns how many
// of the files still have them.
func (x *Exam) recorded(ctx context.Context, found []settings) (standing int) {
	if x.Vault == nil {
		return 0
	}
	list, warning, err := vault.Installed(x.Vault.Dir, x.Machine.Now())
	if err != nil || warning != "" {
		x.unknown("hooks", x.mendInstall(settings{scope: claude.User}, ""), "what was installed: %s", cmp.Or(warning, fmt.Sprint(err)))
	}
	for _, in := range list {
		if in.Scope == "plugin" || slices.ContainsFunc(found, func(s settings) bool { return workspace.SameFile(s.path, in.Settings) }) {
			continue
		}
		if x.elsewhere(ctx, in) {
			standing++
		}
	}
	return standing
}

// elsewhere reports the hooks in a file that does not apply to the current folder, or that they are gone. It returns
// whether they are there.
func (x *Exam) elsewhere(ctx context.Context, in vault.Install) bool {
	folder := filepath.Dir(filepath.Dir(in.Settings)) // of the project
	if _, err := os.Stat(folder); in.Scope != string(claude.User) && errors.Is(err, fs.ErrNotExist) {
		x.forget(ctx, in, folder)
		return false
	}
	list := agents.Of(in.Agent)
	if len(list) == 0 {
		return false // of a newer memoria
	}
	hooks, err := list[0].HooksIn(in.Settings)
	if err != nil {
		x.unknown("hooks", "correct that file", "%v", err)
		return false
	}
	from, mend := "sessions started in "+folder, x.mendInstall(settings{agent: in.Agent, scope: claude.Scope(in.Scope)}, "")
	if in.Scope != string(claude.User) {
		mend = "cd " + vault.Quote(folder) + " && " + mend
	} else {
		from = "sessions of " + list[0].Title
		if moved := x.moved(list[0], in.Settings); moved != "" {
			from, mend = "sessions with "+moved, moved+" "+mend
		}
	}
	if i := slices.IndexFunc(hooks, x.mine); i >= 0 {
		x.ok("hooks", "%s in %s, for %s, write into this vault", say.Count(len(hooks), "hook"), in.Settings, from)
		return true
	}
	since := in.Since.In(x.Machine.Now().Location()).Format(time.DateOnly)
	if len(hooks) > 0 {
		x.warn("hooks", mend, "those that were installed in %s on %s write into another vault now, %s", in.Settings, since, hooks[0].Call.Vault)
	} else {
		mend += ", or to forget them " + strings.Replace(mend, "memoria install", "memoria uninstall", 1)
		x.warn("hooks", mend, "they were installed in %s on %s and are not there any more", in.Settings, since)
	}
	return false
}

// forget removes the record of hooks that were deleted with their project's folder, where they cannot be uninstalled.
func (x *Exam) forget(ctx context.Context, in vault.Install, folder string) {
	err := vault.RecordRemoval(ctx, x.Vault.Dir, in.Agent, in.Settings, x.Machine.Now())
	if err != nil {
		x.unknown("hooks", "", "%s is gone with its hooks, which cannot be noted: %v", folder, err)
		return
	}
	x.ok("hooks", "%s is gone with its hooks, and is not looked at again", folder)
}
