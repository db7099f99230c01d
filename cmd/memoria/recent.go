package main

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki/related"
)

// recentFlags narrow what recent tells.
type recentFlags struct {
	since, project string
	limit          int
	json           bool
}

func (a *app) recentCmd() *cobra.Command {
	var o recentFlags
	c := &cobra.Command{
		Use:   "recent",
		Short: "Show what was kept and what changed since a day",
		Long: `Show the entries that were kept since a day, seven days ago unless told, and the
articles that they created, updated or overturned a line of, with the session that
caused it. The days are those on which it was said, not on which it was read in.`,
		Example: "  memoria recent\n  memoria recent --since yesterday --project tidewatch\n  memoria recent --since 2026-03-01 --limit 0 --json",
		RunE: func(c *cobra.Command, _ []string) error {
			return a.recent(c.Context(), o)
		},
	}
	c.Flags().StringVar(&o.since, "since", "7d", "`WHEN`: a day (2026-01-31), a moment, today, yesterday, or how long ago (12h, 7d, 2w)")
	c.Flags().StringVar(&o.project, "project", "", "only of the project called `NAME`")
	c.Flags().IntVar(&o.limit, "limit", 20, "at most `N` entries and as many articles, with five lines of each entry; 0 shows all")
	c.Flags().BoolVar(&o.json, "json", false, "answer with one JSON object")
	return c
}

func (a *app) recent(ctx context.Context, o recentFlags) error {
	v, err := a.open()
	if err != nil {
		return err
	}
	defer v.Dir.Close()
	since, err := moment(o.since, a.Now(), v.Config.Zone)
	if err != nil {
		return hint(fmt.Errorf("recent: --since %q: %w", o.since, err), exitUsage, "write it like 2026-01-31, yesterday, 12h, 7d or 2w")
	}
	logs, err := v.Logs(ctx)
	if err != nil {
		return fmt.Errorf("recent: %w", err)
	}
	f, err := v.Related(ctx)
	if err != nil {
		return fmt.Errorf("recent: %w", err)
	}
	news := f.Recent(logs, related.Asked{Since: since, Zone: v.Config.Zone, Project: o.project, Limit: max(0, o.limit)})
	if o.json {
		return a.ui.JSON(struct {
			Schema int `json:"schema"`
			related.News
		}{1, news})
	}
	if len(news.Entries)+len(news.Articles) == 0 {
		last := ""
		all := f.Recent(logs, related.Asked{Zone: v.Config.Zone, Project: o.project, Limit: 1})
		if len(all.Entries) > 0 {
			day := strings.TrimSuffix(path.Base(all.Entries[0].Path), ".md")
			last = fmt.Sprintf(", and last on %s: memoria recent --since %s", day, day)
		}
		a.ui.Say("nothing was kept since %s%s", news.Since.Format("2006-01-02 15:04"), last)
		return nil
	}
	a.tellNews(news, o.limit > 0)
	return nil
}

// moment reads when something was: a day begins at its midnight in zone.
func moment(s string, now time.Time, zone *time.Location) (time.Time, error) {
	if zone == nil {
		zone = time.UTC
	}
	s = strings.ToLower(strings.TrimSpace(s))
	today := daily.DateOf(now, zone)
	switch s {
	case "today":
		return today.At(0, 0, zone), nil
	case "yesterday":
		return today.AddDays(-1).At(0, 0, zone), nil
	}
	if d, err := daily.ParseDate(s); err == nil {
		return d.At(0, 0, zone), nil
	}
	if t, err := time.Parse(time.RFC3339, strings.ToUpper(s)); err == nil {
		return t, nil
	}
	wrong := errors.New("is no day and no length of time")
	if s == "" {
		return time.Time{}, wrong
	}
	n, err := strconv.ParseUint(s[:len(s)-1], 10, 16) // days enough for an age of men
	if err != nil {
		return time.Time{}, wrong
	}
	switch s[len(s)-1] {
	case 'h':
		return now.Add(-time.Duration(n) * time.Hour), nil
	case 'd':
		return today.AddDays(-int(n)).At(0, 0, zone), nil
	case 'w':
		return today.AddDays(-7*int(n)).At(0, 0, zone), nil
	}
	return time.Time{}, wrong
}

// someBullets is how many lines of an entry are told where not all is asked for.
const someBullets = 5

func (a *app) tellNews(n related.News, some bool) {
	day := ""
	for _, e := range n.Entries {
		if d := e.At.Format(time.DateOnly); d != day {
			day = d
			a.ui.Print("%s", day)
		}
		whose := ""
		if e.Session != "" {
			whose = fmt.Sprintf("  (%s, session %.8s)", printable(e.Project), printable(e.Session))
		}
		a.ui.Print("  %s  %s%s", e.At.Format("15:04"), printable(e.Title), whose)
		for i, b := range e.Bullets {
			if some && i == someBullets && len(e.Bullets) > someBullets+1 {
				a.ui.Print("      and %d more in %s", len(e.Bullets)-i, printable(e.Path))
				break
			}
			a.ui.Print("      %s: %s", b.Kind, printable(b.Said()))
		}
	}
	a.tellMore(n.More.Entries)
	if len(n.Articles) > 0 {
		a.ui.Print("Articles")
	}
	for _, t := range n.Articles {
		by := "by hand"
		if len(t.Sessions) > 0 {
			by = "session " + shortened(t.Sessions)
		}
		a.ui.Print("  %s  %s  %s, %s", t.Day, printable(t.Title), strings.Join(t.Verbs, ", "), printable(by))
		for _, l := range t.Past {
			a.ui.Print("      no more: %s", printable(l.Text))
		}
	}
	a.tellMore(n.More.Articles)
}

// shortened are ids of sessions as far as they tell one from another.
func shortened(ids []string) string {
	const some = 3
	var out []string
	for i, id := range ids {
		if i == some {
			out = append(out, fmt.Sprintf("and %d more", len(ids)-some))
			break
		}
		out = append(out, fmt.Sprintf("%.8s", id))
	}
	return strings.Join(out, ", ")
}
