package session

import (
	"io"
	"math"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/transcript"
)

const (
	recentAsked = 400
	queueRoom   = 8 << 20 // bytes that are read again for a message that may wait in the client's queue
)

// An Extent is where a turn stands in its file. An open one has to be read again.
type Extent struct {
	begin, end int64
	open       bool
	secret     bool // one was taken out of it
}

// ExtentOf returns the Extent of t.
func ExtentOf(t *transcript.Turn, open bool) Extent {
	const mark = "[redacted:"
	secret := strings.Contains(t.Text, mark) || slices.ContainsFunc(t.Steps, func(s transcript.Step) bool { return strings.Contains(s.Target+s.Outcome, mark) })
	return Extent{t.Begin, t.End, open, secret}
}

// offset returns where the next reading may begin.
func (v *View) offset(all []Extent) int64 {
	at, limit := v.Start, int64(math.MaxInt64)
	for _, x := range all {
		if x.open {
			limit = min(limit, x.begin)
		} else {
			at = max(at, x.end)
		}
	}
	at = min(at, limit)
	if queued := v.Start + v.Stats.Resume; at-queued <= queueRoom {
		at = min(at, queued)
	}
	for again := true; again; { // never within a turn
		again = false
		for _, x := range all {
			if !x.open && x.begin < at && at < x.end {
				at, again = x.begin, true
			}
		}
	}
	return max(at, v.Start)
}

// Cursor returns a cursor behind everything that need not be read again; at the beginning if the file cannot
// be identified.
func (v *View) Cursor(all []Extent, old *ledger.Cursor) *ledger.Cursor {
	offset := v.offset(all)
	c := &ledger.Cursor{Offset: offset, ID: v.id, Attaches: v.Stats.Attaches}
	for _, at := range v.Stats.Torn {
		if v.Start+at < offset {
			c.Damaged++
		}
	}
	if old != nil && v.Start > 0 {
		c.Damaged += old.Damaged
		c.Place, c.Dir, c.Rows, c.Asked, c.Secrets = old.Place, old.Dir, old.Rows, old.Asked, old.Secrets
	}
	for _, x := range all {
		c.Secrets = c.Secrets || x.secret && x.begin < offset
	}
	for _, p := range v.asked {
		if p.begin < offset {
			c.Asked = append(slices.Clip(c.Asked), p.after)
		}
	}
	c.Asked = c.Asked[max(0, len(c.Asked)-recentAsked):]
	if s, ok := v.file.(io.Seeker); ok && offset > 0 {
		if head, tail, err := v.edges(s, offset); err == nil {
			c.Head, c.Tail = head, tail
			return c
		}
	}
	return &ledger.Cursor{ID: v.id}
}
