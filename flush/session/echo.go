package session

import (
	"time"

	"github.com/agent-admin/memoria/flush/reported"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/flush/transcript"
)

// Echoed gives turns of a session, and messages that wait for their rows, to the sessions in which the index has their words, and
// returns the marks of their rows: a fork repeats what hooks told of the session that it goes on from. began is when the first hook
// told of the session; zero where none did.
func (c *Cover) Echoed(x Rows, agent, id string, began time.Time, turns []transcript.Turn, heard []reported.Message) (marks []rowkey.Mark, err error) {
	me, keys := rowkey.OfSession(agent, id), map[rowkey.Key][]*transcript.Turn{}
	see := func(t *transcript.Turn) {
		told := reported.IsID(t.ID)
		if _, known := c.Mark(rowkey.Of(transcript.RowOf(t.ID))); known || !told && !t.At.Before(began) {
			return
		}
		for _, key := range reported.Read(t).Others(agent) {
			keys[key] = append(keys[key], t)
		}
	}
	for i := range turns {
		see(&turns[i])
	}
	for _, h := range heard {
		if h.Waits() {
			see(&transcript.Turn{ID: h.ID, At: h.At})
		}
	}
	if len(keys) == 0 {
		return nil, nil
	}
	found, err := x.Find(func(m rowkey.Mark) bool { return keys[m.Row] != nil && m.Session != me })
	for key, m := range found {
		for _, t := range keys[key] {
			for _, r := range t.RowIDs() {
				m.Row = rowkey.Of(r)
				c.Add(m)
				marks = append(marks, m)
			}
		}
	}
	return marks, err
}
