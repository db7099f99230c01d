package list

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/handler/sessions"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/term"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/daily"
)

func (a *app) sessionsCmd() *cobra.Command {
	var since, day string
	var o sessions.Asked
	c := command.New("sessions", a.InVault(func(ctx context.Context, v *workspace.Vault, args []string) (err error) {
		if o.Since, err = a.Moment("sessions", "--since", since, v.Config.Zone); err != nil {
			return err
		}
		if day != "" {
			if o.Since, err = a.Moment("sessions", "--day", day, v.Config.Zone); err != nil {
				return err
			}
			o.Until = daily.DateOf(o.Since, v.Config.Zone).AddDays(1).At(0, 0, v.Config.Zone)
		}
		o.Words = strings.Fields(strings.Join(args, " "))
		out, err := (&sessions.Handler{Vault: v, Dir: a.Dir}).List(ctx, o)
		if err != nil {
			return fmt.Errorf("sessions: %w", err)
		}
		return a.Answer(out, func() {
			if out.Total > 0 || !a.Unheard(ctx, v, o.Project) {
				a.tellSessions(v, out, o)
			}
		})
	}))
	c.Args = cobra.ArbitraryArgs
	f := c.Flags()
	command.ProjectFlag(c, &o.Project)
	f.StringVar(&o.Agent, "agent", "", "only those of `NAME`: claude, codex, …")
	f.StringVar(&since, "since", "", "only those with words since `WHEN`: a day, yesterday, or how long ago (12h, 7d, 2w)")
	f.StringVar(&day, "day", "", "only those of `DAY`")
	f.BoolVarP(&o.All, "all", "a", false, "also those that left nothing in the logs")
	command.LimitFlag(c, &o.Limit, linesShown, "show at most `N`; 0 shows all")
	a.JSONFlag(c)
	c.MarkFlagsMutuallyExclusive("since", "day")
	c.AddCommand(a.showCmd())
	return c
}

func (a *app) tellSessions(v *workspace.Vault, l *sessions.List, o sessions.Asked) {
	a.Page()
	a.TellWithout(l.Without)
	if l.Total == 0 {
		more := ""
		if !o.All {
			more = "; --all shows those that left nothing in the logs, too"
		}
		if len(l.Agents) > 0 {
			more = " of " + say.Printable(o.Agent) + ": there are those of " + say.Printable(strings.Join(l.Agents, ", "))
		}
		a.UI.Say("no session%s", more)
		return
	}
	for _, s := range l.Sessions {
		a.UI.Print("%s", a.headOf(v, s))
		if s.Reason != "" {
			a.UI.Print("    %s: %s", s.State, say.Printable(s.Reason))
		}
		a.tellResume(s)
	}
	if more := l.Total - len(l.Sessions); more > 0 {
		a.UI.Print("and %s more (--limit 0 shows all)", say.Thousands(more))
	}
}

// tellResume prints the line that goes on with a session, or why there is none.
func (a *app) tellResume(s *sessions.Session) {
	switch {
	case s.Resume != "":
		a.UI.Print("    %s", a.UI.In(term.Key, say.Printable(s.Resume)))
	case s.Gone:
		a.UI.Print("    %s", a.UI.In(term.Faint, "its folder is not on this machine: "+say.Printable(s.Folder)))
	}
}

// headOf returns the line of a list that tells what a session is.
func (a *app) headOf(v *workspace.Vault, s *sessions.Session) string {
	title := cmp.Or(s.Title, "("+s.State+")")
	facts := slices.DeleteFunc([]string{s.Project, s.Agent + " session " + s.Short, s.Who}, func(f string) bool { return f == "" })
	if s.Turns > 0 {
		facts = append(facts, say.Count(s.Turns, "turn"))
	}
	at := "no time         "
	if !s.Last.IsZero() {
		at = s.Last.In(v.Config.Zone).Format("2006-01-02 15:04")
	}
	return fmt.Sprintf("%s  %s  %s", at, a.UI.In(term.Bold, say.Printable(title)), a.UI.In(term.Faint, "("+say.Printable(strings.Join(facts, ", "))+")"))
}

func (a *app) showCmd() *cobra.Command {
	var whole bool
	c := command.New("sessions show", a.InVault(func(ctx context.Context, v *workspace.Vault, args []string) error {
		w, err := (&sessions.Handler{Vault: v, Dir: a.Dir}).Show(ctx, strings.Join(args, " "), whole)
		if err != nil {
			return fmt.Errorf("sessions show: %w", err)
		}
		return a.Answer(w, func() { a.tellWords(v, w) })
	}))
	c.Args = command.SomeWords("sessions show: no session named", "memoria sessions lists them")
	c.Flags().BoolVar(&whole, "whole", false, "all of the session, not only what is around a line or behind an entry")
	a.JSONFlag(c)
	return c
}

func (a *app) tellWords(v *workspace.Vault, w *sessions.Words) {
	a.Page()
	a.UI.Print("%s", a.headOf(v, w.Session))
	if w.Entry == "" {
		a.tellResume(w.Session)
	}
	titles := map[string]string{}
	for _, e := range w.Entries {
		titles[e.ID] = e.Title
	}
	entry, day := w.Entry, ""
	for _, t := range w.Turns {
		if t.Entry != entry && titles[t.Entry] != "" && len(w.Entries) > 1 {
			a.UI.Print("\n%s", a.UI.In(term.Bold, "# "+say.Printable(titles[t.Entry])))
		}
		entry = t.Entry
		at := t.At.In(v.Config.Zone)
		if d := at.Format(time.DateOnly); d != day && !t.At.IsZero() {
			day = d
			a.UI.Print("\n%s", a.UI.In(term.Key, d))
		}
		a.tellTurn(&t, at, w.Agent)
	}
	if w.Before+w.After > 0 {
		a.UI.Print("\n%s", a.UI.In(term.Faint, fmt.Sprintf("%s before and %d after it: --whole shows all", say.Count(w.Before, "turn"), w.After)))
	}
	if len(w.Turns) == 0 {
		a.UI.Say("its words are not in the archive of this machine")
	}
}

func (a *app) tellTurn(t *sessions.Turn, at time.Time, agent string) {
	who, style := "you", term.Good
	switch t.Role {
	case "agent":
		who, style = agent, term.Key
	case "choice":
		who = "you chose"
	}
	a.UI.Print("\n%s  %s", at.Format("15:04"), a.UI.In(style, say.Printable(who)))
	if t.Question != "" {
		a.tellParagraphs(t.Question, term.Faint)
	}
	a.tellParagraphs(t.Text, "")
	if did := say.Count(t.Steps, "step"); t.Steps > 0 {
		if len(t.Edited) > 0 {
			did += ", edited " + strings.Join(t.Edited, ", ")
		}
		a.UI.Print("  %s", a.UI.In(term.Faint, "- "+say.Printable(did)))
	}
}

// tellParagraphs prints what was said, with its own lines.
func (a *app) tellParagraphs(text string, style term.Style) {
	for line := range strings.SplitSeq(strings.Trim(text, "\n"), "\n") {
		line = command.PrintableLine(strings.TrimRight(line, " \r"))
		if style != "" {
			line = a.UI.In(style, line)
		}
		a.UI.Print("%s", strings.TrimRight("  "+line, " "))
	}
}
