package subject

import (
	"github.com/agent-admin/memoria/daily"

	"github.com/agent-admin/memoria/compiler/subject/mention"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/prose"
)

// A line is one bullet, with its address.
type line struct {
	entry   int32
	kind    daily.Kind
	done    bool
	shaken  bool   // it says that something is amiss with what a later line says to work
	listing bool   // names and nothing said about them
	text    string // as it stands in the log
	plain   string // its words without markup, inline code in its ticks
	cite    wiki.Cite
	refs    []ref  // the topics it names, in the order of its words
	said    *claim // once it was asked for
}

// A ref is one naming of a topic in a line.
type ref struct {
	topic  int32
	over   int32 // the topic whose longer name contains this one, or -1
	line   int32
	entry  int32 // of the line
	home   int32 // of the entry
	at     int16
	cls    mention.Class
	own    bool // the line is about it: named in its own right, near the beginning, not in parentheses
	framed bool // it stood where a noun phrase stands
	alone  bool // it stood there without an article
	code   bool // it stood in inline code
	low    bool // a single word, written like any other
}

// A claim is the first sentence of a line, as far as it may say what something is. What its words
// tell does not depend on the subject, and is found out once.
type claim struct {
	text    string
	fit     bool // no question, no wish, no report of a step, nobody's "I", no heading with a colon
	judged  bool
	lasting bool
	spoken  bool
	lang    prose.Lang
}

// A truth is what became of a line.
type truth struct {
	over  int32    // the line that took its place, or -1
	tried bool     // it tells of what was tried and dropped
	gone  []string // what it says to be given up altogether, by change.Line.Gone
}

// nothing became of most lines.
var nothing = truth{over: -1}

// loose tells a line that a citation cannot name, only its day: it makes no key point.
func (l *line) loose() bool { return l.cite.Block == "" && l.cite.Heading == "" }

// stands tells a line in whose place no other is, and that tells of more than an attempt.
func (x *index) stands(i int32) bool { return x.truth[i].over < 0 && !x.truth[i].tried }

// now is the line that stands in the place of i, or i itself.
func (x *index) now(i int32) int32 {
	for x.truth[i].over >= 0 {
		i = x.truth[i].over
	}
	return i
}
