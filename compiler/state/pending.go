package state

import (
	"maps"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/catalog"
)

// A Pending file is the promise a run makes before its first write; the state, written last, makes
// it void. If it is found, the run that made it did not end. By it the next one can tell the pages
// which that run wrote from a person's, knows what log.md may lack, and does the rest.
type Pending struct {
	All   bool                 `json:"all,omitempty"`
	Days  []daily.Date         `json:"days,omitempty"`  // the logs that are compiled
	Pages map[string][]Promise `json:"pages,omitempty"` // by path: what runs that did not end made of a page, one upon the other
	Gone  map[string]LogLine   `json:"gone,omitempty"`  // pages removed

	Buried []LogLine `json:"buried,omitempty"` // articles that a person removed

	Again bool `json:"again,omitempty"` // all articles were gone, and are made again
}

// A Promise is a page as it will be, and what log.md will say of it.
type Promise struct {
	Page PageRecord `json:"page"`
	Line LogLine    `json:"line"`
	From string     `json:"from,omitempty"` // where the state knew the page, which a person has moved since
}

// A LogLine is one line of log.md, and the day it stands under.
type LogLine struct {
	Date  wiki.Date `json:"date"`
	Verb  string    `json:"verb"`
	Path  string    `json:"path"`
	Title string    `json:"title,omitempty"`
	Note  string    `json:"note,omitempty"`
}

// Empty reports whether nothing is promised.
func (p *Pending) Empty() bool { return len(p.Days)+len(p.Pages)+len(p.Gone)+len(p.Buried) == 0 }

// Resume takes what interrupted runs wrote into the state and returns the part of their promise that
// was kept: a page that reads as they promised was written by them, not by a person.
func (s *State) Resume(p Pending, w *wiki.Wiki) Pending {
	kept := Pending{Pages: map[string][]Promise{}, Gone: map[string]LogLine{}}
	for at, promises := range p.Pages {
		page := w.Page(at)
		if page == nil || page.Article == nil {
			continue
		}
		hash := page.Hash()
		for i, made := range promises {
			if made.Page.Hash != hash {
				continue
			}
			known := at
			if _, there := s.Pages[made.From]; there { // else the state was written too
				known = made.From
			}
			rec := made.Page
			rec.Crowded, rec.Deleted = s.Pages[known].Crowded, s.Pages[known].Deleted
			s.Pages[known], kept.Pages[at] = rec, promises[:i+1]
		}
	}
	for at, line := range p.Gone {
		if w.Page(at) == nil {
			delete(s.Pages, at)
			kept.Gone[at] = line
		}
	}
	kept.Buried = p.Buried
	if kept.Again = p.Again; p.Again {
		maps.DeleteFunc(s.Pages, func(at string, r PageRecord) bool { return !r.Deleted && w.Page(at) == nil })
	}
	return kept
}

// Lines are what log.md is to say, in order, each once. Of what is forgotten it says nothing.
func (p *Pending) Lines() []LogLine {
	var lines []LogLine
	for _, promises := range p.Pages {
		for _, made := range promises {
			lines = append(lines, made.Line)
		}
	}
	lines = slices.AppendSeq(lines, maps.Values(p.Gone))
	lines = append(lines, p.Buried...)
	lines = slices.DeleteFunc(lines, func(l LogLine) bool { return l.Verb == "" })
	slices.SortFunc(lines, func(a, b LogLine) int { return strings.Compare(a.order(), b.order()) })
	return slices.Compact(lines)
}

// LogDays are lines in order as the wiki's log takes them.
func LogDays(lines []LogLine) []catalog.LogDay {
	var days []catalog.LogDay
	for _, l := range lines {
		if n := len(days); n == 0 || days[n-1].Day != l.Date {
			days = append(days, catalog.LogDay{Day: l.Date})
		}
		last := &days[len(days)-1]
		last.Changes = append(last.Changes, catalog.LogChange{Verb: l.Verb, Path: l.Path, Title: l.Title, Note: l.Note})
	}
	return days
}

func (l LogLine) order() string {
	return strings.Join([]string{string(l.Date), l.Path, l.Verb, l.Note, l.Title}, "\x00")
}
