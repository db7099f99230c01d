// Package capture works the queue: it turns the notes of hooks into entries of day logs. A Worker takes a job, which
// is all notes of one session (worker.go), finds the transcript and captures what is new in it (session.go), or
// decides about a job without a transcript (gone.go). A scan finds sessions that no hook reported.
package capture

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"syscall"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/agent"
	"github.com/agent-admin/memoria/cmd/internal/agents"
	"github.com/agent-admin/memoria/cmd/internal/handler/author"
	"github.com/agent-admin/memoria/cmd/internal/handler/publish"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/pick"
)

const (
	workerHandover = time.Second            // a new worker waits so long for one that is ending, or for a hook's glance at the lock
	workerLooks    = 250 * time.Millisecond // between two looks at a queue in which all waits
	workerLingers  = 2 * time.Minute        // how far ahead the next attempt may lie for a background worker to stay for it
	jobLimit       = 10 * time.Minute       // for one session
	askedLimit     = 2 * time.Hour          // for one that a model is asked about: it may be long, and the model slow
	newSessions    = 300                    // within an hour: ten times what ten busy agents begin
)

// A Worker empties the queue of a vault. Only one process works at a time; a hook or a person starts it. It looks at
// the queue once more after it has released its lock, so it does not miss a note of a hook that saw the lock held.
type Worker struct {
	Vault     *workspace.Vault                           // required
	Queue     *queue.Queue                               // required
	Tell      func(format string, args ...any)           // required: reports errors
	EndForget func(context.Context) error                // required: ends a forget that was interrupted
	Version   string                                     // of memoria
	Sync      func(ctx context.Context, soon bool) error // keeps a shared vault in step, if it is time; soon: there is something to send. May be nil
	Scribe    *author.Scribe                             // required: writes the entries and edits the articles

	All    bool // also take jobs that the throttle holds back
	Wait   bool // stay until the queue is empty, failed jobs included
	Silent bool // runs in the background
	Scan   bool // look for sessions that no hook reported
	Every  bool // Scan also takes sessions that are still open
	Leave  bool // do not compile; the caller does

	Ceiling int // most new sessions within an hour that a background worker takes; 0 means newSessions

	Report    Report
	Stopped   error // a limit on what models are asked is reached: sessions wait for it to pass
	Unadopted error // why not all that hooks had to put elsewhere was taken in

	patience time.Duration  // with a transcript that is not there; 0 means goneLimit
	hooks    agent.Settings // as Settle wrote them
	remember bool           // read what agents remember by themselves, once no session is due
	waitTill time.Time      // a model that failed for a moment is not asked before this time
	waitWhy  error
	compiled bool // since the last entry
	synced   bool // the same
}

// A Report is what a run of the worker did.
type Report struct {
	Sessions int
	Entries  int
	Bullets  int
	Days     map[daily.Date]int // entries
	Skipped  []ledger.Skip
	Failed   []ledger.Skip // tried again later, or given up
	Damaged  []ledger.Damage
	Compiled compiler.Report
}

// fail reports a session once, however often it failed.
func (r *Report) fail(session string, why error) {
	r.Failed = slices.DeleteFunc(r.Failed, func(x ledger.Skip) bool { return x.Session == session })
	r.Failed = append(r.Failed, ledger.Skip{Session: session, Reason: why.Error()})
}

// New returns a worker of v that asks no model. It reports errors with warn, or, if silent, writes them to the log.
func New(v *workspace.Vault, silent bool, warn func(format string, args ...any), endForget func(context.Context) error) *Worker {
	w := &Worker{Vault: v, Tell: warn, Silent: silent, EndForget: endForget, Scribe: author.Extractor()}
	if silent {
		w.Tell = func(format string, args ...any) { v.Log().Printf("worker", format, args...) }
	}
	w.Queue = NewQueue(v, func(s string) { w.Tell("%s", s) })
	return w
}

