package flush

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/agent-admin/memoria/flush/session"
	"github.com/agent-admin/memoria/wiki/ask"
)

// Draft has the author write summaries for the sessions of p, several at a time, and writes nothing to the logs. A
// [Scribe] keeps its summaries, so that a later [Flusher.Run] of the same sessions need not wait for it while it
// holds the lock. each may be called by several goroutines. After an [ask.Failure], which it returns, it begins no more
// than one other session; the questions that are being answered, which are paid for, are waited for. Run finds all other
// errors.
func (f *Flusher) Draft(ctx context.Context, p *Plan, workers int, each func(done int, s *session.Session)) error {
	g, stopped := errgroup.WithContext(ctx)
	g.SetLimit(max(1, workers))
	var done atomic.Int64
	for _, s := range p.Todo {
		if stopped.Err() != nil {
			break
		}
		g.Go(func() error {
			if _, _, err := f.session(ctx, p, s); ask.Passing(err) || ctx.Err() != nil {
				return cmp.Or(ctx.Err(), err)
			}
			if n := done.Add(1); each != nil {
				each(int(n), s)
			}
			return nil
		})
	}
	return cmp.Or(g.Wait(), ctx.Err())
}

// Keep leaves in p only the sessions for which keep returns true.
func (p *Plan) Keep(keep func(*session.Session) bool) {
	p.Todo = slices.DeleteFunc(slices.Clone(p.Todo), func(s *session.Session) bool { return !keep(s) })
}

// Add adds the counts of another run, of other sessions.
func (r *Report) Add(o Report) {
	r.Flushed += o.Flushed
	r.Skipped = append(r.Skipped, o.Skipped...)
	r.Failed = append(r.Failed, o.Failed...)
	r.Turns += o.Turns
	r.Appended.Add(o.Appended)
}
