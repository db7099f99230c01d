// Package tell makes what the site tells of the work: the parts of its home and of the pages of projects, the calendar of
// days, and the line of time of a project. What holds and what is to be done package now says.
package tell

import (
	"fmt"
	"html/template"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/session"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/catalog/now"
	"github.com/agent-admin/memoria/wiki/holds/list"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/site/chart"
	"github.com/agent-admin/memoria/wiki/site/view"
)

const (
	homeProjects = 12
	homeLines    = 8
	homeMonths   = 4
	allMonths    = 36
	ofProject    = 60  // lines of a kind
	marks        = 250 // of a line of time
)

// A Teller tells of the work on the pages of one site.
type Teller struct {
	Work    *now.Work                              // required
	Line    func(from string, c wiki.Cite) string  // required: the address of a line of a log, from a page
	Day     func(from string, d daily.Date) string // required: the address of a day, "" if it is not shown
	Project func(from, name string) string         // required: the address of a project, "" if it is not shown
}

// Says tells in a sentence what the work was about.
func (t *Teller) Says() string {
	w := t.Work
	if len(w.Days) == 0 {
		return ""
	}
	var names []string
	for _, p := range w.Projects {
		names = append(names, p.Name)
	}
	var all []*daily.Dated
	for _, d := range w.Days {
		all = append(all, d.Entries...)
	}
	first, last := w.Days[len(w.Days)-1].Date, w.Days[0].Date
	says := prose.Count(len(w.Days), "day") + " of work"
	if session.Count(all) > 0 {
		says = session.Said(all) + " of work"
	}
	if len(names) > 0 {
		says += " on " + some(names)
	}
	if agents := agentsOf(all); len(agents) > 0 {
		says += " with " + some(agents)
	}
	if first == last {
		return says + ", " + last.String()
	}
	return says + ", " + first.String() + " to " + last.String()
}

// some joins names, and counts those beyond the first few.
func some(names []string) string {
	const few = 4
	if n := len(names); n > few {
		return strings.Join(names[:few-1], ", ") + fmt.Sprintf(" and %d more", n-few+1)
	} else if n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return names[0]
}

func agentsOf(entries []*daily.Dated) (out []string) {
	for _, e := range entries {
		if e.Agent != "" && session.Left(e) && !slices.Contains(out, e.Agent) {
			out = append(out, e.Agent)
		}
	}
	slices.Sort(out)
	return out
}

// Projects returns the projects with what was last done, in how many sessions, and what is open, the latest first.
func (t *Teller) Projects(from string) (items []view.Item) {
	for _, p := range t.Work.Projects {
		if href := t.Project(from, p.Name); href != "" {
			last := p.Entries[0]
			it := view.Item{Ref: view.Ref{Href: href, Title: p.Name, Kind: view.ProjectPage}, Day: last.Date.Day().String(), Text: last.Title, Detail: []string{session.Said(p.Entries)}}
			if n := len(p.Tasks); n > 0 {
				it.Detail = append(it.Detail, prose.Count(n, "open task"))
			}
			items = append(items, it)
		}
	}
	return items
}

// Home returns the first groups of the home.
func (t *Teller) Home(from string) (groups []view.Group) {
	projects := t.Projects(from)
	groups = add(groups, view.Group{ID: "projects", Title: "Projects", Items: projects[:min(len(projects), homeProjects)]})
	decided := "Decided in the week to " + t.Work.Last.String()
	if t.Work.Quiet {
		decided = "Latest decisions"
	}
	groups = add(groups, t.group(from, "decided", decided, t.Work.Decided, homeLines, true))
	return add(groups, t.group(from, "open", "Open tasks", t.Work.Tasks, homeLines, true))
}

func add(groups []view.Group, g view.Group) []view.Group {
	if len(g.Items) == 0 {
		return groups
	}
	return append(groups, g)
}

