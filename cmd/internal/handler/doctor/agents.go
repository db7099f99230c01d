package doctor

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/agent/codex"
	"github.com/agent-admin/memoria/cmd/internal/agent/ownfile"
	"github.com/agent-admin/memoria/cmd/internal/agents"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/fsutil/pick"
)

// others returns the files that apply here and hold hooks in agents other than Claude Code.
func (x *Exam) others() (found []settings) {
	for _, a := range agents.All {
		if a.Scopes {
			continue
		}
		folder := a.Folder(x.Machine.Getenv, x.Machine.Home)
		paths := []string{a.HooksPath(folder, ""), a.HooksPath(folder, x.Machine.Project())}
		for i, path := range slices.Compact(paths) { // one, in the home or of an agent that has hooks for all projects
			hooks, err := a.HooksIn(path)
			if err != nil {
				x.unknown("hooks", "correct that file", "%v", err)
			} else if len(hooks) > 0 {
				found = append(found, settings{a.Name, []claude.Scope{claude.User, claude.Project}[i], path, hooks})
			}
		}
	}
	return found
}

// other checks the hooks in a file of an agent other than Claude Code, except those that write into another vault.
func (x *Exam) other(s settings, stand bool) {
	s.hooks = x.foreign(s, stand)
	if len(s.hooks) == 0 {
		return
	}
	before, call, a := len(x.Findings), s.hooks[0].Call, agents.Of(s.agent)[0]
	mend := x.mendInstall(s, call.Vault)
	missing := pick.Where(a.Events(), func(e string) bool {
		return !slices.ContainsFunc(s.hooks, func(h claude.Hook) bool { return h.Event == e })
	})
	if len(missing) > 0 {
		x.problem("hooks", mend, "%s has no hook for %s", s.path, strings.Join(missing, ", "))
	}
	x.binary(s.path, call.Binary, mend)
	x.target(s, s.hooks[0], mend)
	switch {
	case a.OwnFiles():
		x.whole(s, mend)
	case a.Trust != nil:
		x.trusted(s, a)
	}
	if a.Wait != nil {
		if what := a.Wait(ownfile.Folder(s.path, s.agent)); what != "" {
			x.warn("hooks", "start "+a.Name+" once while there is a network", "%s", what)
		}
	}
	if len(x.Findings) == before {
		x.ok("hooks", "%s: %s in %s run %s", a.Title, say.Count(len(s.hooks), "hook"), s.path, call.Binary)
	}
}

// whole checks that the files of memoria's own read as memoria writes them.
func (x *Exam) whole(s settings, mend string) {
	dir, foreign := ownfile.Folder(s.path, s.agent), (*ownfile.ForeignError)(nil)
	c, _, err := ownfile.Standing(dir, s.agent)
	var changes []ownfile.Change
	if err == nil {
		changes, err = ownfile.Plan(dir, c)
	}
	switch {
	case errors.As(err, &foreign):
		x.warn("hooks", "move it away, then "+mend, "%s was changed by somebody: what of it still runs is not known", foreign.Path)
	case err != nil:
		x.unknown("hooks", mend, "%v", err)
	case len(changes) > 0:
		x.problem("hooks", mend, "%s is not there, so that no hook runs", changes[0].Path)
	}
}

// trusted checks that an agent runs the hooks of a file: it runs none that the person does not trust, and says nothing of it.
func (x *Exam) trusted(s settings, a agents.Agent) {
	trust, err := a.Trust(s.path, a.Folder(x.Machine.Getenv, x.Machine.Home))
	if err != nil {
		x.unknown("hooks", "correct that file", "%v", err)
		return
	}
	by := map[codex.Trust][]string{}
	for _, event := range a.Events() {
		if t, ok := trust[event]; ok {
			by[t] = append(by[t], event)
		}
	}
	for _, t := range slices.Sorted(maps.Keys(by)) {
		if t != codex.Trusted {
			x.problem("hooks", "start "+a.Name+" in a terminal, and choose to trust these hooks", "%s passes over the hooks for %s in %s: %s", a.Title, strings.Join(by[t], ", "), s.path, t)
		}
	}
}

// moved returns the variable of the environment that moves the folder of an agent to where hooks of the person are in a
// file; "" if they are in the usual one.
func (x *Exam) moved(a agents.Agent, path string) string {
	folder := filepath.Dir(path)
	if a.OwnFiles() {
		folder = ownfile.Folder(path, a.Name)
	}
	if usual := a.Folder(x.Machine.Getenv, x.Machine.Home); a.Variable == "" || folder == usual || workspace.SameFile(folder, usual) {
		return ""
	}
	return a.Setting(folder)
}

// mendNone returns the commands that install hooks in the agents whose transcripts are here, else in Claude Code.
func (x *Exam) mendNone(ctx context.Context) string {
	var lines []string
	for _, a := range agents.All {
		if some, err := a.Sessions(ctx, a.Root(x.Machine.Getenv, x.Machine.Home)); err == nil && len(some) > 0 {
			lines = append(lines, x.mendInstall(settings{agent: a.Name, scope: claude.User}, ""))
		}
	}
	if len(lines) == 0 {
		return x.mendInstall(settings{scope: claude.User}, "")
	}
	return strings.Join(lines, "; ")
}
