package session

import (
	"github.com/agent-admin/memoria/flush/reported"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/flush/transcript"
)

// recentMessages is how many messages a cursor keeps.
const recentMessages = 8

// Awaited are the messages that hooks reported of a session and that its transcript lacked.
type Awaited struct {
	Messages []reported.Message // messages whose rows are not there yet
	Known    map[string]bool    // turns that are such messages, captured before, by id
	Marks    []rowkey.Mark      // of their rows
	Arrived  bool               // the row of one that waited is there
	Dir      string             // that the words before those in view were said in
	Counted  int                // messages, counted as turns, whose rows were captured as other turns
}

// Match puts messages that only hooks reported among the turns of a session, which begin at a place in
// the transcript, and recognises the turns that were captured as such before.
func (w *Awaited) Match(me rowkey.Key, turns []transcript.Turn, start int64, c *Cover) []transcript.Turn {
	var still []reported.Message
	w.Known = map[string]bool{}
	for _, h := range append(w.Messages, c.Unrecorded(me, turns, w.Messages)...) {
		h.Held = h.Held && !c.Took(me, h.ID) // a crash came between
		t := h.FindIn(turns, w.Known)
		switch {
		case t != nil && h.Entry != "" && reported.IsPartial(h.ID): // it says more than was taken
			if !h.Fresh {
				w.Counted++
			}
		case t != nil && h.Entry != "":
			w.Known[t.ID] = !h.Fresh
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

// Held counts the messages that are not taken yet.
func (w *Awaited) Held() (n int) {
	for _, h := range w.Messages {
		if h.Held {
			n++
		}
	}
	return n
}
