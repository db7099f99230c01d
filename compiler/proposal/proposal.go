// Package proposal keeps the changes of lines that wait for a person: what the compiler would write over a line that the
// person changed, and lines of the person that gave way to those of another machine.
package proposal

import (
	"fmt"
	"strings"

	"github.com/agent-admin/memoria/compiler/merge"
)

// A Proposal is the compiler's change to a line of an article that a person has changed too. The person's line stays,
// and the proposal waits until it is accepted, dismissed or obsolete.
type Proposal struct {
	ID      string `json:"id"`             // changes when either side changes
	Path    string `json:"path"`           // of the article
	Section string `json:"section"`        // its heading, "" above the first, "description:" for a property
	Line    int    `json:"line"`           // of the person's line in the page, from 1
	Was     string `json:"was,omitempty"`  // the line in the base
	Theirs  string `json:"theirs"`         // the person's line
	Ours    string `json:"ours,omitempty"` // the compiler's line; "" to remove it
	New     bool   `json:"new,omitempty"`  // in a plan: it did not wait before
	Mine    bool   `json:"mine,omitempty"` // ours is the person's line, which gave way to theirs, of another machine
}

// Where returns the place in the page.
func (p Proposal) Where() string {
	switch name, is := strings.CutSuffix(p.Section, ":"); {
	case is:
		return "the property " + name
	case p.Section != "":
		return p.Section
	}
	return "above the first heading"
}

// String returns the proposal as one line.
func (p Proposal) String() string {
	what := "changed on both sides"
	if p.Ours == "" {
		what = "changed by hand, and gone otherwise"
	}
	return fmt.Sprintf("%s:%d: a line %s (%s, %s)", p.Path, p.Line, what, p.Where(), p.ID)
}

// Of returns the proposals of a page.
func Of(path string, clashes []merge.Conflict) []Proposal {
	var out []Proposal
	for _, c := range clashes {
		out = append(out, Proposal{ID: c.ID(path), Path: path, Section: c.Section, Line: c.Line, Was: c.Was, Theirs: c.Theirs, Ours: c.Ours, Mine: c.Mine})
	}
	return out
}
