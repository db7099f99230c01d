package compiler

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/compiler/watch"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki"
)

// A Compiler keeps the wiki of one vault in step with its logs.
type Compiler struct {
	Vault    *fsutil.Dir      // required
	Daily    *daily.Store     // required: the vault's logs
	Wiki     wiki.Store       // required: the vault's wiki
	Author   Author           // required
	Now      func() time.Time // required
	Interval time.Duration    // between two compiles of one log; 0 compiles whatever changed
	Quiet    time.Duration    // a file that a person changed is left alone for so long before it is taken as whole; 0 takes it as it is

	Log      *slog.Logger                       // nil discards
	Progress func(done, total int, path string) // called after each page written; nil for no calls
	wrote    func(name string) error            // tests: see store.Wrote

	blind bool  // logs that are all gone are no reason to stop
	tick  int64 // of a run that may bring the caches up to date: see ticking
}

// Options say which logs a run compiles. The zero value is the rule: those that are stale.
type Options struct {
	All  bool         // every log, whatever the interval and the recipe
	Now  bool         // what changed, whatever the interval
	Only []daily.Date // these logs and no other, changed or not

	named []daily.Date // logs that are compiled whatever else holds
}

// resume widens the options by what an interrupted run was about, so that this one ends it.
func (o Options) resume(p state.Pending) Options {
	o.All = o.All || p.All
	o.named = append(slices.Concat(o.named, o.Only), p.Days...)
	return o
}

// A Report says what a run did.
type Report struct {
	Plan      *Plan
	Logs      int      // compiled
	Entries   int      // of these, new or changed ones
	Created   []string // paths of articles
	Updated   []string
	Removed   []string
	Waiting   []LogPlan // logs that changed, and whose interval has not passed
	Conflicts []string  // articles that somebody changed while the run was writing: theirs stay, and their logs stay stale
}

// Changed reports whether any article changed.
func (r Report) Changed() bool { return len(r.Created)+len(r.Updated)+len(r.Removed) > 0 }

// Compile compiles what is stale, in the vault's compile lock. While another run holds it the error
// is an fsutil.ErrLocked. Run again with nothing new, it changes no byte.
func (c *Compiler) Compile(ctx context.Context, o Options) (Report, error) {
	unlock, err := c.lock()
	if err != nil {
		return Report{}, err
	}
	defer unlock()
	if p := c.resting(ctx, o); p != nil {
		return p.report(), nil
	}
	c = c.ticking()
	if _, err := c.Journal().Ready(ctx); err != nil {
		return Report{}, err
	}
	for try := 1; ; try++ {
		p, err := c.Plan(ctx, o)
		if err == nil {
			p, err = c.whole(ctx, p, o)
		}
		if err != nil {
			return Report{}, err
		}
		r, err := c.apply(ctx, p)
		if moved := (*state.MovedError)(nil); errors.As(err, &moved) && try < maxPlans {
			c.log().Info("plan again", "changed", moved.Path)
			continue
		}
		if err == nil {
			c.rest(p, o)
		}
		return r, err
	}
}

// Watch returns a watch that compiles the vault as it changes. told is told of each run, also of one
// that found nothing to do. The caller sets the watch's Teller and Sessions.
func (c *Compiler) Watch(told func(Report)) *watch.Watch {
	return &watch.Watch{
		Vault: c.Vault, Folder: c.Wiki.Folder(), Recipe: recipe(c.Author), Interval: c.Interval, Now: c.Now,
		Compile: func(ctx context.Context) (watch.Run, error) {
			rep, err := c.Compile(ctx, Options{})
			if err != nil {
				return watch.Run{}, err
			}
			told(rep)
			run := watch.Run{Wrote: map[string]string{}, Left: len(rep.Conflicts) > 0}
			for _, e := range rep.Plan.Edits {
				if run.Wrote[e.Path] = ""; e.After != nil {
					run.Wrote[e.Path] = fsutil.Hash(e.After)
				}
			}
			return run, nil
		},
	}
}

// maxPlans is how often a run plans before it gives up on a vault that somebody keeps changing.
const maxPlans = 3

// Apply does what a plan says, in the compile lock. If the vault has changed since the plan was
// made the error is a *MovedError and nothing was written.
func (c *Compiler) Apply(ctx context.Context, p *Plan) (Report, error) {
	unlock, err := c.lock()
	if err != nil {
		return Report{}, err
	}
	defer unlock()
	return c.apply(ctx, p)
}

func (c *Compiler) lock() (unlock func(), err error) {
	if unlock, err = c.Vault.TryLock(layout.LockCompile); err != nil {
		return nil, fmt.Errorf("compile: %w", err)
	}
	return unlock, nil
}

// Journal returns the journal of the vault's changes.
func (c *Compiler) Journal() *journal.Journal {
	return &journal.Journal{Store: c.store(), Wiki: c.Wiki, Now: c.Now}
}

func (c *Compiler) store() *state.Store {
	return &state.Store{Vault: c.Vault, Log: c.log(), Wrote: c.wrote}
}

func (c *Compiler) log() *slog.Logger {
	if c.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return c.Log
}

func (c *Compiler) index() string { return c.Wiki.Folder() + "/index.md" }

func (c *Compiler) logPath() string { return c.Wiki.Folder() + "/log.md" }
