package flush

import (
	"context"
	"fmt"
	"time"

	"github.com/agent-admin/memoria/daily"
)

// Unwritten is what a capture would append to the day logs of the session that it names: what was said and is in no
// entry yet. Nothing is written, nor any lock needed; the Author is asked all the same.
func (f *Flusher) Unwritten(ctx context.Context, c Capture, now time.Time) (entries []daily.Entry, err error) {
	k := &capturing{Flusher: f, Capture: c, now: now}
	k.Final = true // nobody waits for what is still to be said
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
		h, err := f.reap(ctx, k.work(p), k.cover)
		if err != nil {
			return nil, fmt.Errorf("read what session %s said last: %w", c.Session, err)
		}
		entries = append(entries, h.entries...)
	}
	return entries, nil
}
