package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"syscall"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/agent"
	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// lockWorker is held by the one process that works the queue.
const lockWorker = layout.LockWorker

const (
	workerHandover = time.Second            // a new worker waits so long for one that is ending, or for a hook's glance at the lock
	workerLooks    = 250 * time.Millisecond // between two looks at a queue in which all waits
	workerLingers  = 2 * time.Minute        // how far ahead the next attempt may lie for a worker nobody watches to stay for it
	jobLimit       = 10 * time.Minute       // for one session
	askedLimit     = 2 * time.Hour          // for one that a model is asked about: it may be long, and the model slow
	newSessions    = 300                    // within an hour: ten times what ten busy agents begin
)

// A worker empties the queue of a vault: one process at a time, started by a hook or by a person.
// What arrives while it works is taken before it ends, since it looks once more after it has let go
// of its lock: a hook that saw the lock held had put its note before.
type worker struct {
	*app
	v     *vault.Vault
	queue *queue.Queue

	all    bool // take what the throttle would still gather, too
	wait   bool // stay until the queue is empty, failed jobs included
	silent bool // nobody watches: what goes wrong is a line in the log
	scan   bool // look for sessions that no hook reported
	every  bool // also for those that are still open
	leave  bool // the articles are left to whoever started it

	remember bool // read what agents remember by themselves, once no session is due

	ceiling int // new sessions within an hour that a worker nobody watches takes

	scribe   *scribe   // who writes the entries
	stopped  error     // a limit on what models are asked is reached: sessions wait for it to pass
	waitTill time.Time // a model that fails in passing is not asked before
	waitWhy  error

	unadopted error // why not all that hooks had to put elsewhere was taken in

	compiled bool // since the last entry
	report   workReport
}

// workReport is what a run of the worker did.
type workReport struct {
	Sessions int
	Entries  int
	Bullets  int
	Days     map[string]bool
	Skipped  []flush.Skip
	Failed   []flush.Skip // tried again later, or given up
	Waiting  int          // jobs left for later
	Compiled compiler.Report
}

// fail tells of a session once, however often it failed.
func (r *workReport) fail(session string, why error) {
	r.Failed = slices.DeleteFunc(r.Failed, func(x flush.Skip) bool { return x.Session == session })
	r.Failed = append(r.Failed, flush.Skip{Session: session, Reason: why.Error()})
}

func (a *app) worker(v *vault.Vault) *worker {
	host, _ := os.Hostname()
	w := &worker{app: a, v: v, scribe: extractor(), ceiling: newSessions, report: workReport{Days: map[string]bool{}}}
	w.queue = &queue.Queue{Dir: v.Dir, Throttle: queue.Throttle{Turns: v.Config.Turns, Every: v.Config.Every},
		Host: host, PID: os.Getpid(), Warn: func(s string) { w.tell("%s", s) }}
	return w
}

// run works until nothing is due. The error is an fsutil.ErrLocked where another worker is at it.
func (w *worker) run(ctx context.Context) error {
	for first := true; ; first = false {
		unlock, err := w.lock(ctx)
		if err != nil {
			return fmt.Errorf("work the queue: %w", err)
		}
		began := w.Now()
		w.begins(began)
		if first && !w.silent { // somebody may have mended what jobs wait for
			err = w.queue.Hasten(began)
		}
		if err == nil {
			err = w.drain(ctx)
		}
		w.ends(began, err)
		unlock()
		if err != nil {
			return fmt.Errorf("work the queue: %w", err)
		}
		if due, _, err := w.queue.Due(w.Now(), w.all); err != nil || !due {
			return err
		}
	}
}

func (w *worker) lock(ctx context.Context) (func(), error) {
	if !w.wait {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, workerHandover)
		defer cancel()
	}
	return w.v.Dir.Lock(ctx, lockWorker)
}

// drain works what is due, looks for what nobody reported, and compiles; again and again until a
// round finds nothing.
func (w *worker) drain(ctx context.Context) error {
	w.queue.Clean(w.Now())
	if err := w.adopt(); err != nil {
		return err
	}
	if err := w.endForget(ctx, w.v, held{worker: true}); err != nil {
		w.tell("%v", err)
	}
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		var job *queue.Job
		var stuck error // of one job, once all others are done
		if w.stopped == nil {
			job, stuck = w.queue.Next(w.Now(), w.all)
		}
		switch {
		case job != nil:
			if err := w.work(ctx, job); err != nil {
				return err
			}
		case w.scan:
			if err := w.missed(ctx); err != nil {
				return err
			}
		case w.remember:
			if err := w.memories(ctx); err != nil {
				if hopeless(err) || ctx.Err() != nil {
					return err
				}
				w.tell("look what agents remember by themselves: %v", err)
			}
		case !w.compiled && !w.leave:
			w.compile(ctx)
		case stuck != nil || w.stopped != nil:
			return errors.Join(stuck, w.stopped)
		default:
			if more, err := w.linger(ctx); err != nil || !more {
				return err
			}
		}
	}
}

