package topic

import (
	"github.com/agent-admin/memoria/daily"

	"github.com/agent-admin/memoria/compiler/subject/mention"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/prose"
)

// Line line is one bullet, with its address.
type Line struct {
	Entry   int32
	Kind    daily.Kind
	Done    bool
	Shaken  bool   // it says that something is amiss with what a later line says to work
	Listing bool   // names and nothing said about them
	Text    string // as it stands in the log
	Plain   string // its words without markup, inline code in its ticks
	Cite    wiki.Cite
	Refs    []ref  // the topics it names, in the order of its words
	Said    *Claim // once it was asked for
}

// A ref is one naming of a topic in a line.
type ref struct {
	Topic  int32
	over   int32 // the topic whose longer name contains this one, or -1
	line   int32
	entry  int32 // of the line
	home   int32 // of the entry
	At     int16
	Cls    mention.Class
	Own    bool // the line is about it: named in its own right, near the beginning, not in parentheses
	framed bool // it stood where a noun phrase stands
	alone  bool // it stood there without an article
	code   bool // it stood in inline code
	low    bool // a single word, written like any other
}

// Claim claim is the first sentence of a line, as far as it may say what something is. What its words
// tell does not depend on the subject, and is found out once.
type Claim struct {
	Text    string
	Fit     bool // no question, no wish, no report of a step, nobody's "I", no heading with a colon
	Judged  bool
	Lasting bool
	Spoken  bool
	Lang    prose.Lang
}

// A truth is what became of a line.
type truth struct {
	Over  int32    // the line that took its place, or -1
	Tried bool     // it tells of what was tried and dropped
	Gone  []string // what it says to be given up altogether, by change.Line.Gone
}

// Nothing became of most lines.
var Nothing = truth{Over: -1}

// Loose tells a line that a citation cannot name, only its day: it makes no key point.
func (l *Line) Loose() bool { return l.Cite.Block == "" && l.Cite.Heading == "" }

// Stands tells a line in whose place no other is, and that tells of more than an attempt.
func (x *Index) Stands(i int32) bool { return x.Truth[i].Over < 0 && !x.Truth[i].Tried }

// Now is the line that stands in the place of i, or i itself.
func (x *Index) Now(i int32) int32 {
	for x.Truth[i].Over >= 0 {
		i = x.Truth[i].Over
	}
	return i
}
