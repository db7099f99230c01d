package flush

import (
	"slices"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/wording"
)

// A ForgetLine is a line of an entry of ours.
type ForgetLine struct {
	Of      daily.Dated
	Bullet  daily.Bullet
	Title   bool // the entry's title says it, too
	Context bool // and its context

	Was      []string // set by Forget: what it said before a person edited it
	Archived int      // turns in the archive that said it
	Untold   int      // and turns of the entry that have words, where none is known to have said it
}

// texts are what a line says, and said.
func (l *ForgetLine) texts() []string { return append([]string{l.Bullet.Text}, l.Was...) }

// in reports whether a text says the line.
func (l *ForgetLine) in(text string) bool {
	return slices.ContainsFunc(l.texts(), func(line string) bool { return wording.Says(text, line) })
}

// whole reports whether a text says it in the same words.
func (l *ForgetLine) whole(text string) bool {
	return slices.ContainsFunc(l.texts(), func(line string) bool { return wording.LineOf(line).Exact(text) })
}
