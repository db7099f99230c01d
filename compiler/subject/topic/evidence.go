package topic

import (
	"slices"

	"github.com/agent-admin/memoria/compiler/subject/mention"
	"github.com/agent-admin/memoria/daily"
)

// These limits keep an author's time from growing with the square of the number of mentions; the first lines are
// enough to decide.
const (
	maxLooked   = 400
	maxEvidence = 40
)

// Evidence counts the lines that are about a topic, without those about a longer subject or about the topic without.
func (x *Index) Evidence(id, without int32) evidence {
	c := count{entry: -1}
	x.count(&c, id, without, int32(len(x.Entries)))
	return c.evidence
}

// known returns the evidence about a topic at the end of an entry. Evidence of earlier entries is counted once. It
// changes only if the topic becomes a name in one more project: a longer subject takes no line that was there before
// it.
func (x *Index) known(id, entry int32) evidence {
	t := x.Topics[id]
	if n := t.home.size() + 1; t.known.homes != n {
		t.known = count{entry: -1, homes: n}
	}
	x.count(&t.known, id, -1, entry)
	c := t.known
	c.projects, c.texts = slices.Clone(c.projects), slices.Clip(c.texts)
	x.count(&c, id, -1, entry+1)
	return c.evidence
}

// count continues to the first line of the entry before or a later one.
func (x *Index) count(c *count, id, without, before int32) {
	t := x.Topics[id]
	for ; c.next < len(t.refs) && c.lines < maxEvidence; c.next++ {
		r := &t.refs[c.next]
		if r.entry >= before {
			break
		}
		if !x.counts(t, r) || r.over >= 0 && r.over == without {
			continue
		}
		l := &x.Lines[r.line]
		c.lines++
		if l.Kind != daily.Exchange && len(c.texts) < sessionPoints && !slices.Contains(c.texts, l.Text) {
			c.texts = append(c.texts, l.Text)
			c.Points++
		}
		c.told += Bit(l.Kind == daily.Decision || l.Kind == daily.Lesson)
		in := place(&c.projects, x.Entries[l.Entry].Home)
		if l.Entry != c.entry {
			c.entry = l.Entry
			c.entries++
			in.entries++
		}
		in.lines++
		c.home, c.there = max(c.home, in.entries), max(c.there, in.lines)
		c.topical += Bit(slices.Contains(x.Entries[c.entry].titled, id))
		c.strong += Bit(r.Cls >= mention.Tagged)
		c.code += Bit(r.code)
		c.low += Bit(r.low)
		c.framed += Bit(r.framed)
		c.alone += Bit(r.alone)
	}
}

func place(shares *[]share, project int32) *share {
	for i := range *shares {
		if s := &(*shares)[i]; s.project == project {
			return s
		}
	}
	*shares = append(*shares, share{project: project})
	return &(*shares)[len(*shares)-1]
}

// A subject needs at least MinLines lines. If it occurs in a single entry it needs sessionPoints lines, or one less
// if the title names it, or if it is named in code and a decision or a lesson is among the lines.
const (
	MinLines      = 2
	sessionPoints = 4
)

// counts reports whether a line is about t by this ref: it names t on its own, and not as part of the name of an
// earlier subject. An everyday word is a name only in projects that write it as one or put it into a title.
func (x *Index) counts(t *Topic, r *ref) bool {
	if !r.Own || r.over >= 0 && x.Topics[r.over].Subject && x.Topics[r.over].Since <= r.entry {
		return false
	}
	return r.Cls != mention.Plain || t.home.has(r.home)
}