// group returns lines as a part of a list, each a link to the place where it was said.
func (t *Teller) group(from, id, title string, lines []*list.Line, most int, named bool) view.Group {
	g := view.Group{ID: id, Title: title}
	for _, l := range lines[:min(len(lines), most)] {
		it := view.Item{Ref: view.Ref{Href: t.lineHref(from, l), Title: l.Text, Kind: "line"}, Day: l.Day.Day().String()}
		for _, d := range []string{map[bool]string{true: l.Project}[named], l.Agent, l.Who} {
			if d != "" {
				it.Detail = append(it.Detail, d)
			}
		}
		g.Items = append(g.Items, it)
	}
	if n := len(lines); n > most {
		g.Note = fmt.Sprintf("The newest %d of %d.", most, n)
	}
	return g
}

func (t *Teller) lineHref(from string, l *list.Line) string {
	c := wiki.Cite{Date: wiki.Date(l.Day.String())}
	_, place, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(l.Cite, "[["), "]]"), "#")
	place, _, _ = strings.Cut(place, "|")
	if block, ok := strings.CutPrefix(place, "^"); ok {
		c.Block = block
	} else {
		c.Heading = place
	}
	return t.Line(from, c)
}

// Of returns the groups of a project's page, and its line of time.
func (t *Teller) Of(from, name string) (groups []view.Group, line template.HTML) {
	i := slices.IndexFunc(t.Work.Projects, func(p *now.Project) bool { return wiki.ProjectKey(p.Name) == wiki.ProjectKey(name) })
	if i < 0 {
		return nil, ""
	}
	p := t.Work.Projects[i]
	groups = add(groups, t.group(from, "open", "Open tasks", p.Tasks, ofProject, false))
	groups = add(groups, t.group(from, "decisions", "Decisions", p.Decisions, ofProject, false))
	groups = add(groups, t.group(from, "preferences", "Preferences", p.Wishes, ofProject, false))
	return groups, t.time(from, p)
}

// time draws what was decided, when and by which agent, and when there were sessions.
func (t *Teller) time(from string, p *now.Project) template.HTML {
	var out []chart.Mark
	lanes := agentsOf(p.Entries)
	for _, e := range p.Entries[:min(len(p.Entries), marks)] {
		if slices.Contains(lanes, e.Agent) {
			at := e.Date.At(12, 0, time.UTC)
			out = append(out, chart.Mark{At: at, Lane: e.Agent, Small: true, Title: strings.TrimSpace(e.Date.Day().String() + " " + e.Title),
				Href: t.Line(from, wiki.Cite{Date: wiki.Date(e.Date.String()), Heading: e.Heading})})
		}
	}
	for _, l := range p.Decisions[:min(len(p.Decisions), marks)] {
		if slices.Contains(lanes, l.Agent) {
			out = append(out, chart.Mark{At: l.Day.At(12, 0, time.UTC), Lane: l.Agent, Title: l.Day.Day().String() + " decided: " + l.Text, Href: t.lineHref(from, l)})
		}
	}
	svg := chart.Line(out, lanes, "What was decided on "+p.Name+", when, and by which agent")
	if svg == "" {
		return ""
	}
	return template.HTML(`<figure class="line-of-time graph-scroll">` + svg + `<figcaption>A dot is a decision, a small one a session.</figcaption></figure>`)
}

// Calendar draws the days of the last months, of the home or of the page of all days.
func (t *Teller) Calendar(from string, home bool) template.HTML {
	var out []chart.Mark
	for _, d := range t.Work.Days {
		if href := t.Day(from, d.Date); href != "" {
			title := d.Date.At(12, 0, time.UTC).Format("2 January 2006")
			if e := d.Entries[0]; e.Title != "" {
				title += ": " + e.Title
			}
			out = append(out, chart.Mark{At: d.Date.At(12, 0, time.UTC), Href: href, Title: title, Count: session.Count(d.Entries)})
		}
	}
	most := allMonths
	if home {
		most = homeMonths
	}
	svg := chart.Calendar(out, most)
	if svg == "" {
		return ""
	}
	return template.HTML(`<figure class="calendar">` + svg + `<figcaption>Sessions of a day: <i class="n1">1</i> <i class="n2">2</i> <i class="n3">3 or more</i>. Months without any are left out.</figcaption></figure>`)
}
