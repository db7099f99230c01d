package compiler

import (
	"context"
	"errors"
	"time"

	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/compiler/watch"
	"github.com/agent-admin/memoria/fsutil"
)

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

// maxSettle is how often a run waits for somebody to be done saving; then it takes the files as they are.
const maxSettle = 20

// whole waits until what a person is saving is whole, and plans again. An editor that writes in pieces
// goes on writing into the file that it opened: a run that read half of it and put a page in its place
// would have the other half written to where no name leads (C-02).
func (c *Compiler) whole(ctx context.Context, p *Plan, o Options) (*Plan, error) {
	for range maxSettle {
		if p.young <= 0 {
			break
		}
		c.log().Info("wait until a file is saved", "for", p.young)
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(p.young):
		}
		var err error
		if p, err = c.Plan(ctx, o); err != nil {
			return nil, err
		}
	}
	return p, nil
}
