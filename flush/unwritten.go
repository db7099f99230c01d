package flush

import (
	"context"
	"fmt"
	"time"

	"github.com/agent-admin/memoria/daily"
)

// Unwritten returns the entries that a capture would append to the day logs for the session that c names: what was
// said and is in no entry yet. It writes nothing and needs no lock, but it does ask the Author.
func (f *Flusher) Unwritten(ctx context.Context, c Capture, now time.Time) (entries []daily.Entry, err error) {
	k := &capturing{Flusher: f, Capture: c, now: now}
	k.Final = true // nothing waits for what is said later
	if err := k.read(ctx); err != nil {
		return nil, fmt.Errorf("read what session %s said last: %w", c.Session, err)
	}
	defer k.v.Close()
	if err := k.consult(); err != nil {
		return nil, fmt.Errorf("read what session %s said last: %w", c.Session, err)
	}
	for _, p := range k.parts {
		if p.id != c.Session {
			continue
		}
		h, err := f.decide(ctx, k.work(p), k.cover)
		if err != nil {
			return nil, fmt.Errorf("read what session %s said last: %w", c.Session, err)
		}
		entries = append(entries, h.entries...)
	}
	return entries, nil
}
