package contradict

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/fsutil/sorting"
)

// A Choice says which of two claims holds.
type Choice int

// The choices.
const (
	First Choice = iota + 1
	Second
	Both
)

// ParseChoice reads 1, 2 or both.
func ParseChoice(s string) (Choice, error) {
	switch strings.ToLower(strings.TrimSpace(s)) {
	case "1", "first":
		return First, nil
	case "2", "second":
		return Second, nil
	case "both":
		return Both, nil
	}
	return 0, fmt.Errorf("%q is none of 1, 2 and both", s)
}

// A word is a person's decision on a pair.
type word struct {
	last daily.Settlement
	own  []string // the lines of all settlements on it
}

// heard records a settlement: the last one on a pair counts.
func (r *record) heard(s daily.Settlement, e *daily.Dated) {
	w := r.settled[s.Pair]
	if w == nil {
		w = &word{}
		r.settled[s.Pair] = w
	}
	if s.N >= w.last.N {
		w.last = s
	}
	for _, b := range e.Bullets {
		w.own = append(w.own, e.Ref(b))
	}
}

// claims returns the lines of the two claims, the first one first, and which of them holds.
func (w *word) claims(pair string) (first, second []string, c Choice) {
	out := func(refs []string) []string {
		return slices.DeleteFunc(slices.Clone(refs), func(r string) bool { return slices.Contains(w.own, r) })
	}
	first, second, c = out(w.last.Past), out(w.last.Holds), Second
	if entry.Pair(first, second) != pair {
		first, second, c = second, first, First
	}
	if w.last.Both {
		c = Both
	}
	return first, second, c
}

// Settle returns the entry that settles a pair, named by its id or the beginning of it. fresh is false if the
// last settlement of the pair already says the same. The error is [ErrUnknown], or says that a line of a claim
// that is to hold is gone from the logs.
func (r *Report) Settle(id string, c Choice, now time.Time) (e daily.Entry, fresh bool, err error) {
	first, second, w, id, err := r.find(id)
	if err != nil {
		return e, false, err
	}
	s := daily.Settlement{Pair: id, N: 1, Both: c == Both, Past: first, Holds: second}
	if c == First {
		s.Past, s.Holds = second, first
	}
	holds := s.Holds
	if c == Both {
		holds = slices.Concat(first, second)
	}
	lines, project, _ := r.record.said(holds)
	if len(lines) == 0 {
		return e, false, errors.New("what is to hold is not in the logs any more")
	}
	if w != nil {
		if _, _, last := w.claims(id); last == c {
			return e, false, nil
		}
		s.N = w.last.N + 1
		if c != Both { // what held before no longer does
			for _, ref := range w.own {
				if l := r.record.lines[ref]; l != nil && !slices.ContainsFunc(lines, func(b daily.Bullet) bool { return b.Text == l.bullet.Text }) {
					s.Past = append(s.Past, ref)
				}
			}
		}
	}
	all := slices.Concat(s.Past, s.Holds)
	if w != nil {
		all = append(all, w.own...)
	}
	if _, _, at := r.record.said(all); !at.Before(now.Truncate(time.Second)) { // a settlement comes after what it settles
		now = at.Add(time.Second)
	}
	return s.Entry(project, lines, now), true, nil
}

// find finds a pair: one that contradicts, or one that was settled.
func (r *Report) find(id string) (first, second []string, w *word, whole string, err error) {
	id = strings.ToLower(id)
	var ids []string
	for i := range r.Disputes {
		if d := &r.Disputes[i]; strings.HasPrefix(d.ID, id) && id != "" {
			first, second = d.First.refs, d.Second.refs
			ids = append(ids, d.ID)
		}
	}
	for pair, x := range r.record.settled {
		if strings.HasPrefix(pair, id) && id != "" {
			w = x
			first, second, _ = x.claims(pair)
			ids = append(ids, pair)
		}
	}
	switch len(ids) {
	case 0:
		return nil, nil, nil, "", ErrUnknown
	case 1:
		return first, second, w, ids[0], nil
	}
	return nil, nil, nil, "", fmt.Errorf("%w: %s are %d", ErrUnknown, id, len(ids))
}

// said returns lines as they were said, each once, with the project and time of the last of them.
func (r *record) said(refs []string) (lines []daily.Bullet, project string, at time.Time) {
	var all []*said
	for _, ref := range refs {
		if l := r.lines[ref]; l != nil {
			all = append(all, l)
		}
	}
	sorting.By(all, func(a, b *said) int { return cmp.Compare(a.at, b.at) })
	for _, l := range all {
		if !slices.ContainsFunc(lines, func(b daily.Bullet) bool { return b.Text == l.bullet.Text }) {
			lines = append(lines, l.bullet)
		}
		project = cmp.Or(l.entry.Project, project)
		if when := latest(l.entry); when.After(at) {
			at = when
		}
	}
	return lines, project, at
}

// latest returns the time of an entry, or the beginning of its day if it has none.
func latest(e *daily.Dated) time.Time {
	if !e.At.IsZero() {
		return e.At
	}
	return e.Date.At(0, 0, time.UTC)
}
