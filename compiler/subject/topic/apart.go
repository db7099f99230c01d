package topic

import (
	"slices"

	"github.com/agent-admin/memoria/daily"
)

// OwnLines is how many lines of its own a subject needs. If another article says all but one of its lines, an article
// would add nothing.
const OwnLines = 2

// apart reports whether every existing subject lacks at least OwnLines of a topic's lines. Projects do not count as
// such subjects: everything said in a project may name it.
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
			t.hidden = len(texts) >= maxEvidence // later lines are not examined
			return false
		}
	}
	return true
}
