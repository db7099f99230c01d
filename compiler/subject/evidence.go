package subject

import (
	"slices"

	"github.com/agent-admin/memoria/compiler/subject/mention"
	"github.com/agent-admin/memoria/daily"
)

// evidence is what the lines about a topic amount to.
type evidence struct {
	lines   int // exchanges too: what a person asks about is what they come back to
	points  int // different lines that an article can hold, up to sessionPoints
	told    int // lines that are decisions or lessons
	entries int
	home    int // entries of the project that has most of them
	there   int // lines of the project that has most of them
	topical int // lines in entries whose title names it
	strong  int // named as only names are
	code    int // named in inline code
	low     int // named as any word is
	framed  int
	alone   int
}

// What the first lines do not tell, all the others will not: an author's time must not grow
// with the square of how often a thing is spoken of.
const (
	maxLooked   = 400
	maxEvidence = 40
)

// A count is evidence on its way through the lines of a topic.
type count struct {
	evidence
	next     int      // the first of the refs that is not counted
	entry    int32    // of the last that is
	projects []share  // of the projects so far
	texts    []string // lines that an article can hold
	homes    int      // in how many projects the topic was a name meanwhile, and one
}

// evidence counts the lines that are about a topic, but not those about a longer subject or about
// without.
func (x *index) evidence(id, without int32) evidence {
	c := count{entry: -1}
	x.count(&c, id, without, int32(len(x.entries)))
	return c.evidence
}

// known is the evidence about a topic at the end of an entry. What the entries before it tell is
// counted once, for nothing changes it but that the topic is a name in one more project: a longer
// subject takes no line that was there before it.
func (x *index) known(id, entry int32) evidence {
	t := x.topics[id]
	if n := t.home.size() + 1; t.known.homes != n {
		t.known = count{entry: -1, homes: n}
	}
	x.count(&t.known, id, -1, entry)
	c := t.known
	c.projects, c.texts = slices.Clone(c.projects), slices.Clip(c.texts)
	x.count(&c, id, -1, entry+1)
	return c.evidence
}

// count goes on to the first line of an entry that is not before the given one.
func (x *index) count(c *count, id, without, before int32) {
	t := x.topics[id]
	for ; c.next < len(t.refs) && c.lines < maxEvidence; c.next++ {
		r := &t.refs[c.next]
		if r.entry >= before {
			break
		}
		if !x.counts(t, r) || r.over >= 0 && r.over == without {
			continue
		}
		l := &x.lines[r.line]
		c.lines++
		if l.kind != daily.Exchange && len(c.texts) < sessionPoints && !slices.Contains(c.texts, l.text) {
			c.texts = append(c.texts, l.text)
			c.points++
		}
		c.told += bit(l.kind == daily.Decision || l.kind == daily.Lesson)
		in := place(&c.projects, x.entries[l.entry].home)
		if l.entry != c.entry {
			c.entry = l.entry
			c.entries++
			in.entries++
		}
		in.lines++
		c.home, c.there = max(c.home, in.entries), max(c.there, in.lines)
		c.topical += bit(slices.Contains(x.entries[c.entry].titled, id))
		c.strong += bit(r.cls >= mention.Tagged)
		c.code += bit(r.code)
		c.low += bit(r.low)
		c.framed += bit(r.framed)
		c.alone += bit(r.alone)
	}
}

// A share is what one project has of the evidence.
type share struct {
	project        int32
	lines, entries int
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
