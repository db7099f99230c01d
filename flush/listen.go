package flush

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/flush/filter"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/flush/reported"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/flush/session"
	"github.com/agent-admin/memoria/flush/transcript"
)

// listen finds out whether the transcript holds what the hooks heard. What it does not hold, of the
// last message, is taken from the hook, unless the capture is patient or holds it.
func (k *capturing) listen() error {
	lags := false
	for _, p := range k.parts {
		if p.cur == nil {
			continue
		}
		if k.v.Start > 0 {
			p.dir = p.cur.Dir
		}
		for _, h := range p.cur.Heard {
			if h.Entry == "" && k.silent(p, h.At) {
				continue
			}
			lags = lags || h.Held && h.FindIn(p.turns, nil) == nil
			h.Held = h.Held && k.Hold
			p.waiting = append(p.waiting, h)
		}
	}
	if k.misses() {
		lags = true
	}
	if lags && k.Patient {
		return ErrLagging
	}
	return nil
}

// misses reports whether the last message is in no transcript, and then has it wait for its row.
func (k *capturing) misses() bool {
	if len(k.Messages) == 0 {
		return false
	}
	last := k.Messages[len(k.Messages)-1]
	p, id := k.speaker(), reported.ID(last)
	if p == nil || id == "" || p.own || k.holds(p, last, id) || k.silent(p, last.At) {
		return false
	}
	if text := strings.TrimSpace(k.Redact(last.Text)); text != "" {
		p.waiting = append(p.waiting, reported.Message{ID: id, Text: text, At: last.At, Held: k.Hold})
	}
	return true
}

// silent reports whether nothing that a hook heard at a time may be kept: the folder it was said in,
// or the one that the session went on in, bars it. Where no folder is known, rules bar all.
func (k *capturing) silent(p *part, at time.Time) bool {
	s, dir := k.Follow(filter.Place{}), p.dir
	if k.v.Start > 0 && p.cur != nil {
		s = k.Follow(p.cur.Place)
	}
	bars := func() bool {
		why := s.Next(&transcript.Turn{CWD: dir})
		unknown := dir == "" && s.Root == "" && (k.Hidden != nil || k.Excluded != nil)
		return why != "" || unknown || k.ours(dir)
	}
	then := bars()
	last := then
	for i := range p.turns {
		dir = cmp.Or(p.turns[i].CWD, dir)
		if last = bars(); !p.turns[i].At.After(at) {
			then = last
		}
	}
	return then || last
}

// speaker is the part of the session that the hooks spoke of.
func (k *capturing) speaker() *part {
	for _, id := range [...]string{k.Session, k.Source.Stem()} {
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
	mark := reported.MarkOf(id)
	for i := range p.turns {
		if slices.Contains(reported.EndingOf(&p.turns[i]).Marks, mark) {
			return true
		}
	}
	if k.v.Start > 0 && p.cur != nil && slices.Contains(p.cur.Marks, mark) {
		return true
	}
	return slices.ContainsFunc(p.waiting, func(h reported.Message) bool { return h.ID == id })
}

// recentHeard is how many messages a cursor keeps.
const recentHeard = 8

// A hearing is what hooks heard of a session that its transcript lacked.
type hearing struct {
	waiting []reported.Message // messages whose rows are not there yet
	told    map[string]bool    // turns that are such messages, captured before, by id
	marks   []rowkey.Mark      // of their rows
	arrived bool               // the row of one that waited is there
	dir     string             // that the words before those in view were said in
	counted int                // messages, counted as turns, whose rows were captured as other turns
}

// match puts messages that only hooks heard among the turns of a session, which begin at a place in
// the transcript, and recognises the turns that were captured as such before.
func (l *hearing) match(me rowkey.Key, turns []transcript.Turn, start int64, c *session.Cover) []transcript.Turn {
	var still []reported.Message
	l.told = map[string]bool{}
	for _, h := range append(l.waiting, c.Unrecorded(me, turns, l.waiting)...) {
		h.Held = h.Held && !c.Took(me, h.ID) // a crash came between
		t := h.FindIn(turns, l.told)
		switch {
		case t != nil && h.Entry != "" && reported.IsPartial(h.ID): // it says more than was taken
			l.counted += boolInt(!h.Fresh)
		case t != nil && h.Entry != "":
			l.told[t.ID] = !h.Fresh
			for _, id := range t.RowIDs() {
				if _, ok := c.Mark(rowkey.Of(id)); !ok {
					m := rowkey.Mark{Row: rowkey.Of(id), Session: me, Entry: rowkey.Of(h.Entry)}
					c.Add(m)
					l.marks = append(l.marks, m)
				}
			}
		case t != nil: // its row is there; the archive may have it already
			l.arrived = true
		case h.Entry != "" || h.Held:
			still = append(still, h)
		default:
			turns = h.Insert(turns, l.dir, start)
			still = append(still, h)
		}
	}
	l.waiting = still[max(0, len(still)-recentHeard):]
	return turns
}

// held counts the messages that are not taken yet.
func (l *hearing) held() (n int) {
	for _, h := range l.waiting {
		n += boolInt(h.Held)
	}
	return n
}

// recall notes which entries cover the messages that wait for their rows.
func (l *hearing) recall(h *harvest, c *session.Cover) {
	for i := range l.waiting {
		w := &l.waiting[i]
		for _, x := range h.pieces {
			if x.ID == w.ID && x.fate == flushed {
				w.Text, w.Entry = "", cmp.Or(c.Held[x.Entry], h.entryID(x.Entry))
			}
		}
	}
}
