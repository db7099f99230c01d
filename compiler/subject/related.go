package subject

import (
	"cmp"
	"fmt"
	"slices"
)

const (
	maxRelated   = 12 // links of one subject to others
	maxOfProject = 40 // links of a project to its subjects
	maxTogether  = 12 // subjects of one entry that are paired
)

// A pair is two subjects that occur together.
type pair struct {
	a, b    *subject // a was named first
	lines   []int32  // lines about both
	entries int      // entries about both
	first   int32    // the first of them
	since   int32    // the entry that related them
}

// A relation is one end of a pair.
type relation struct {
	to  *subject
	why string
}

// pairs returns which subjects occur together, oldest first. Earlier pairs stay before later ones, so that a new
// entry moves nothing.
func (b *book) pairs() []*pair {
	byEnds := make(map[[2]int32]*pair)
	get := func(s, t *subject) *pair {
		ends := [2]int32{min(s.id, t.id), max(s.id, t.id)}
		p := byEnds[ends]
		if p == nil {
			p = &pair{a: s, b: t, since: -1, first: -1}
			byEnds[ends] = p
		}
		return p
	}
	for n := range b.Entries {
		e := &b.Entries[n]
		var here []*subject
		lines := make(map[*subject]int)
		for i := e.First; i < e.Last; i++ {
			about := b.about[i]
			for j, s := range about {
				lines[s]++
				if lines[s] == 1 {
					here = append(here, s)
				}
				for _, t := range about[j+1:] {
					p := get(s, t)
					p.lines = append(p.lines, i)
					p.meet(int32(n))
				}
			}
		}
		slices.SortFunc(here, func(s, t *subject) int {
			return cmp.Or(cmp.Compare(s.since, t.since), cmp.Compare(s.key, t.key))
		})
		here = here[:min(len(here), maxTogether)] // the oldest, so that a new one displaces none
		for j, s := range here {
			for _, t := range here[j+1:] {
				p := get(s, t)
				if p.entries++; p.first < 0 {
					p.first = int32(n)
				}
				if p.entries >= 2 || lines[s] >= 2 && lines[t] >= 2 {
					p.meet(int32(n))
				}
			}
		}
	}
	var out []*pair
	for _, p := range byEnds {
		if p.since >= 0 {
			out = append(out, p)
		}
	}
	slices.SortFunc(out, func(p, q *pair) int {
		return cmp.Or(cmp.Compare(p.since, q.since), cmp.Compare(p.a.key, q.a.key), cmp.Compare(p.b.key, q.b.key))
	})
	return out
}

// meet notes that the pair is related from entry n on.
func (p *pair) meet(n int32) {
	if p.since < 0 {
		p.since = max(n, p.a.since, p.b.since)
	}
}

// relate links the two subjects of each pair both ways, and every subject with its projects.
func (b *book) relate(pairs []*pair) map[*subject][]relation {
	out := make(map[*subject][]relation)
	linked := make(map[[2]*subject]bool)
	link := func(s, t *subject, why string) {
		out[s] = append(out[s], relation{t, why})
		out[t] = append(out[t], relation{s, why})
		linked[[2]*subject{s, t}], linked[[2]*subject{t, s}] = true, true
	}
	for _, p := range pairs {
		if len(out[p.a]) < maxRelated && len(out[p.b]) < maxRelated {
			link(p.a, p.b, b.why(p))
		}
	}
	home := make(map[string]*subject)
	for _, s := range b.subjects {
		if s.project != "" {
			home[b.Seat(s.project)] = s
		}
	}
	type belonging struct {
		s, project *subject
		n          int
		since      int32
	}
	var all []*belonging
	for _, s := range b.subjects {
		if s.project != "" {
			continue
		}
		seen := make(map[*subject]*belonging)
		for _, i := range s.lines {
			n := b.Lines[i].Entry
			p := home[b.Seats[b.Entries[n].Home]]
			if p == nil {
				continue
			}
			if seen[p] == nil {
				seen[p] = &belonging{s: s, project: p}
				all = append(all, seen[p])
			}
			if l := seen[p]; l.n < 2 {
				l.since = max(n, s.since, p.since)
				l.n++
			}
		}
	}
	slices.SortStableFunc(all, func(l, m *belonging) int {
		return cmp.Or(cmp.Compare(l.since, m.since), cmp.Compare(l.s.key, m.s.key), cmp.Compare(l.project.key, m.project.key))
	})
	for _, l := range all {
		if l.n >= 2 && !linked[[2]*subject{l.s, l.project}] && len(out[l.project]) < maxOfProject {
			link(l.s, l.project, "part of the work on "+l.project.title)
		}
	}
	return out
}

// whyMost is how long the reason of a link is, in characters.
const whyMost = 120

// why says in plain text what connects a pair: a line about both, or where both occur.
func (b *book) why(p *pair) string {
	best := int32(-1)
	for _, i := range p.lines {
		if b.Stands(i) && (best < 0 || weight(b.Lines[i].Kind) > weight(b.Lines[best].Kind)) {
			best = i
		}
	}
	if best >= 0 {
		if said := whole(b.Lines[best].Text, whyMost); said != "" {
			return said
		}
	}
	first, entries := b.met(p)
	if e := b.Entries[first]; entries == 1 && b.pastTitle(e.Title) {
		return "both come up on " + string(e.Date)
	} else if entries == 1 {
		return fmt.Sprintf("both come up on %s in %q", e.Date, bare(e.Title))
	}
	return fmt.Sprintf("both come up in %d log entries", entries)
}

// met returns the first entry about both ends of a pair, and the number of such entries. If an entry has too many
// subjects for all of its pairs to be counted, its lines about both still count.
func (b *book) met(p *pair) (first int32, entries int) {
	var with []int32
	for _, i := range p.lines {
		if n := b.Lines[i].Entry; len(with) == 0 || with[len(with)-1] != n {
			with = append(with, n)
		}
	}
	if p.first < 0 {
		return with[0], len(with)
	}
	return p.first, max(p.entries, len(with))
}
