package flush

import (
	"context"
	"slices"

	"github.com/agent-admin/memoria/flush/session"
)

// Draft has the author write about what p is to flush, several sessions at a time, and nothing is
// written: a [Scribe] keeps what it wrote, so that a [Flusher.Run] of the same sessions need not wait for
// it while it keeps others from the logs. It ends at the first [ask.Failure], which it returns; what
// else goes wrong is for Run to find.
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

// Keep leaves in p only the sessions that keep wants.
func (p *Plan) Keep(keep func(*session.Session) bool) {
	p.Todo = slices.DeleteFunc(slices.Clone(p.Todo), func(s *session.Session) bool { return !keep(s) })
}

// Add counts what another run did of other sessions.
func (r *Report) Add(o Report) {
	r.Flushed += o.Flushed
	r.Skipped = append(r.Skipped, o.Skipped...)
	r.Failed = append(r.Failed, o.Failed...)
	r.Turns += o.Turns
	r.Appended.Add(o.Appended)
}
