package topic

import (
	"github.com/agent-admin/memoria/daily"

	"github.com/agent-admin/memoria/compiler/subject/mention"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/prose"
)

// A Line is one bullet, with its address.
type Line struct {
	Entry   int32
	Kind    daily.Kind
	Done    bool
	Shaken  bool   // it reports a fault in what a later line says to work
	Listing bool   // names without a statement about them
	Text    string // as written in the log
	Plain   string // its words without markup, inline code in its ticks
	Cite    wiki.Cite
	Refs    []ref  // the topics it names, in the order of its words
	Said    *Claim // computed on demand
	ref     string // as daily.LineRef names it
}

// A ref is one mention of a topic in a line.
type ref struct {
	Topic  int32
	over   int32 // the topic whose longer name contains this one, or -1
	line   int32
	entry  int32 // of the line
	home   int32 // of the entry
	At     int16
	Cls    mention.Class
	Own    bool // the line is about it: named on its own, near the beginning, not in parentheses
	framed bool // it is in the place of a noun phrase
	alone  bool // it is there without an article
	code   bool // it is in inline code
	low    bool // a single word, written like any other
}

// A Claim is the first sentence of a line, as far as it may define something. It does not depend on the subject and
// is computed once.
type Claim struct {
	Text    string
	Fit     bool // no question, wish, report of a step, "I" or heading with a colon
	Judged  bool
	Lasting bool
	Spoken  bool
	Lang    prose.Lang
}

// A truth is the status of a line.
type truth struct {
	Over  int32    // the line that replaced it, or -1
	Tried bool     // it is about something that was tried and dropped
	Gone  []string // what it says was given up altogether, by holds.Fate
}

// Nothing is the status of an unchanged line; most lines are unchanged.
var Nothing = truth{Over: -1}

// Loose reports whether a citation cannot name the line, only its day. Such a line makes no key point.
func (l *Line) Loose() bool { return l.Cite.Block == "" && l.Cite.Heading == "" }

// Stands reports whether a line still holds and is not just an attempt.
func (x *Index) Stands(i int32) bool { return x.Truth[i].Over < 0 && !x.Truth[i].Tried }

// Now returns the line that replaces i, or i itself.
func (x *Index) Now(i int32) int32 {
	for x.Truth[i].Over >= 0 {
		i = x.Truth[i].Over
	}
	return i
}
