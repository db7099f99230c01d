// Package now tells what goes on in a vault, for the pages of the catalogue: by project what was worked on, what is to
// be done, what was decided and is wished, and the days.
//
// Nothing of it depends on a clock: the week is that of the last log.
package now

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/markdown"
	"github.com/agent-admin/memoria/daily/session"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/holds"
	"github.com/agent-admin/memoria/wiki/holds/list"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

const (
	homeLines    = 12  // tasks, and decisions, of the home
	projectLines = 150 // of a kind, of the page of a project
	dayTitles    = 3   // of a day's sessions
	longest      = 300 // characters of a line
	week         = 7   // days
	latest       = 5   // decisions of the home, where the week had none
)

// Work is what the logs tell, the newest first.
type Work struct {
	Projects []*Project // the one last worked on first
	Tasks    []*list.Line
	Decided  []*list.Line // in the last week, or where it had none, the latest
	Quiet    bool         // it had none
	Last     daily.Date   // the last day
	Days     []*Day
}

// A Project is what the logs tell of one.
type Project struct {
	Name      string
	Entries   []*daily.Dated
	Tasks     []*list.Line // these are to be done
	Decisions []*list.Line // these hold
	Wishes    []*list.Line // these hold
}

// A Day is what the logs of a day tell.
type Day struct {
	Date    daily.Date // without the machine
	Logs    []daily.Date
	Entries []*daily.Dated
}

// Read reads entries of logs, and what became of their lines. It sorts the entries.
func Read(entries []daily.Dated, record *holds.Record) *Work {
	w := &Work{}
	tasks := kept(list.Of(entries, daily.Action, record))
	decisions := kept(list.Of(entries, daily.Decision, record))
	wishes := kept(list.Of(entries, daily.Preference, record))
	by := map[string]*Project{}
	spelled := wiki.Spellings(entries, func(e *daily.Dated) string { return e.Project })
	for i := range slices.Backward(entries) {
		e := &entries[i]
		if e.Redone || e.Gone() {
			continue
		}
		if _, settles := e.Settlement(); settles {
			continue // a tick at a task is no work
		}
		w.day(e)
		if e.Project == "" {
			continue
		}
		key := wiki.ProjectKey(e.Project)
		if by[key] == nil {
			by[key] = &Project{Name: spelled[key]}
			w.Projects = append(w.Projects, by[key])
		}
		by[key].Entries = append(by[key].Entries, e)
	}
	for _, l := range tasks {
		if p := by[wiki.ProjectKey(l.Project)]; p != nil {
			p.Tasks = append(p.Tasks, l)
		}
	}
	for _, l := range decisions {
		if p := by[wiki.ProjectKey(l.Project)]; p != nil {
			p.Decisions = append(p.Decisions, l)
		}
		if w.Last.Day().Sub(l.Day.Day()) < week {
			w.Decided = append(w.Decided, l)
		}
	}
	if w.Quiet = len(w.Decided) == 0; w.Quiet {
		w.Decided = decisions[:min(len(decisions), latest)]
	}
	for _, l := range wishes {
		if p := by[wiki.ProjectKey(l.Project)]; p != nil {
			p.Wishes = append(p.Wishes, l)
		}
	}
	w.Tasks = tasks
	if people := whoOf(entries); len(people) < 2 {
		for _, l := range slices.Concat(tasks, decisions, wishes) {
			l.Who = "" // everything is theirs
		}
	}
	return w
}

// whoOf returns who said the entries.
func whoOf(entries []daily.Dated) map[string]bool {
	out := map[string]bool{}
	for i := range entries {
		if who := entries[i].Who; who != "" {
			out[who+entries[i].Said.Mark()] = true
		}
	}
	return out
}

// kept returns the lines that hold.
func kept(lines []*list.Line) []*list.Line {
	return slices.DeleteFunc(lines, func(l *list.Line) bool { return !l.Holds() })
}

// day adds an entry to its day; the newest come first.
func (w *Work) day(e *daily.Dated) {
	day := e.Date.Day()
	if n := len(w.Days); n == 0 || w.Days[n-1].Date != day {
		w.Days = append(w.Days, &Day{Date: day})
	}
	d := w.Days[len(w.Days)-1]
	d.Entries = append(d.Entries, e)
	if !slices.Contains(d.Logs, e.Date) {
		d.Logs = append(d.Logs, e.Date)
	}
	w.Last = w.Days[0].Date
}

