package subject

import (
	"cmp"
	"slices"

	"github.com/agent-admin/memoria/wiki/draft"
)

const (
	maxRelated   = 12 // links of one subject to others
	maxOfProject = 40 // links of a project to its subjects
)

// A pair is two subjects that a line names.
type pair struct {
	a, b  *subject // a was named first
	lines []int32  // lines about both
	since int32    // the entry that related them
}

// pairs returns which subjects lines name together, oldest first. Earlier pairs stay before later ones, so that a new
// entry moves nothing.
func (b *book) pairs() []*pair {
	byEnds := make(map[[2]int32]*pair)
	var out []*pair
	for i, about := range b.about {
		for j, s := range about {
			for _, t := range about[j+1:] {
				ends := [2]int32{min(s.id, t.id), max(s.id, t.id)}
				p := byEnds[ends]
				if p == nil {
					p = &pair{a: s, b: t, since: max(b.Lines[i].Entry, s.since, t.since)}
					byEnds[ends] = p
					out = append(out, p)
				}
				p.lines = append(p.lines, int32(i))
			}
		}
	}
	slices.SortFunc(out, func(p, q *pair) int {
		return cmp.Or(cmp.Compare(p.since, q.since), cmp.Compare(p.a.key, q.a.key), cmp.Compare(p.b.key, q.b.key))
	})
	return out
}

// A belonging is a subject with lines of a project.
type belonging struct {
	s, project *subject
	n          int
	since      int32
}

// relate links the two subjects of each pair both ways, and every subject with its projects.
func (b *book) relate(pairs []*pair) map[*subject][]draft.Related {
	out := make(map[*subject][]draft.Related)
	linked := make(map[[2]*subject]bool)
	link := func(s, t *subject, why string) {
		out[s] = append(out[s], draft.Related{Ref: t.ref(), Why: why})
		out[t] = append(out[t], draft.Related{Ref: s.ref(), Why: why})
		linked[[2]*subject{s, t}], linked[[2]*subject{t, s}] = true, true
	}
	for _, p := range pairs {
		if len(out[p.a]) < maxRelated && len(out[p.b]) < maxRelated {
			link(p.a, p.b, b.why(p.lines))
		}
	}
	for _, l := range b.belongings() {
		if l.n >= 2 && !linked[[2]*subject{l.s, l.project}] && len(out[l.project]) < maxOfProject {
			link(l.s, l.project, "part of the work on "+l.project.title)
		}
	}
	return out
}

// belongings returns which subjects have lines of which projects, by the entry with the second of these lines.
func (b *book) belongings() []*belonging {
	var all []*belonging
	for _, s := range b.subjects {
		seen := make(map[*subject]*belonging)
		for _, i := range s.lines {
			n := b.Lines[i].Entry
			p := b.home[b.Seats[b.Entries[n].Home]]
			if p == nil || s.project != "" {
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
	return all
}

// whyMost is how long the reason of a link is, in characters.
const whyMost = 120

// why quotes the line that says most of those that connect two articles.
func (b *book) why(lines []int32) string {
	best := int32(-1)
	for _, i := range lines {
		if b.Stands(i) && (best < 0 || weight(b.Lines[i].Kind) > weight(b.Lines[best].Kind)) {
			best = i
		}
	}
	if best >= 0 {
		if said := whole(b.Lines[best].Text, whyMost); said != "" {
			return said
		}
	}
	return "both come up on " + string(b.Entries[b.Lines[lines[0]].Entry].Date.Day())
}
