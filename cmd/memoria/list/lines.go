package list

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/handler/lines"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/term"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/daily"
)

func (a *app) decisionsCmd() *cobra.Command   { return a.linesCmd("decisions", daily.Decision) }
func (a *app) preferencesCmd() *cobra.Command { return a.linesCmd("preferences", daily.Preference) }

func (a *app) tasksCmd() *cobra.Command {
	c := a.linesCmd("tasks", daily.Action)
	c.AddCommand(a.settleCmd("tasks done", true), a.settleCmd("tasks reopen", false))
	return c
}

// linesCmd returns the command that lists the lines of a kind.
func (a *app) linesCmd(name string, kind daily.Kind) *cobra.Command {
	var since string
	o := lines.Asked{Kind: kind}
	c := command.New(name, a.InVault(func(ctx context.Context, v *workspace.Vault, args []string) (err error) {
		if o.Since, err = a.Moment(name, "--since", since, v.Config.Zone); err != nil {
			return err
		}
		o.Words = strings.Fields(strings.Join(args, " "))
		out, err := (&lines.Handler{Vault: v, Dir: a.Dir}).List(ctx, o)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return a.Answer(out, func() {
			if out.Total > 0 || !a.Unheard(ctx, v, o.Project) {
				a.tellLines(out, o)
			}
		})
	}))
	c.Args = cobra.ArbitraryArgs
	f := c.Flags()
	command.ProjectFlag(c, &o.Project)
	f.StringVar(&o.Agent, "agent", "", "only of the sessions of `NAME`: claude, codex, …")
	f.StringVar(&since, "since", "", "only what was said since `WHEN`: a day, yesterday, or how long ago (12h, 7d, 2w)")
	f.BoolVarP(&o.Past, "all", "a", false, "also what does not hold any more, and what was done")
	command.LimitFlag(c, &o.Limit, linesShown, "show at most `N`; 0 shows all")
	a.JSONFlag(c)
	return c
}

// linesShown is how many lines are shown unless more are asked for.
const linesShown = 30

func (a *app) tellLines(l *lines.List, o lines.Asked) {
	a.Page()
	a.TellWithout(l.Without)
	if l.Total == 0 {
		more := ""
		if !o.Past {
			more = "; --all shows what is past, too"
		}
		about := ""
		if len(o.Words) > 0 {
			about = fmt.Sprintf(" has all of the words %q", strings.Join(o.Words, " "))
		}
		a.UI.Say("no %s%s%s", map[daily.Kind]string{daily.Decision: "decision", daily.Preference: "preference", daily.Action: "open task"}[o.Kind], about, more)
		return
	}
	a.tellByProject(l.Lines)
	if more := l.Total - len(l.Lines); more > 0 {
		a.UI.Print("and %s more (--limit 0 shows all)", say.Thousands(more))
	}
}

// tellByProject prints lines below their projects, the project with the newest line first.
func (a *app) tellByProject(all []*lines.Line) {
	told := map[string]bool{}
	for _, first := range all {
		if told[first.Project] {
			continue
		}
		told[first.Project] = true
		name := cmp.Or(first.Project, "no project")
		a.UI.Print("%s", a.UI.In(term.Bold, say.Printable(name)))
		for _, l := range all {
			if l.Project == first.Project {
				a.tellLine(l)
			}
		}
	}
}

func (a *app) tellLine(l *lines.Line) {
	by := l.At.Format(time.DateOnly)
	if l.Session != "" {
		by += fmt.Sprintf(", %s session %s", l.Agent, l.Short)
	}
	if l.Who != "" {
		by += ", " + l.Who
	}
	text := say.Printable(l.Said())
	if !l.Holds() {
		text = a.UI.In(term.Faint, text)
	}
	a.UI.Print("  %s  %s  %s", a.UI.In(term.Key, l.ID), text, a.UI.In(term.Faint, "("+say.Printable(by)+")"))
}

// settleCmd returns the command by which a person says that tasks are done, or open again.
func (a *app) settleCmd(name string, done bool) *cobra.Command {
	c := command.New(name, a.InVault(func(ctx context.Context, v *workspace.Vault, ids []string) error {
		out, err := (&lines.Handler{Vault: v, Dir: a.Dir}).Settle(ctx, ids, done)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return a.Answer(struct {
			Tasks []lines.Settled `json:"tasks"`
		}{out}, func() {
			for _, s := range out {
				a.tellSettled(s, done)
			}
		})
	}))
	c.Args = command.SomeWords(name+": no task named", "memoria tasks lists them, and their ids")
	a.JSONFlag(c)
	return c
}

func (a *app) tellSettled(s lines.Settled, done bool) {
	word := map[bool]string{true: "Done", false: "Open again"}[done]
	switch {
	case s.Stays:
		a.UI.Print("Noted, and as it was: %s", say.Printable(s.Text))
		a.UI.Print("It is a task of %s, and ends once the machine that said it trusts this one", say.Printable(cmp.Or(s.Who, "somebody else")))
		return
	case !s.Changed:
		word = "Was so before"
	}
	a.UI.Print("%s: %s", word, say.Printable(s.Text))
	if s.Changed && done {
		a.UI.Print("memoria tasks reopen %s takes it back", s.ID)
	}
}