// Home returns what the home of the vault tells; page links to the page of a project, days to that of the days.
func (w *Work) Home(page func(*Project) string, days string) string {
	var b strings.Builder
	if len(w.Projects) > 0 {
		b.WriteString("\n## Projects\n\n")
		for _, p := range w.Projects {
			last := p.Entries[0]
			b.WriteString("- " + page(p) + " - ")
			if len(p.Tasks) > 0 {
				b.WriteString(prose.Count(len(p.Tasks), "open task") + "; ")
			}
			b.WriteString("last " + link(last.Date))
			if last.Title != "" {
				b.WriteString(" " + wikilink.Text(last.Title))
			}
			b.WriteByte('\n')
		}
	}
	several := len(w.Projects) > 1
	section(&b, "Open Tasks", w.Tasks, homeLines, several)
	decided := "Decided in the Week to " + w.Last.String()
	if w.Quiet {
		decided = "Latest Decisions"
	}
	section(&b, decided, w.Decided, homeLines, several)
	if len(w.Days) > 0 {
		b.WriteString("\n## Days\n\n")
		for _, d := range w.Days[:min(len(w.Days), week)] {
			b.WriteString(d.line())
		}
		b.WriteString("- " + days + "\n")
	}
	return b.String() + "\n"
}

// Text returns what the page of a project tells.
func (p *Project) Text() string {
	var b strings.Builder
	first, last := p.Entries[len(p.Entries)-1].Date, p.Entries[0].Date
	fmt.Fprintf(&b, "\n%s, %s", session.Said(p.Entries), link(first))
	if first.Day() != last.Day() {
		b.WriteString(" to " + link(last))
	}
	b.WriteString("\n")
	section(&b, "Open Tasks", p.Tasks, projectLines, false)
	section(&b, "Decisions", p.Decisions, projectLines, false)
	section(&b, "Preferences", p.Wishes, projectLines, false)
	b.WriteString("\n## Days\n\n")
	of := Work{}
	for _, e := range p.Entries {
		of.day(e)
	}
	for _, d := range of.Days[:min(len(of.Days), projectLines)] {
		b.WriteString(d.line())
	}
	more(&b, len(of.Days), projectLines)
	return b.String() + "\n"
}

// AllDays returns what the page of the days tells: each with its weekday, and those before and after it beside it.
func (w *Work) AllDays() string {
	var b strings.Builder
	month := ""
	for _, d := range w.Days {
		if m := d.Date.String()[:len("2006-01")]; m != month {
			month = m
			b.WriteString("\n## " + m + "\n\n")
		}
		b.WriteString(d.line())
	}
	return b.String() + "\n"
}

// section adds lines under a heading, with the names of their projects where there are several.
func section(b *strings.Builder, title string, lines []*list.Line, most int, named bool) {
	if len(lines) == 0 {
		return
	}
	b.WriteString("\n## " + title + "\n\n")
	for _, l := range lines[:min(len(lines), most)] {
		b.WriteString("- ")
		if named && l.Project != "" {
			b.WriteString(wikilink.Text(l.Project) + ": ")
		}
		text := wikilink.Inline(markdown.Oneline(l.Raw))
		if short, ok := prose.Clip(l.Text, longest); len(l.Raw) > longest {
			if !ok {
				short = prose.Broken(l.Text, longest)
			}
			text = wikilink.Text(short)
		}
		b.WriteString(text + " (" + l.Cite)
		if l.Who != "" {
			b.WriteString(", " + wikilink.Text(l.Who))
		}
		b.WriteString(")\n")
	}
	more(b, len(lines), most)
}

// more says how many of a list are left out.
func more(b *strings.Builder, n, most int) {
	if n > most {
		fmt.Fprintf(b, "- and %d more\n", n-most)
	}
}

// line returns a day as a line of a list: its weekday, and what its sessions were about.
func (d *Day) line() string {
	var b strings.Builder
	b.WriteString("-")
	for _, l := range d.Logs {
		b.WriteString(" " + link(l))
	}
	b.WriteString(" " + d.Date.At(12, 0, time.UTC).Weekday().String())
	var titles []string
	for _, e := range slices.Backward(d.Entries) {
		if t := wikilink.Text(e.Title); t != "" && !slices.Contains(titles, t) {
			titles = append(titles, t)
		}
	}
	if n := len(titles); n > 0 {
		b.WriteString(" - " + strings.Join(titles[:min(n, dayTitles)], "; "))
		if n > dayTitles {
			fmt.Fprintf(&b, "; and %d more", n-dayTitles)
		}
	}
	return b.String() + "\n"
}

// link links to a log.
func link(d daily.Date) string { return wiki.Date(d.String()).Link() }
