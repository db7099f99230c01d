package capture

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime/debug"
	"slices"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/agents"
	"github.com/agent-admin/memoria/cmd/internal/handler/dailynotes"
	"github.com/agent-admin/memoria/cmd/internal/handler/memory"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/pick"
	"github.com/agent-admin/memoria/wiki/ask"
)

const (
	lagLooks     = 150 * time.Millisecond // between two looks at a transcript that its hook was ahead of
	lagLimit     = 1 * time.Second        // then the rest is captured without the message that the hook brought
	heldLimit    = 10 * time.Minute       // and after this with it
	goneLimit    = 2 * time.Second        // how long a transcript that is not there is waited for
	lockedWait   = 5 * time.Second        // before another look at a lock that an import holds
	hopelessWait = time.Minute            // before another try on a full or read-only disk
	modelWait    = 15 * time.Second       // before a model that was busy is asked about another session
)

// work does one job and records the result in the queue. It returns an error only if the run has to end; the job then
// stays queued.
func (w *Worker) work(ctx context.Context, j *queue.Job) error {
	if j.Has(queue.Start) {
		w.Scan = true
	}
	if wait, err := w.tooMany(j); err != nil || wait > 0 {
		return errors.Join(err, w.Queue.Release(j, w.Vault.Now(), fmt.Sprintf("more than %d new sessions within an hour", w.ceiling()), wait))
	}
	if wait := w.waitTill.Sub(w.Vault.Now()); wait > 0 {
		return w.Queue.Defer(j, w.Vault.Now(), w.waitWhy.Error(), wait)
	}
	err := w.session(ctx, j)
	var later ask.Failure
	switch {
	case ctx.Err() != nil:
		return errors.Join(ctx.Err(), w.Queue.Release(j, w.Vault.Now(), "", 0))
	case err == nil:
		return w.Queue.Done(j)
	case hopeless(err): // every other job would fail with it too
		w.Queue.Release(j, w.Vault.Now(), err.Error(), hopelessWait) // this may fail as well; the error below counts
		return err
	case errors.Is(err, fsutil.ErrLocked):
		wrong := w.Queue.Release(j, w.Vault.Now(), "another run writes the logs", lockedWait)
		if w.Silent || w.Wait {
			return wrong
		}
		return errors.Join(err, wrong) // who called is told, and the job waits
	case errors.As(err, &later):
		return w.later(j, err, later)
	}
	w.Report.fail(j.Session, err)
	w.Tell("session %s: %v", j.Session, err)
	return w.Queue.Retry(j, w.Vault.Now(), err.Error(), 0)
}

// later puts a job back that waits for a model. If it waits for a limit, this run begins no other job; if the model
// is busy, the other jobs wait as long.
func (w *Worker) later(j *queue.Job, err error, why ask.Failure) error {
	w.Tell("session %s waits: %v", j.Session, why)
	if why.Outcome() == ask.OverBudget {
		w.Stopped = err
	} else {
		w.waitTill, w.waitWhy = w.Vault.Now().Add(max(why.RetryAfter(), modelWait)), why
	}
	return w.Queue.Defer(j, w.Vault.Now(), why.Error(), why.RetryAfter())
}

func (w *Worker) ceiling() int { return cmp.Or(w.Ceiling, newSessions) }

// tooMany returns how long a new session has to wait if more sessions begin than a person could start. It is the last
// guard against a loop in which the session of a model's own client is captured and asks the model again. It does not
// apply to a flush by hand.
func (w *Worker) tooMany(j *queue.Job) (wait time.Duration, err error) {
	if !w.Silent {
		return 0, nil
	}
	r, err := w.Vault.Ledger().Get(j.Agent, j.Session, w.Vault.Now())
	if err != nil || r.Session != "" {
		return 0, err
	}
	return (&queue.Ceiling{Dir: w.Vault.Dir, PerHour: w.ceiling()}).Take(w.Vault.Now())
}

