package editor

import (
	"strings"

	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// stranger is a name in a line of which nothing speaks that the question is about, "" for none: neither what the line
// rests on, nor the entries and titles that stand beside that.
func (q *asking) stranger(line string, said []*proof.Evidence) string {
	if proof.Stranger(line, said) == "" {
		return ""
	}
	var b strings.Builder
	for _, i := range q.batch {
		e := &q.entries[i]
		b.WriteString(e.Project + "\n" + e.Title + "\n" + e.Context + "\n")
		for _, x := range e.Bullets {
			b.WriteString(x.Text + "\n")
		}
	}
	b.WriteString(strings.Join(q.links, "\n"))
	for title := range q.shown {
		b.WriteString("\n" + title)
	}
	return proof.Stranger(line, append(said[:len(said):len(said)], proof.Of(proof.Visible(b.String()), nil)))
}
