package session

import (
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/reported"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/pick"
)

// recentMessages is how many messages a cursor keeps.
const recentMessages = 8

// Awaited holds the messages of a session that hooks reported and that its transcript lacked.
type Awaited struct {
	Messages []reported.Message // messages whose rows are still missing
	Known    map[string]bool    // turns captured before that are such messages, by id
	Came     archive.Came       // these turns, by the ids of the messages
	Marks    []rowkey.Mark      // of their rows
	Arrived  bool               // the row of a waiting message has come
	Dir      string             // folder in which the words before these turns were said
}

// Recall gives turns the ids under which an earlier version, or from a fork, captured them in the session.
func (c *Cover) Recall(me rowkey.Key, turns []transcript.Turn) {
	for i := range turns {
		if t := &turns[i]; t.Former != "" {
			if m, ok := c.Mark(rowkey.Of(t.Former)); ok && m.Session == me || !ok && c.named[t.Former] == me {
				t.Recall()
			}
		}
	}
}

// Match inserts messages that only hooks reported into the turns of a session, and recognises the turns that
// were captured as such messages before. The turns begin at the offset start of the transcript.
func (w *Awaited) Match(me rowkey.Key, turns []transcript.Turn, start int64, c *Cover) []transcript.Turn {
	c.Recall(me, turns)
	var still []reported.Message
	w.Known, w.Came = map[string]bool{}, archive.Came{}
	for _, h := range append(w.Messages, c.Unrecorded(me, turns, w.Messages)...) {
		h.Held = h.Held && !c.Took(me, h.ID) // after a crash in between
		t := h.FindIn(turns, w.Known)
		switch {
		case t != nil && h.Entry != "":
			w.Known[t.ID], w.Came[h.ID] = !h.Fresh, t
			for _, id := range t.RowIDs() {
				if _, ok := c.Mark(rowkey.Of(id)); !ok {
					m := rowkey.Mark{Row: rowkey.Of(id), Session: me, Entry: rowkey.Of(h.Entry)}
					c.Add(m)
					w.Marks = append(w.Marks, m)
				}
			}
		case t != nil: // its row is there; the archive may have it already
			w.Arrived = true
		case h.Entry != "" || h.Held:
			still = append(still, h)
		default:
			turns = h.Insert(turns, w.Dir, start)
			still = append(still, h)
		}
	}
	w.Messages = still[max(0, len(still)-recentMessages):]
	return turns
}

// Held counts the messages that are not yet taken as turns.
func (w *Awaited) Held() (n int) {
	return pick.Count(w.Messages, func(h reported.Message) bool { return h.Held })
}