// session captures what is new in a job's session. A panic fails the job, not the worker.
func (w *Worker) session(ctx context.Context, j *queue.Job) (err error) {
	defer func() {
		if r := recover(); r != nil {
			w.Vault.Log().Printf("worker", "session %s: panic: %v: %s", j.Session, r, debug.Stack())
			err = fmt.Errorf("a fault of memoria's: %v", r)
		}
	}()
	if slices.Equal(j.Kinds, []queue.Kind{queue.Start}) {
		return nil // it only began
	}
	if len(agents.Of(j.Agent)) == 0 || j.Agent == "" {
		return fmt.Errorf("%q is not an agent this version reads", j.Agent)
	}
	why := w.leavesOut(j.Dir)
	limit := jobLimit
	if w.Scribe.Asks() {
		limit = askedLimit
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	src, err := w.source(ctx, j)
	if errors.Is(err, fs.ErrNotExist) {
		return w.gone(ctx, j, why)
	}
	if err != nil {
		return err
	}
	if err := w.capture(ctx, j, src); errors.Is(err, flush.ErrNoTranscript) {
		return w.foreign(ctx, j, src, why)
	} else if err != nil {
		return err
	}
	w.uses(j, src)
	if err := w.unheard(j); err != nil {
		return err
	}
	return w.wait(j) // of some the rows are still to be written, or to be decided on
}

// source finds the transcript of a job: at the path that hooks gave, else by the session's id. If something was said
// in the session, it waits a little for the transcript to appear, but not for one of which no hook gave the path: an agent
// that is told to keep none has none.
func (w *Worker) source(ctx context.Context, j *queue.Job) (transcript.Source, error) {
	a := agents.Of(j.Agent)[0]
	for began := time.Now(); ; {
		src, err := a.Source(ctx, j.Transcript, a.Root(w.Vault.Machine.Getenv, w.Vault.Machine.Home), j.Session, j.Dir)
		if !errors.Is(err, fs.ErrNotExist) || !j.Said() || j.Transcript == "" || time.Since(began) >= cmp.Or(w.patience, goneLimit) {
			return src, err
		}
		select {
		case <-ctx.Done():
			return src, ctx.Err()
		case <-time.After(lagLooks):
		}
	}
}

func (w *Worker) capture(ctx context.Context, j *queue.Job, src transcript.Source) error {
	c := flush.Capture{Source: src, Session: j.Session, Began: j.First, Final: w.ended(j), Messages: j.Messages, Patient: true, Hold: w.mayCome(j, src)}
	if !reported(j) {
		s, err := w.Vault.Scanner()
		if err != nil {
			return err
		}
		c.Since = s.Since[j.Agent]
	}
	for began := time.Now(); ; {
		got, err := w.once(ctx, c)
		switch {
		case err == nil:
			w.add(got)
			return nil
		case !errors.Is(err, flush.ErrLagging):
			return err
		}
		c.Patient = time.Since(began) < lagLimit
		c.Hold = w.mayCome(j, c.Source)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(lagLooks):
		}
		if src, err := agents.Of(j.Agent)[0].Open(c.Source.Path); err == nil {
			src.Dir = c.Source.Dir
			c.Source = src // it may have grown
		}
	}
}

// mayCome reports whether the row of a message that a hook brought may still be written. The hook's copy of it lacks
// whatever could be a secret, so it is taken only when nothing better will come.
func (w *Worker) mayCome(j *queue.Job, src transcript.Source) bool {
	last := src.ModTime
	for _, m := range j.Messages {
		if m.At.After(last) {
			last = m.At
		}
	}
	return w.Vault.Now().Sub(last) < heldLimit
}

// once captures under LockImport, and asks no model under it.
func (w *Worker) once(ctx context.Context, c flush.Capture) (got flush.Captured, err error) {
	err = w.Scribe.Unlocked(ctx, func() error {
		unlock, err := w.Vault.Writer(ctx, "capture")
		if err != nil {
			return err
		}
		defer unlock()
		f := w.Vault.Flusher()
		f.Author = w.Scribe.Author
		got, err = f.Capture(ctx, c, w.Vault.Now())
		return err
	})
	return got, err
}

// reported reports whether a hook, not only a scan, queued the session.
func reported(j *queue.Job) bool {
	return slices.ContainsFunc(j.Kinds, func(k queue.Kind) bool { return k != queue.Scan })
}

// ended reports whether a session is over, so that no more of it will come.
func (w *Worker) ended(j *queue.Job) bool {
	return j.Has(queue.End) || j.Has(queue.Scan) && !running(j.PID)
}

func (w *Worker) add(got flush.Captured) {
	w.Report.Entries += got.Entries
	w.Report.Bullets += got.Bullets
	if got.Entries > 0 {
		w.Report.Sessions++
		w.compiled, w.synced = false, false
	}
	w.Report.Damaged = append(w.Report.Damaged, got.Damaged...)
	for d := range got.Days {
		w.Report.Days[d]++
	}
	for _, r := range got.Sessions {
		if r.State == ledger.Skipped && !r.Copy {
			w.Report.Skipped = append(w.Report.Skipped, ledger.Skip{Session: r.Session, Reason: r.Reason})
		}
	}
}

// memories adds the agent's own memory files, and the person's daily notes, to the logs, once the sessions that a scan found are done.
func (w *Worker) memories(ctx context.Context) error {
	w.remember = false
	s, err := w.Vault.Scanner()
	if err != nil {
		return err
	}
	jobs, err := w.Queue.List(w.Vault.Now())
	if err != nil {
		return err
	}
	open := pick.Set(jobs, func(j queue.Job) string { return j.Session })
	unlock, err := w.Vault.Writer(ctx, "capture")
	if err != nil {
		return err
	}
	defer unlock()
	m, err := memory.Take(ctx, w.Vault, memory.Ask{Since: func(agent string) (time.Time, bool) {
		since, hooked := s.Since[agent]
		return since, hooked
	}}, func(session string) bool { return open[session] })
	w.Report.Entries += m.Entries
	w.Report.Bullets += m.Bullets
	for d := range m.Days {
		w.Report.Days[d]++
	}
	for _, r := range m.Refused {
		w.Tell("%s: %s", r.Session, r.Reason)
	}
	own, wrong := dailynotes.Take(ctx, w.Vault)
	w.Report.Entries += own.Entries
	w.Report.Bullets += own.Lines
	for d := range own.Days {
		w.Report.Days[d]++
	}
	if m.Entries+own.Entries > 0 {
		w.compiled, w.synced = false, false
	}
	return cmp.Or(err, wrong)
}
