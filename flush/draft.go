package flush

import (
	"context"
	"slices"

	"github.com/agent-admin/memoria/flush/session"
)

// Draft has the author write summaries for the sessions of p, several at a time, and writes nothing to the logs. A
// [Scribe] keeps its summaries, so that a later [Flusher.Run] of the same sessions need not wait for it while it
// holds the lock. Draft ends at the first [ask.Failure], which it returns; Run finds all other errors.
func (f *Flusher) Draft(ctx context.Context, p *Plan, workers int, each func(done int, s *session.Session)) error {
	ctx, cancel := context.WithCancel(ctx)
	jobs, wait := f.prepare(ctx, p, max(1, workers))
	defer wait()
	defer cancel()
	for i, s := range p.Todo {
		job := <-jobs[i]
		if err := ctx.Err(); err != nil {
			return err
		}
		if passing(job.err) {
			return job.err
		}
		if each != nil {
			each(i+1, s)
		}
	}
	return nil
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
