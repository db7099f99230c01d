package subject

import (
	"slices"

	"github.com/agent-admin/memoria/daily"
)

// ownLines is how many lines a subject has that no other has all of: an article of which
// another says everything but one line says nothing of its own.
const ownLines = 2

// apart tells whether a topic's lines are more than one subject's that there is already. A
// project is no such subject: all that is said in it may name it.
func (x *index) apart(id int32) bool {
	var texts []string
	with := make(map[int32]int) // lines that a subject has as well
	t := x.topics[id]
	entry, project := int32(-1), ""
	for i := range t.refs {
		r := &t.refs[i]
		if len(texts) >= maxEvidence {
			break
		}
		l := &x.lines[r.line]
		if l.kind == daily.Exchange || !x.counts(t, r) || slices.Contains(texts, l.text) {
			continue
		}
		texts = append(texts, l.text)
		if l.entry != entry {
			entry, project = l.entry, x.seats[x.entries[l.entry].home]
		}
		for j := range l.refs {
			o := &l.refs[j]
			if u := x.topics[o.topic]; u.subject && o.topic != id && u.key != project && x.counts(u, o) {
				with[o.topic]++
			}
		}
	}
	for _, n := range with {
		if n > len(texts)-ownLines {
			t.hidden = len(texts) >= maxEvidence // no later line is looked at
			return false
		}
	}
	return true
}