// Hire sets the author from the flags of a command, else the settings.
func (w *Worker) Hire(provider, budget string) error {
	s, err := author.Hire{Vault: w.Vault, Provider: provider, Budget: budget, Tell: w.Tell}.Scribe()
	if err == nil {
		w.Scribe = s
	}
	return err
}

// NewQueue returns the queue of a vault for the process that works it.
func NewQueue(v *workspace.Vault, warn func(string)) *queue.Queue {
	q := v.Queue(warn)
	q.Host, _ = os.Hostname()
	q.PID = os.Getpid()
	return q
}

// Run works until nothing is due. The error is fsutil.ErrLocked if another worker holds the lock.
func (w *Worker) Run(ctx context.Context) error {
	if w.Report.Days == nil {
		w.Report.Days = map[daily.Date]int{}
	}
	for first := true; ; first = false {
		unlock, err := w.lock(ctx)
		if err != nil {
			return fmt.Errorf("work the queue: %w", err)
		}
		began := w.Vault.Now()
		workspace.LastRun{Began: began}.Keep(w.Vault.Dir)
		if first && !w.Silent { // the cause of failures may be fixed by now
			err = w.Queue.Hasten(began)
		}
		if err == nil {
			err = w.drain(ctx)
		}
		w.ends(began, err)
		unlock()
		if err != nil {
			return fmt.Errorf("work the queue: %w", err)
		}
		if due, _, err := w.Queue.Due(w.Vault.Now(), w.All); err != nil || !due {
			return err
		}
	}
}

func (w *Worker) lock(ctx context.Context) (func(), error) {
	if !w.Wait {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, workerHandover)
		defer cancel()
	}
	return w.Vault.Dir.Lock(ctx, layout.LockWorker)
}

// drain works the due jobs, scans for sessions that no hook reported, and compiles. It repeats until a round finds
// nothing.
func (w *Worker) drain(ctx context.Context) error {
	w.Queue.Clean(w.Vault.Now())
	if w.Unadopted = Adopt(w.Vault, w.Queue); hopeless(w.Unadopted) {
		return w.Unadopted
	}
	if err := w.EndForget(ctx); err != nil {
		w.Tell("%v", err)
	}
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		var job *queue.Job
		var stuck error // of one job, once all others are done
		if w.Stopped == nil {
			job, stuck = w.Queue.Next(w.Vault.Now(), w.All)
		}
		switch {
		case job != nil:
			if err := w.work(ctx, job); err != nil {
				return err
			}
		case w.Scan:
			if err := w.missed(ctx); err != nil {
				return err
			}
		case w.remember:
			if err := w.memories(ctx); err != nil {
				if hopeless(err) || ctx.Err() != nil {
					return err
				}
				w.Tell("look what agents remember by themselves: %v", err)
			}
		case !w.compiled && !w.Leave:
			w.compile(ctx)
		case w.Sync != nil && !w.synced:
			w.synced = true
			if err := w.Sync(ctx, w.Report.Entries > 0); err != nil && ctx.Err() == nil {
				w.Tell("%v", err)
			}
		case stuck != nil || w.Stopped != nil:
			return errors.Join(stuck, w.Stopped)
		default:
			if more, err := w.linger(ctx); err != nil || !more {
				return err
			}
		}
	}
}

// ends records what w did, before it releases its lock.
func (w *Worker) ends(began time.Time, err error) {
	failed := map[string]bool{} // one may have failed more than once
	for _, f := range w.Report.Failed {
		failed[f.Session] = true
	}
	r := workspace.LastRun{Began: began, Ended: w.Vault.Now(), Entries: w.Report.Entries, Failed: len(failed)}
	if err != nil {
		r.Error = err.Error()
	}
	r.Keep(w.Vault.Dir)
}

