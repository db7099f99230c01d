package forgotten

import (
	"slices"

	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/flush/reported"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/flush/transcript"
)

// AddRows adds rows by their ids.
func (l *List) AddRows(ids ...string) {
	for _, id := range ids {
		if id != "" {
			l.AddKeys(rowkey.Of(id))
		}
	}
}

// AddKeys adds rows by their keys.
func (l *List) AddKeys(keys ...rowkey.Key) {
	if l.Rows == nil {
		l.Rows = rows{}
	}
	for _, k := range keys {
		l.Rows[k] = true
	}
}

// AddSaid adds what was said in a session, beside its rows.
func (l *List) AddSaid(s Session, said reported.Said) {
	l.AddKeys(append(said.Keys(s.Agent), said.Keys(s.Key().String())...)...)
}

// Told reports whether what a hook told of a session is forgotten, and then remembers it: a row may tell it yet.
func (l *List) Told(t *Target, s Session, id, text string) bool {
	if !reported.IsID(id) {
		return false
	}
	said := reported.OfID(id)
	gone := l.Holds(s.Key(), &transcript.Turn{ID: id, At: said.At}) || slices.ContainsFunc(t.Lines, func(x Line) bool { return x.Session() == s && x.Exact(text) })
	if gone {
		l.AddSaid(s, said)
	}
	return gone
}

// Waiting takes out of the queue what is forgotten, and counts it. With dry it only remembers it.
func (l *List) Waiting(q *queue.Queue, t *Target, dry bool) (n int, err error) {
	for _, s := range t.Touched() {
		k, err := q.Forget(s.Agent, s.ID, func(m queue.Message, typed bool) bool {
			id := reported.ID(m)
			if typed {
				id = reported.PromptID(m)
			}
			return l.Told(t, s, id, m.Text)
		}, dry)
		if n += k; err != nil {
			return n, err
		}
	}
	return n, nil
}
