package flush

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/flush/transcript"
)

// listen finds out whether the transcript holds what the hooks heard. What it does not hold, of the
// last message, is taken from the hook, unless the capture is patient.
func (k *capturing) listen() error {
	for _, p := range k.parts {
		if p.cur != nil {
			p.waiting = slices.Clone(p.cur.Heard)
		}
	}
	if len(k.Messages) == 0 {
		return nil
	}
	last := k.Messages[len(k.Messages)-1]
	p, id := k.speaker(), heardID(last)
	if p == nil || id == "" || p.own || k.holds(p, last, id) {
		return nil
	}
	if k.Patient {
		return ErrLagging
	}
	if text := strings.TrimSpace(k.clean(last.Text)); text != "" {
		p.waiting = append(p.waiting, heard{ID: id, Text: text, At: last.At})
	}
	return nil
}

// speaker is the part of the session that the hooks spoke of.
func (k *capturing) speaker() *part {
	for _, id := range [...]string{k.Session, k.Source.stem()} {
		for _, p := range k.parts {
			if p.id == id {
				return p
			}
		}
	}
	if len(k.parts) == 0 {
		return nil
	}
	return k.parts[len(k.parts)-1]
}

// holds reports whether a message is in the transcript, or was taken from a hook before.
func (k *capturing) holds(p *part, m queue.Message, id string) bool {
	mark := id[:markLen]
	for i := range p.turns {
		if endsIn(&p.turns[i], mark) {
			return true
		}
	}
	if k.v.start > 0 && p.cur != nil && slices.Contains(p.cur.Marks, mark) {
		return true
	}
	return slices.ContainsFunc(p.waiting, func(h heard) bool { return h.ID == id })
}

// A hearing is what hooks heard of a session that its transcript lacked.
type hearing struct {
	waiting []heard         // messages whose rows are not there yet
	told    map[string]bool // turns that are such messages, captured before, by id
	marks   []rowMark       // of their rows
	arrived bool            // the row of one that waited is there
}

// match puts messages that only hooks heard among the turns of a session, which begin at a place in
// the transcript, and recognises the turns that were captured as such before.
func (l *hearing) match(me turnKey, turns []transcript.Turn, start int64, c *cover) []transcript.Turn {
	var still []heard
	l.told = map[string]bool{}
	for _, h := range append(l.waiting, c.unrecorded(me, turns, l.waiting)...) {
		t := h.written(turns, l.told)
		switch {
		case t != nil && h.Entry != "":
			l.told[t.ID] = !h.Fresh
			for _, id := range rowIDs(t) {
				if _, ok := c.mark(keyOf(id)); !ok {
					m := rowMark{keyOf(id), me, keyOf(h.Entry)}
					c.add(m)
					l.marks = append(l.marks, m)
				}
			}
		case t != nil: // its row is there; the archive may have it already
			l.arrived = true
		case h.Entry != "":
			still = append(still, h)
		default:
			turns = h.insert(turns, start)
			still = append(still, h)
		}
	}
	l.waiting = still[max(0, len(still)-recentHeard):]
	return turns
}

// unrecorded are the messages that entries of a session end with and that the ledger does not know
// of: a crash came between.
func (c *cover) unrecorded(me turnKey, turns []transcript.Turn, known []heard) []heard {
	var out []heard
	for _, s := range c.heard {
		if !isHeard(s.To) || sessionKey(s.Agent, s.Session) != me ||
			slices.ContainsFunc(known, func(h heard) bool { return h.ID == s.To }) ||
			!slices.ContainsFunc(turns, func(t transcript.Turn) bool { return row(t.ID) == s.From || row(t.Last) == s.To }) {
			continue
		}
		if h := (heard{ID: s.To, At: s.At, Entry: s.Entry, Fresh: true}); h.written(turns, nil) == nil {
			out = append(out, h)
		}
	}
	return out
}

// insert puts the message behind the turns that were over when it was heard.
func (h heard) insert(turns []transcript.Turn, start int64) []transcript.Turn {
	n := len(turns)
	for n > 0 && turns[n-1].At.After(h.At) {
		n--
	}
	if n == 0 {
		return slices.Insert(turns, 0, h.turn(nil, start))
	}
	return slices.Insert(turns, n, h.turn(&turns[n-1], turns[n-1].End))
}

// recall notes which entries cover the messages that wait for their rows.
func (l *hearing) recall(h *harvest, c *cover) {
	for i := range l.waiting {
		w := &l.waiting[i]
		for _, x := range h.pieces {
			if x.ID == w.ID && x.fate == flushed {
				w.Text, w.Entry = "", cmp.Or(c.held[x.entry], h.entryID(x.entry))
			}
		}
	}
}
