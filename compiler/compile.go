package compiler

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/agent-admin/memoria/compiler/adopt"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/compiler/watch"
	"github.com/agent-admin/memoria/daily"
)

// Compile compiles what is stale, under the vault's compile lock. The error is an fsutil.ErrLocked while another run
// holds the lock. A second run with nothing new changes no byte.
func (c *Compiler) Compile(ctx context.Context, o Options) (Report, error) {
	unlock, err := c.lock()
	if err != nil {
		return Report{}, err
	}
	defer unlock()
	if p := c.knownIdle(ctx, o); p != nil {
		r := p.report()
		r.Sight = p.fingerprint
		return r, nil
	}
	c = c.ticking()
	_, _, damaged, _ := c.store().Read() // before it is set aside
	done, err := c.Journal().Ready(ctx)
	if err != nil {
		return Report{}, err
	}
	absorbed, err := c.Daily.Absorb(ctx)
	if err != nil {
		return Report{}, err
	}
	for try := 1; ; try++ {
		p, err := c.Plan(ctx, o)
		if err == nil {
			p, err = c.whole(ctx, p, o)
		}
		if err == nil && len(p.controls) > 0 && try < maxPlans {
			if err = c.say(ctx, p); err == nil {
				continue
			}
		}
		if err != nil {
			return Report{}, err
		}
		taken, err := adopt.TakeCopies(c.store(), c.Wiki.Folder(), p.stored, p.copies)
		if err != nil {
			return Report{}, err
		}
		if taken && try < maxPlans {
			continue
		}
		r, err := c.apply(ctx, p)
		if moved := (*state.MovedError)(nil); errors.As(err, &moved) && try < maxPlans {
			c.log().Info("plan again", "changed", moved.Path)
			continue
		}
		if err == nil {
			c.rememberIdle(p, o)
			r.resumed(done)
			if r.Absorbed, r.Plan = absorbed, p.told(); damaged != "" {
				r.Plan.Problems = append(r.Plan.Problems, journal.Note{Text: damaged})
			}
		}
		return r, err
	}
}

// Notice writes down, before anything comes from other machines, what the person here did to pages: what they took out
// goes to the log of this machine, and the texts that their edits rest on to the folder that the machines share. Of the
// time before the vault was shared, pages get their sums, and what was compiled is told. It asks no author. In a vault that is not shared it does nothing. The error is an fsutil.ErrLocked while another run holds the
// lock.
func (c *Compiler) Notice(ctx context.Context) error {
	if !c.Shared {
		return nil
	}
	unlock, err := c.lock()
	if err != nil {
		return err
	}
	defer unlock()
	if _, err := c.Journal().Ready(ctx); err != nil {
		return err
	}
	p, err := c.notice(ctx)
	if err != nil {
		return err
	}
	if wrote, err := adopt.GiveSums(c.store(), p.plan.stored, c.Wiki, p.w); err != nil {
		return err
	} else if wrote {
		if p, err = c.notice(ctx); err != nil {
			return err
		}
	}
	if err := p.plan.shared.Begin(); err != nil {
		return err
	}
	p.plan.shared.Tell(p.sources, p.plan.stored.Days, p.w)
	if err := p.plan.shared.Told(); err != nil {
		return err
	}
	return c.say(ctx, p.plan)
}

// say writes what the person here took out or put back to the log of this machine.
func (c *Compiler) say(ctx context.Context, p *Plan) error {
	m, err := c.Daily.Self(ctx)
	if err != nil {
		return err
	}
	for i := range p.controls {
		p.controls[i].At, p.controls[i].Who = c.Now(), m.Who
	}
	return c.Daily.AppendControls(ctx, daily.DateOf(c.Now(), c.Daily.Zone), p.controls...)
}

// Watch returns a watch that compiles the vault as it changes. It calls told after each run, even if the run found
// nothing to do. The caller sets the watch's Teller and Sessions.
func (c *Compiler) Watch(told func(Report)) *watch.Watch {
	return &watch.Watch{
		Vault: c.Vault, Daily: c.Wiki.Daily, Folder: c.Wiki.Folder(), Now: c.Now,
		Compile: func(ctx context.Context) (watch.Run, error) {
			rep, err := c.Compile(ctx, Options{})
			if err != nil {
				return watch.Run{}, err
			}
			told(rep)
			run := watch.Run{Waits: map[daily.Date]time.Time{}, Again: !rep.Plan.Empty() || len(rep.Conflicts) > 0}
			for _, l := range rep.Waiting {
				run.Waits[l.Date] = l.Until
			}
			return run, nil
		},
	}
}

// maxSettle is how often a run waits for somebody to finish saving; then it takes the files as they are.
const maxSettle = 20

// whole waits until files that a person is saving are complete, and plans again. An editor that writes in pieces
// keeps writing to the file it opened. If a run read half of that file and put a page in its place, the other half
// would go to a file without a name.
func (c *Compiler) whole(ctx context.Context, p *Plan, o Options) (*Plan, error) {
	for range maxSettle {
		if p.young <= 0 {
			break
		}
		c.log().Info("wait until a file is saved", "for", p.young)
		err := pause(ctx, p.young)
		if err == nil && !c.rested(p) {
			p, err = c.Plan(ctx, o)
		}
		if err != nil {
			return nil, err
		}
	}
	return p, nil
}

// rested reports whether a plan that waited only for pages to rest still fits: they are as they were read.
func (c *Compiler) rested(p *Plan) bool {
	now := c.Now()
	if !p.pagesOnly || slices.ContainsFunc(p.Edits, func(e journal.Edit) bool {
		is, err := c.Vault.ReadFile(e.Path)
		return !e.Code && e.Before != nil && (err != nil || !bytes.Equal(is, e.Before) || c.untilQuiet(e.Path, now) > 0)
	}) {
		return false
	}
	p.read, p.young = now, 0
	return true
}