// linger waits until a job is due, and reports false when there is none worth waiting for.
func (w *worker) linger(ctx context.Context) (bool, error) {
	for {
		due, next, err := w.queue.Due(w.Now(), w.all)
		if err != nil || due {
			return due, err
		}
		if next.IsZero() || !w.wait && (!w.silent || next.Sub(w.Now()) > workerLingers) {
			return false, nil
		}
		select {
		case <-ctx.Done():
			return false, ctx.Err()
		case <-time.After(workerLooks):
		}
	}
}

// missed queues the sessions whose transcripts grew without a hook having told.
func (w *worker) missed(ctx context.Context) error {
	w.scan, w.remember = false, true
	sources, err := claude.Sessions(ctx, w.transcripts())
	if err != nil {
		return err
	}
	if err := w.giveUp(); err != nil {
		return err
	}
	s, err := w.scanner(w.v)
	if err != nil {
		return err
	}
	found, err := s.Find(sources, w.Now())
	if err != nil {
		return err
	}
	open, err := w.open(found.New)
	if err != nil {
		return err
	}
	for _, src := range found.New {
		if open[src.Path] && !w.every {
			continue // its own hooks tell when it is time
		}
		note := queue.Note{Kind: queue.Scan, Agent: src.Agent, Session: claude.SessionOf(src.Path), Transcript: src.Path, At: w.Now()}
		if err := w.queue.Put(note); err != nil {
			return err
		}
	}
	return s.Keep(found)
}

// open tells which of the transcripts belong to sessions whose agent still runs, by the notes that
// its hooks left.
func (w *worker) open(sources []flush.Source) (map[string]bool, error) {
	jobs, err := w.queue.List(w.Now())
	if err != nil {
		return nil, err
	}
	alive := map[string]bool{}
	for _, j := range jobs {
		alive[j.Session] = running(j.PID)
	}
	out := map[string]bool{}
	for _, src := range sources {
		out[src.Path] = alive[claude.SessionOf(src.Path)]
	}
	return out, nil
}

// compile brings the articles up to date as far as the interval allows. A compiler that is at it
// already will see what was added, or the next run does.
func (w *worker) compile(ctx context.Context) {
	w.compiled = true
	c := w.compiler(w.v)
	if w.scribe.model != nil {
		c.Author = w.editor(w.v, w.scribe.model.Client, w.tell)
	}
	rep, err := c.Compile(ctx, compiler.Options{Now: w.wait}) // a script that waits wants all done
	switch {
	case err == nil:
		w.report.Compiled = rep
	case !errors.Is(err, fsutil.ErrLocked) && ctx.Err() == nil:
		w.tell("compile: %v", err)
	}
	w.prepared(ctx, w.v)
}

// adopt takes in what hooks could not put into the vault.
func (w *worker) adopt() error {
	dir, err := fsutil.OpenDir(vault.StateDir(w.Getenv, w.Home))
	if err != nil {
		return nil // nothing was ever put there
	}
	defer dir.Close()
	if _, w.unadopted = (&queue.Spool{Dir: dir}).Adopt(w.queue); hopeless(w.unadopted) {
		return w.unadopted
	}
	return nil
}

// settle tells the hooks what they go by.
func (w *worker) settle() {
	s := agent.Settings{Throttle: w.queue.Throttle, Context: w.v.Config.Context, Recall: w.v.Config.Recall}
	if err := agent.KeepSettings(w.v.Dir, w.finder().UserConfig(), s); err != nil {
		w.tell("%v", err)
	}
}

// failing counts the jobs that wait for another attempt or were given up.
func (w *worker) failing() (n int, err error) {
	jobs, err := w.queue.List(w.Now())
	for _, j := range jobs {
		if j.State == queue.Retrying || j.State == queue.Dead {
			n++
		}
	}
	return n, err
}

// tell says what went wrong: to the person who watches, or in the log.
func (w *worker) tell(format string, a ...any) {
	if w.silent {
		w.log(w.v).Printf("worker", format, a...)
		return
	}
	w.ui.Warn(format, a...)
}

// hopeless tells the errors that every other job would meet as well.
func hopeless(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EROFS)
}
