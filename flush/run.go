package flush

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/before"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/session"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki/ask"
)

// A Report says what a run did.
type Report struct {
	Flushed int // sessions with at least one entry
	Skipped []ledger.Skip
	Failed  []ledger.Skip // sessions whose transcript or log cannot be read or written, recorded as dead
	Appended
	Turns int // of the sessions that were worked through
}

// Run carries out p. It reads and summarises several sessions at a time and appends their entries in the order of the
// plan, so the logs do not depend on which session was ready first. A session whose transcript cannot be read, or
// whose log cannot be written, is recorded as dead, with the reason, and the others go on. A full or read-only disk
// ends the run, and so does an [ask.Failure]. An interrupted run can be repeated: what is in the logs is not written
// again.
func (f *Flusher) Run(ctx context.Context, p *Plan, workers int, each func(done int, s *session.Session)) (Report, error) {
	var rep Report
	f.Daily.Whole = func(id string) bool { return p.written[id] }
	for _, s := range p.Todo {
		if err := ctx.Err(); err != nil {
			return rep, err
		}
		if p.old[s].Session != "" {
			continue // its record still holds
		}
		if err := f.Ledger.Put(s.Waiting()); err != nil {
			return rep, err
		}
	}
	knowing, err := *f, error(nil)
	if knowing.open, err = before.ReadTasks(f.Daily); err != nil {
		return rep, err
	}
	ctx, cancel := context.WithCancel(ctx)
	jobs, wait := f.prepare(ctx, p, max(1, workers))
	defer wait()
	defer cancel()
	for i, s := range p.Todo {
		job := <-jobs[i]
		if err := ctx.Err(); err != nil {
			return rep, err
		}
		err := job.err
		if err == nil && slices.ContainsFunc(job.result.told, func(t before.Told) bool { return t.Tells(knowing.open) }) {
			job.rec, job.result, err = knowing.session(ctx, p, s) // it ends tasks of those before it, which are in the logs by now
		}
		if err == nil {
			err = f.commit(ctx, job.rec, job.result, p.now, &rep)
		}
		if ends(ctx, err) {
			return rep, fmt.Errorf("flush session %s: %w", s.ID, err)
		}
		if err != nil {
			if err := f.setAside(s, p.old[s], err, &rep); err != nil {
				return rep, err
			}
			continue
		}
		knowing.open.Add(job.result.entries, f.Zone)
		if each != nil {
			each(i+1, s)
		}
	}
	return rep, nil
}

// ends reports whether every other session would meet the same error.
func ends(ctx context.Context, err error) bool {
	return err != nil && (ctx.Err() != nil || errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EROFS) || errors.Is(err, fsutil.ErrLocked) || ask.Passing(err))
}

// setAside records that s could not be flushed. The next run tries it again.
func (f *Flusher) setAside(s *session.Session, old ledger.Record, why error, rep *Report) error {
	rec, _ := s.Record(old)
	rec.State, rec.Reason, rec.Dead = ledger.Dead, why.Error(), rec.Turns
	rep.Failed = append(rep.Failed, ledger.Skip{Session: s.ID, Reason: rec.Reason})
	return f.Ledger.Put(rec)
}

// prepared is a session that was read and summarised, but not written yet.
type prepared struct {
	rec    ledger.Record
	result *result
	err    error
}

// prepare works through the sessions of p, at most workers ahead of the one being committed. After ctx ends, wait
// returns when no session is in work any more.
func (f *Flusher) prepare(ctx context.Context, p *Plan, workers int) (jobs []chan prepared, wait func()) {
	var all sync.WaitGroup
	jobs = make([]chan prepared, len(p.Todo))
	for i := range jobs {
		jobs[i] = make(chan prepared)
	}
	next := make(chan int)
	all.Go(func() {
		defer close(next)
		for i := range jobs {
			select {
			case next <- i:
			case <-ctx.Done():
				for ; i < len(jobs); i++ {
					close(jobs[i])
				}
				return
			}
		}
	})
	for range workers {
		all.Go(func() {
			for i := range next {
				rec, result, err := f.session(ctx, p, p.Todo[i])
				select {
				case jobs[i] <- prepared{rec, result, err}:
				case <-ctx.Done():
					close(jobs[i])
				}
			}
		})
	}
	return jobs, all.Wait
}

// commit writes the result of one session, and records it.
func (f *Flusher) commit(ctx context.Context, rec ledger.Record, h *result, now time.Time, rep *Report) error {
	if err := (archive.Archive{Dir: f.Ledger.Dir}).Apply(&h.Update, false, now); err != nil {
		return err
	}
	if err := f.rewind(ctx, h, rec.Agent, rec.Session); err != nil {
		return err
	}
	if err := f.append(ctx, h.entries, now, &rep.Appended); err != nil {
		return err
	}
	if err := (session.Rows{Dir: f.Ledger.Dir, Daily: f.Daily.Folder}).Add(h.marks); err != nil {
		return err
	}
	if err := f.Ledger.Put(rec); err != nil {
		return err
	}
	h.saved()
	rep.Turns += rec.Turns
	if rec.State == ledger.Skipped {
		rep.Skipped = append(rep.Skipped, ledger.Skip{Session: rec.Session, Reason: rec.Reason})
	} else {
		rep.Flushed++
	}
	return nil
}
