package list

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/handler/day"
	"github.com/agent-admin/memoria/cmd/internal/handler/lines"
	"github.com/agent-admin/memoria/cmd/internal/handler/sessions"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/term"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/fsutil/sorting"
)

func (a *app) todayCmd() *cobra.Command {
	var project string
	var limit int
	c := command.New("today", a.InVault(func(ctx context.Context, v *workspace.Vault, args []string) error {
		name := "today"
		if len(args) > 0 {
			name = args[0]
		}
		from, err := a.Moment("today", "the day", name, v.Config.Zone)
		if err != nil {
			return err
		}
		out, err := (&day.Handler{Vault: v, Dir: a.Dir}).Of(ctx, from, project)
		if err != nil {
			return fmt.Errorf("today: %w", err)
		}
		return a.Answer(out, func() { a.tellDay(v, out, limit) })
	}))
	c.Args = cobra.MaximumNArgs(1)
	command.ProjectFlag(c, &project)
	command.LimitFlag(c, &limit, 10, "show at most `N` lines of a kind of each project; 0 shows all")
	a.JSONFlag(c)
	return c
}

func (a *app) tellDay(v *workspace.Vault, r *day.Report, limit int) {
	a.Page()
	a.TellWithout(r.Without)
	a.UI.Print("%s", a.UI.In(term.Key, r.Weekday+" "+r.Day))
	for _, p := range r.Projects {
		name := cmp.Or(p.Name, "no project")
		a.UI.Print("\n%s", a.UI.In(term.Bold, say.Printable(name)))
		a.tellDone(v, p.Sessions)
		a.tellKind("decided", p.Decisions, limit)
		a.tellKind("noted", p.Noted, limit)
		a.tellKind("done", p.Done, limit)
		a.tellKind("open", p.Open, limit)
	}
	if len(r.Projects) == 0 {
		a.UI.Say("nothing was captured on %s; memoria recent shows what was lately", r.Day)
	}
	if r.Waiting > 0 {
		a.UI.Say("%s not in a log yet: memoria flush --wait writes what waits", isOrAre(r.Waiting, "session"))
	}
	if r.GivenUp > 0 {
		a.UI.Say("%s not in a log, and given up: memoria queue retry tries again", isOrAre(r.GivenUp, "session"))
	}
}

func isOrAre(n int, unit string) string {
	if n == 1 {
		return say.Count(n, unit) + " is"
	}
	return say.Count(n, unit) + " are"
}

// tellDone prints what sessions were about on the day, in the order in which it was said.
func (a *app) tellDone(v *workspace.Vault, of []day.Session) {
	type part struct {
		*day.Session
		sessions.Entry
	}
	var parts []part
	for i := range of {
		for _, e := range of[i].Entries {
			parts = append(parts, part{&of[i], e})
		}
	}
	sorting.Stable(parts, func(x, y part) int { return x.At.Compare(y.At) })
	for i, p := range parts {
		var whose []string
		if i == 0 || parts[i-1].Session != p.Session {
			whose = append(whose, fmt.Sprintf("%s session %s", say.Printable(p.Agent), say.Printable(p.Short)))
		}
		if p.Continued {
			whose = append(whose, "continued")
		}
		told := ""
		if len(whose) > 0 {
			told = "  " + a.UI.In(term.Faint, "("+strings.Join(whose, ", ")+")")
		}
		a.UI.Print("  %s  %s%s", p.At.In(v.Config.Zone).Format("15:04"), say.Printable(cmp.Or(p.Entry.Title, "(no title)")), told)
	}
}

func (a *app) tellKind(word string, list []*lines.Line, limit int) {
	for i, l := range list {
		if i == limit && limit > 0 && len(list) > limit {
			a.UI.Print("  and %s more (--limit 0 shows all)", say.Thousands(len(list)-i))
			break
		}
		a.UI.Print("  %s  %s  %s", a.UI.In(term.Faint, word)+strings.Repeat(" ", len("decided")-len(word)), say.Printable(l.Text), a.UI.In(term.Key, l.ID))
	}
}
