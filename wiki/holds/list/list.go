// Package list lists the lines of one kind that the logs have, with what became of each.
package list

import (
	"cmp"
	"strings"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/markdown"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/holds"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// A Line is one statement; one that is said again is listed once.
type Line struct {
	ID      string    `json:"id"` // of the line that said it first: its block id, or a hash of its words
	Text    string    `json:"text"`
	Project string    `json:"project,omitempty"`
	At      time.Time `json:"at"` // when it was said last
	Agent   string    `json:"agent,omitempty"`
	Session string    `json:"session,omitempty"`
	Short   string    `json:"-"`             // of it, as far as it is shown
	Who     string    `json:"who,omitempty"` // in a shared vault; "ana?" and "ana on desktop" only claim to be Ana's
	Cites   []string  `json:"cites"`         // 2026-11-27#^k3f9a2c, the first one first
	Done    bool      `json:"done,omitempty"`
	Until   string    `json:"until,omitempty"` // the day from which it does not hold; of a task, on which it was done
	Then    string    `json:"then,omitempty"`  // the line that took its place
	Tried   bool      `json:"tried,omitempty"` // it tells of what was tried and dropped

	Raw     string     `json:"-"` // the text as the log has it
	Refs    []string   `json:"-"` // as daily.LineRef names them
	Day     daily.Date `json:"-"` // of the log that said it last
	Cite    string     `json:"-"` // the link that cites it there
	Settled int        `json:"-"` // how often a person said that it is done or open
	Last    time.Time  `json:"-"` // when it was said last, or settled

	Speaker daily.Speaker `json:"-"` // who said it last
}

// Holds reports whether the line holds, or is to be done.
func (l *Line) Holds() bool { return !l.Done && l.Until == "" && !l.Tried }

// Said returns the text with what became of it.
func (l *Line) Said() string {
	return holds.Fate{Until: l.Until, By: l.Then, Tried: l.Tried, Done: l.Done}.Said(l.Text)
}

// Of returns all lines of a kind, the newest first. It sorts the entries.
func Of(entries []daily.Dated, kind daily.Kind, record *holds.Record) []*Line {
	holds.Sort(entries)
	var out []*Line
	by, refs := map[[2]string]*Line{}, map[string]*Line{}
	for i := range entries {
		e := &entries[i]
		if e.Redone || e.Unanswered() {
			continue
		}
		for _, b := range e.Bullets {
			if b.Kind == kind && strings.TrimSpace(b.Text) != "" {
				key := [2]string{wiki.ProjectKey(e.Project), wiki.Fold(markdown.Oneline(b.Text))}
				l := by[key]
				s, settles := e.Settlement()
				if settles { // it is on lines, whatever their project is called
					for _, ref := range s.Holds {
						if o := refs[ref]; o != nil && wiki.Fold(markdown.Oneline(o.Raw)) == key[1] {
							l = o
						}
					}
				}
				if l != nil && !l.Speaker.Yields(e.Said) { // a line of one person never ends, or opens, another's
					if settles {
						continue
					}
					l = nil
				}
				if l == nil {
					l = &Line{ID: ID(e, b), Raw: b.Text, Text: wikilink.Plain(markdown.Oneline(b.Text)), Project: e.Project, At: timeOf(e), Day: e.Date, Cite: e.Cite(b), Cites: []string{}}
					by[key], out = l, append(out, l)
				}
				refs[e.Ref(b)] = l
				l.add(e, b, record.Of(e.Ref(b)))
			}
		}
	}
	sorting.Stable(out, func(a, b *Line) int { return cmp.Or(b.At.Compare(a.At), cmp.Compare(a.ID, b.ID)) })
	return out
}

// add adds a line that says the same, and was said later. A person's word on a task is none of a session.
func (l *Line) add(e *daily.Dated, b daily.Bullet, f holds.Fate) {
	l.Last = timeOf(e)
	l.Refs, l.Cites = append(l.Refs, e.Ref(b)), append(l.Cites, e.Target(b))
	l.Done, l.Until, l.Then, l.Tried = f.Done || b.Done && f.Holds(), f.Until, wikilink.Plain(f.By), f.Tried
	if s, ok := e.Settlement(); ok {
		if s.Task {
			l.Settled++
		}
		if l.Done && l.Until == "" {
			l.Until = e.Date.Day().String()
		}
		return
	}
	l.At, l.Agent, l.Session, l.Day, l.Cite = l.Last, e.Agent, e.Session, e.Date, e.Cite(b)
	l.Who, l.Speaker = e.Who+e.Said.Mark(), e.Said
}

// timeOf returns the time of an entry, the beginning of its day if it has none.
func timeOf(e *daily.Dated) time.Time {
	if e.At.IsZero() {
		return e.Date.At(0, 0, time.UTC)
	}
	return e.At
}

// ID names a line as short as it can be typed: by its block id, or where it has none, as in a note of the person's, by a hash
// of its words.
func ID(e *daily.Dated, b daily.Bullet) string {
	if b.Block != "" {
		return b.Block
	}
	_, hash, _ := strings.Cut(e.Ref(b), "~")
	return hash
}
