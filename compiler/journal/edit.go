package journal

import (
	"fmt"

	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/wiki"
)

// A Verb says what happens to a page.
type Verb string

// The verbs of an [Edit].
const (
	Create Verb = "create"
	Update Verb = "update"
	Extend Verb = "add to" // the page only grows
	Merge  Verb = "merge"  // a person edited the page: their words stay, the rest is updated
	Remove Verb = "remove"
	Rename Verb = "rename" // the page gets another path
)

// From returns the earlier path of the page, for an edit that renames it.
func (e Edit) From() string {
	if e.Verb != Rename {
		return ""
	}
	return e.Was
}

// Past returns the verb as log.md uses it.
func (v Verb) Past() string {
	switch v {
	case Create:
		return "created"
	case Remove:
		return state.Removed
	}
	return "updated"
}

// An Edit is the change of one file.
type Edit struct {
	Path   string // from the vault's root
	Title  string
	Verb   Verb
	Why    string
	Before []byte // as it was read; nil when there was no file
	After  []byte // nil when it is removed

	Days []wiki.Date   // of the entries that it reports
	Line state.LogLine // what log.md says of it
	Was  string        // where the state knew the page, if a person has moved it since
	Code bool          // a generated page: the index, log.md
}

// String returns the edit's line in a plan.
func (e Edit) String() string {
	s := fmt.Sprintf("%-7s %s", e.Verb, e.Path)
	if e.Why != "" {
		s += "  (" + e.Why + ")"
	}
	return s
}

// A Note is about a file that is not changed, or not as expected.
type Note struct {
	Path string `json:"path,omitempty"`
	Text string `json:"text"`
}

// String returns the note as one line.
func (n Note) String() string {
	if n.Path == "" {
		return n.Text
	}
	return n.Path + ": " + n.Text
}
