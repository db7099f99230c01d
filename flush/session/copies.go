package session

import (
	"time"

	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/flush/transcript"
)

// A Stretch is the time between two turns.
type Stretch struct{ First, Last time.Time }

// Add stretches s to a turn.
func (s *Stretch) Add(t *transcript.Turn) {
	if b := t.Began(); !b.IsZero() && (s.First.IsZero() || b.Before(s.First)) {
		s.First = b
	}
	if t.At.After(s.Last) {
		s.Last = t.At
	}
}

// adopt takes the copies that forks have of a session, unless it has turns of its own.
func adopt(found, copied map[rowkey.Key]*Session) {
	for key, c := range copied {
		s := found[key]
		if s != nil && len(s.ids) > 0 {
			continue
		}
		if s != nil {
			c.Sub, c.Own, c.damaged = s.Sub, s.Own, s.damaged
			for _, src := range s.Sources {
				if !has(c.Sources, src.Path) {
					c.Sources = append(c.Sources, src)
				}
			}
		}
		c.copied, found[key] = true, c
	}
}

// Copies tells which of the copies that forks have of a session were captured from its own transcript, which is gone.
type Copies struct {
	had  time.Time // until when that was
	mate time.Time // when the turn began of which a copy lies in an entry
}

// Copies returns what is known of the copies of a session; old is its record.
func (c *Cover) Copies(session rowkey.Key, old ledger.Record) *Copies {
	had := c.last[session]
	if old.Settled() && old.Last.After(had) {
		had = old.Last
	}
	return &Copies{had: had}
}

// Known reports whether the next of the turns of the session is a copy of what was captured, though under another name.
func (c *Copies) Known(p *Part) bool {
	if c == nil {
		return false
	}
	at := p.Began()
	if p.Copied && p.Entry != 0 {
		c.mate = at
	}
	return p.Copied && p.Entry == 0 && !at.Truncate(time.Second).After(c.had) && (!at.Equal(c.mate) || c.had.After(at))
}
