package forgotten

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/flush/wording"
)

// A Scope says what a forget is about, without words. It is kept until all of that is done, so that another
// run can complete it.
type Scope struct {
	Sessions []Session                `json:"sessions,omitempty"`
	Rest     []Session                `json:"rest,omitempty"` // of which what is in no entry goes, too
	Until    time.Time                `json:"until,omitzero"` // said by then; zero for what was said by now
	Cuts     map[daily.Date]daily.Cut `json:"cuts,omitempty"`
	Cites    []string                 `json:"cites,omitempty"`  // hashes of citations
	Said     []string                 `json:"said,omitempty"`   // and of lines
	Of       []string                 `json:"of,omitempty"`     // the notices of other machines that it carries out
	Theirs   bool                     `json:"theirs,omitempty"` // the logs of other machines are cut, too
}

// A Session names one.
type Session struct {
	Agent string `json:"agent"`
	ID    string `json:"id"`
}

// Key returns the key of the session.
func (s Session) Key() rowkey.Key { return rowkey.OfSession(s.Agent, s.ID) }

// Add extends s by o.
func (s *Scope) Add(o Scope) {
	for all, more := range map[*[]Session][]Session{&s.Sessions: o.Sessions, &s.Rest: o.Rest} {
		for _, x := range more {
			if !slices.Contains(*all, x) {
				*all = append(*all, x)
			}
		}
	}
	s.Until = cmp.Or(o.Until, s.Until)
	if s.Cuts == nil {
		s.Cuts = map[daily.Date]daily.Cut{}
	}
	for day, c := range o.Cuts {
		all := s.Cuts[day]
		all.Add(c)
		s.Cuts[day] = all
	}
	union := func(a, b []string) []string { return slices.Compact(slices.Sorted(slices.Values(slices.Concat(a, b)))) }
	s.Theirs = s.Theirs || o.Theirs
	s.Cites, s.Said, s.Of = union(s.Cites, o.Cites), union(s.Said, o.Said), union(s.Of, o.Of)
}

// Whole returns the ids of the entries that are cut as a whole.
func (s *Scope) Whole() map[string]bool {
	ids := map[string]bool{}
	for _, c := range s.Cuts {
		maps.Copy(ids, c.Entries)
	}
	return ids
}

// Days returns the days whose logs lose something, in order.
func (s *Scope) Days() []daily.Date { return slices.SortedFunc(maps.Keys(s.Cuts), daily.Date.Compare) }

// A Target is a scope with the words that the vault holds for it.
type Target struct {
	Scope
	Entries []daily.Dated // whole; those of Sessions are among them
	Lines   []Line
	Hand    []string // lines that a person wrote by hand
}

// A Line is a line of an entry of memoria.
type Line struct {
	Of      daily.Dated
	Bullet  daily.Bullet
	Title   bool // the entry's title says it, too
	Context bool // and its context

	// From the archive:
	Was      []string // what the line said before a person edited it
	Archived int      // turns that said it
	Untold   int      // turns of the entry that have words, where none is known to have said it
}

// Texts returns what the line says, and said before.
func (l *Line) Texts() []string { return append([]string{l.Bullet.Text}, l.Was...) }

// In reports whether a text says the line.
func (l *Line) In(text string) bool {
	return slices.ContainsFunc(l.Texts(), func(line string) bool { return wording.Says(text, line) })
}

// Exact reports whether a text says the line in the same words.
func (l *Line) Exact(text string) bool {
	return slices.ContainsFunc(l.Texts(), func(line string) bool { return wording.LineOf(line).Exact(text) })
}

// Session names the session of the line.
func (l *Line) Session() Session { return Session{l.Of.Agent, l.Of.Session} }

// Take adds what an entry holds of the scope.
func (t *Target) Take(e daily.Dated) {
	whole := slices.Contains(t.Sessions, Session{e.Agent, e.Session})
	for _, c := range t.Cuts {
		whole = whole || c.Entries[e.ID]
	}
	if whole && !e.Hand {
		t.Entries = append(t.Entries, e)
		return
	}
	cut := t.Cuts[e.Date]
	for _, b := range e.Bullets {
		switch {
		case !cut.Blocks[strings.ToLower(b.Block)] && !(b.Block == "" && cut.Lines[entry.LineHash(e.ID, b.Text)]):
		case e.Hand:
			t.Hand = append(t.Hand, b.Text)
		default:
			t.Lines = append(t.Lines, Line{Of: e, Bullet: b, Title: cut.Titles[e.ID], Context: cut.Contexts[e.ID]})
		}
	}
}

// Whole returns the ids of the entries that are forgotten as a whole.
func (t *Target) Whole() map[string]bool {
	ids := t.Scope.Whole()
	for _, e := range t.Entries {
		ids[e.ID] = true
	}
	return ids
}

// Touched returns the sessions of which anything is forgotten.
func (t *Target) Touched() (out []Session) {
	add := func(s Session) {
		if s.ID != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	for _, s := range slices.Concat(t.Sessions, t.Rest) {
		add(s)
	}
	for _, e := range t.Entries {
		add(Session{e.Agent, e.Session})
	}
	for i := range t.Lines {
		add(t.Lines[i].Session())
	}
	return out
}
