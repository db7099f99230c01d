package session

import (
	"fmt"

	"github.com/agent-admin/memoria/flush/reported"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/flush/transcript"
)

// sameMoment is how many seconds lie at most between a hook that tells words and their row in a fork of the session.
const sameMoment = 16

// Echo returns the keys under which the index of rows has the words of a turn: as hooks alone told them, or as a transcript has them
// from before any hook told of its session. near adds to the moment.
func Echo(agent string, told bool, t *transcript.Turn, near ...int64) (keys []rowkey.Key) {
	for _, mark := range reported.MarksOf(t) {
		for _, n := range near {
			keys = append(keys, rowkey.Of(fmt.Sprintf("echo %s %t %s %d", agent, told, mark, t.At.Unix()/sameMoment+n)))
		}
	}
	return keys
}

// Echoed gives a turn whose rows are unknown to the session in which the index has its words by one of keys, and returns the marks
// of its rows.
func (c *Cover) Echoed(me rowkey.Key, t *transcript.Turn, keys []rowkey.Key) (marks []rowkey.Mark) {
	if _, known := c.Mark(rowkey.Of(transcript.RowOf(t.ID))); known {
		return nil
	}
	for _, key := range keys {
		if m, ok := c.Mark(key); ok && m.Session != me {
			for _, r := range t.RowIDs() {
				m.Row = rowkey.Of(r)
				c.Add(m)
				marks = append(marks, m)
			}
			return marks
		}
	}
	return nil
}
