package ask

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/term"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki/related"
)

func (a *app) recentCmd() *cobra.Command {
	var since, project, agent string
	var limit int
	c := command.New("recent", a.InVault(func(ctx context.Context, v *workspace.Vault, _ []string) error {
		from, err := a.Moment("recent", "--since", since, v.Config.Zone)
		if err != nil {
			return err
		}
		project, without, err := v.AskedIn(project, a.Dir)
		if err != nil {
			return fmt.Errorf("recent: %w", err)
		}
		logs, err := v.Logs(ctx)
		if err != nil {
			return fmt.Errorf("recent: %w", err)
		}
		f, err := v.Related(ctx)
		if err != nil {
			return fmt.Errorf("recent: %w", err)
		}
		news := f.Recent(logs, related.Asked{Since: from, Zone: v.Config.Zone, Project: project, Agent: agent, Without: without, Limit: limit})
		a.TellWithout(without)
		switch {
		case a.AsJSON:
			return a.UI.JSON(news)
		case len(news.Entries)+len(news.Articles) > 0:
			a.tellNews(news, workspace.ShortSession(logs), limit > 0)
			return nil
		}
		if a.Unheard(ctx, v, project) {
			return nil
		}
		last := ""
		all := f.Recent(logs, related.Asked{Zone: v.Config.Zone, Project: project, Agent: agent, Without: without, Limit: 1})
		if len(all.Entries) > 0 {
			day, _, _ := strings.Cut(strings.TrimSuffix(path.Base(all.Entries[0].Path), ".md"), "@")
			last = fmt.Sprintf(", and last on %s: memoria recent --since %s", day, day)
		} else if known := agentsOf(logs); agent != "" && !slices.Contains(known, agent) {
			last = fmt.Sprintf(" of %s, nor ever: there are entries of %s", say.Printable(agent), say.Printable(strings.Join(known, ", ")))
		}
		a.UI.Say("nothing was kept since %s%s", news.Since.Format("2006-01-02 15:04"), last)
		return nil
	}))
	c.Flags().StringVar(&since, "since", "7d", "`WHEN`: a day (2026-01-31), a moment, today, yesterday, or how long ago (12h, 7d, 2w)")
	command.ProjectFlag(c, &project)
	c.Flags().StringVar(&agent, "agent", "", "only of the sessions of `NAME`: claude, codex, …")
	command.LimitFlag(c, &limit, 20, "at most `N` entries and as many articles, with five lines of each entry; 0 shows all")
	a.JSONFlag(c)
	return c
}

// agentsOf returns the agents of which logs have entries, sorted.
func agentsOf(logs []*daily.Log) (out []string) {
	for _, l := range logs {
		for i := range l.Entries {
			out = append(out, l.Entries[i].Agent)
		}
	}
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(a string) bool { return a == "" })
}

// someBullets is how many lines of an entry are shown, unless all are asked for.
const someBullets = 5

func (a *app) tellNews(n related.News, short func(id string) string, some bool) {
	a.Page()
	day := ""
	several := slices.ContainsFunc(n.Entries, func(e related.Entry) bool { return e.Agent != n.Entries[0].Agent })
	for _, e := range n.Entries {
		if d := e.At.Format(time.DateOnly); d != day {
			day = d
			a.UI.Print("%s", a.UI.In(term.Key, day))
		}
		whose := ""
		if e.Session != "" {
			if e.Project != "" {
				whose = e.Project + ", "
			}
			if several {
				whose += e.Agent + " "
			}
			whose = "  " + a.UI.In(term.Faint, fmt.Sprintf("(%ssession %s%s)", say.Printable(whose), say.Printable(short(e.Session)), map[bool]string{true: ", continued"}[e.Continued]))
		}
		a.UI.Print("  %s  %s%s", e.At.Format("15:04"), a.UI.In(term.Bold, say.Printable(e.Title)), whose)
		for i, b := range e.Bullets {
			if some && i == someBullets && len(e.Bullets) > someBullets+1 {
				a.UI.Print("      and %d more in %s", len(e.Bullets)-i, say.Printable(e.Path))
				break
			}
			a.UI.Print("      %s %s", a.UI.In(term.Faint, b.Kind+":"), say.Printable(b.Said()))
		}
	}
	a.tellMore(n.More.Entries)
	if len(n.Articles) > 0 {
		a.UI.Print("%s", a.UI.In(term.Key, "Articles"))
	}
	for _, t := range n.Articles {
		by := map[bool]string{true: ", by hand"}[t.ByHand]
		if len(t.Sessions) > 0 {
			by = ", session " + shortened(t.Sessions, short)
		}
		a.UI.Print("  %s  %s  %s%s", t.Day, a.UI.In(term.Bold, say.Printable(t.Title)), strings.Join(t.Verbs, ", "), say.Printable(by))
		for _, l := range t.Past {
			a.UI.Print("      no more: %s", say.Printable(l.Text))
		}
	}
	a.tellMore(n.More.Articles)
}

// shortened returns ids of sessions as far as they tell one from another.
func shortened(ids []string, short func(id string) string) string {
	const some = 3
	var out []string
	for i, id := range ids {
		if i == some {
			out = append(out, fmt.Sprintf("and %d more", len(ids)-some))
			break
		}
		out = append(out, short(id))
	}
	return strings.Join(out, ", ")
}
