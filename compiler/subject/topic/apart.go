package topic

import (
	"slices"

	"github.com/agent-admin/memoria/daily"
)

// OwnLines is how many lines a subject has that no other has all of: an article of which
// another says everything but one line says nothing of its own.
const OwnLines = 2

// apart tells whether a topic's lines are more than one subject's that there is already. A
// project is no such subject: all that is said in it may name it.
func (x *Index) apart(id int32) bool {
	var texts []string
	with := make(map[int32]int) // lines that a subject has as well
	t := x.Topics[id]
	entry, project := int32(-1), ""
	for i := range t.refs {
		r := &t.refs[i]
		if len(texts) >= maxEvidence {
			break
		}
		l := &x.Lines[r.line]
		if l.Kind == daily.Exchange || !x.counts(t, r) || slices.Contains(texts, l.Text) {
			continue
		}
		texts = append(texts, l.Text)
		if l.Entry != entry {
			entry, project = l.Entry, x.Seats[x.Entries[l.Entry].Home]
		}
		for j := range l.Refs {
			o := &l.Refs[j]
			if u := x.Topics[o.Topic]; u.Subject && o.Topic != id && u.Key != project && x.counts(u, o) {
				with[o.Topic]++
			}
		}
	}
	for _, n := range with {
		if n > len(texts)-OwnLines {
			t.hidden = len(texts) >= maxEvidence // no later line is looked at
			return false
		}
	}
	return true
}
