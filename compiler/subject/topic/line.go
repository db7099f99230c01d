package topic

import (
	"slices"

	"github.com/agent-admin/memoria/compiler/subject/mention"
	"github.com/agent-admin/memoria/compiler/subject/reading"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
)

// A Line is one bullet, with its address.
type Line struct {
	Entry int32
	Kind  daily.Kind
	Done  bool
	Text  string // as written in the log
	Plain string // its words without markup, inline code in its ticks
	reading.Traits
	Cite wiki.Cite
	Refs []ref  // the topics it names, in the order of its words
	ref  string // as daily.LineRef names it
}

// A ref is one mention of a topic in a line.
type ref struct {
	Topic    int32
	over     int32 // the topic whose longer name contains this one, or -1
	line     int32
	cls      mention.Class
	own      bool // the line is about it: named near the beginning, not in parentheses
	Head     bool // the line begins with it and goes on with what it is or does
	labelled bool // with the kind of thing that it is: a hook, a command
	called   bool // a function
}

// A truth is the status of a line.
type truth struct {
	ReplacedBy int32    // the line that replaced it, or -1
	Tried      bool     // it is about something that was tried and dropped
	Gone       []string // what it says was given up altogether, by holds.Fate
}

// Nothing is the status of an unchanged line; most lines are unchanged.
var Nothing = truth{ReplacedBy: -1}

// Loose reports whether a citation cannot name the line, only its day. Beside lines that can be named, such a line makes
// no key point.
func (l *Line) Loose() bool { return l.Cite.Block == "" && l.Cite.Heading == "" }

// Opens reports whether a line begins with a topic and goes on with what it is or does.
func (l *Line) Opens(topic int32) bool {
	return slices.ContainsFunc(l.Refs, func(r ref) bool { return r.Topic == topic && r.Head })
}

// Stands reports whether a line still holds and is not just an attempt.
func (x *Index) Stands(i int32) bool { return x.Truth[i].ReplacedBy < 0 && !x.Truth[i].Tried }

// Now returns the line that replaces i, or i itself.
func (x *Index) Now(i int32) int32 {
	for x.Truth[i].ReplacedBy >= 0 {
		i = x.Truth[i].ReplacedBy
	}
	return i
}