// linger waits until a job is due. It reports false if no job is worth waiting for.
func (w *Worker) linger(ctx context.Context) (bool, error) {
	for {
		due, next, err := w.Queue.Due(w.Vault.Now(), w.All)
		if err != nil || due {
			return due, err
		}
		if next.IsZero() || !w.Wait && (!w.Silent || next.Sub(w.Vault.Now()) > workerLingers) {
			return false, nil
		}
		select {
		case <-ctx.Done():
			return false, ctx.Err()
		case <-time.After(workerLooks):
		}
	}
}

// missed queues the sessions whose transcripts grew without a report of a hook.
func (w *Worker) missed(ctx context.Context) error {
	w.Scan, w.remember = false, true
	if err := w.giveUp(); err != nil {
		return err
	}
	s, err := w.Vault.Scanner()
	if err != nil {
		return err
	}
	var sources []transcript.Source
	for _, a := range agents.All {
		since, hooked := s.Since[a.Name]
		if !hooked {
			continue
		}
		m := w.Vault.Machine
		if err := a.Fetch(ctx, agents.Looker{Getenv: m.Getenv, Home: m.Home, Now: w.Vault.Now()}, since, true); err != nil {
			w.Tell("%v", err) // what is in files already can be read
		}
		some, err := a.Sessions(ctx, a.Root(m.Getenv, m.Home))
		if err != nil {
			return err
		}
		sources = append(sources, some...)
	}
	found, err := s.Find(sources, w.Vault.Now())
	if err != nil {
		return err
	}
	open, err := w.open(found.New)
	if err != nil {
		return err
	}
	for _, src := range found.New {
		if open[src.Path] && !w.Every {
			continue // its own hooks tell when it is time
		}
		note := queue.Note{Kind: queue.Scan, Agent: src.Agent, Session: src.Stem(), Transcript: src.Path, At: w.Vault.Now()}
		if err := w.Queue.Put(note); err != nil {
			return err
		}
	}
	return s.Keep(found)
}

// open returns which of the transcripts belong to sessions whose agent still runs, by the notes of its hooks.
func (w *Worker) open(sources []transcript.Source) (map[string]bool, error) {
	jobs, err := w.Queue.List(w.Vault.Now())
	if err != nil {
		return nil, err
	}
	alive := map[string]bool{}
	for _, j := range jobs {
		alive[j.Session] = running(j.PID)
	}
	out := map[string]bool{}
	for _, src := range sources {
		out[src.Path] = alive[src.Stem()]
	}
	return out, nil
}

// compile brings the articles up to date as far as the interval allows. If another compile runs, that one or the next
// sees the new entries.
func (w *Worker) compile(ctx context.Context) {
	w.compiled = true
	c := w.Vault.Compiler()
	if e := w.Scribe.Editor(); e != nil {
		c.Author = e
	}
	sight := ""
	if w.Vault.Compiles() {
		rep, err := c.Compile(ctx, compiler.Options{Now: w.Wait}) // a script that waits wants all done
		switch {
		case err == nil:
			w.Report.Compiled, sight = rep, rep.Sight
		case !errors.Is(err, fsutil.ErrLocked) && ctx.Err() == nil:
			w.Tell("compile: %v", err)
		}
	}
	publish.Prepare(ctx, w.Vault, w.Version, sight)
}

// Adopt moves notes that hooks had to spool elsewhere into a vault's queue.
func Adopt(v *workspace.Vault, q *queue.Queue) error {
	return v.Machine.WithStateDir(func(dir *fsutil.Dir) error {
		_, err := (&queue.Spool{Dir: dir}).Adopt(q)
		return err
	})
}

// Failing counts the jobs that wait for another attempt or were given up.
func (w *Worker) Failing() (n int, err error) {
	jobs, err := w.Queue.List(w.Vault.Now())
	n = pick.Count(jobs, func(j queue.Job) bool { return j.State == queue.Retrying || j.State == queue.Dead })
	return n, err
}

// hopeless reports whether an error would stop every job.
func hopeless(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EROFS)
}
