package main

import (
	"context"
	"errors"
	"runtime"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/wiki/ask"
)

const (
	draftBatch  = 32 // sessions that are asked about before they are written
	draftRounds = 4  // after which what is still new is asked about under the lock: somebody goes on talking
)

// A draft is a flush of transcripts with a model. Nobody who writes the logs waits for the model: the
// answers are there, kept by their questions, before the lock is taken and the transcripts are read
// once more, and what is new by then is asked about before that is tried again.
type draft struct {
	*app
	v       *vault.Vault
	cmd     string
	scribe  *scribe
	sources []flush.Source
	options flush.Options
	rep     flush.Report
}

// run flushes what the plan says, of the sessions in their order so many at a time, so that an end in
// the midst leaves most of them flushed.
func (d *draft) run(ctx context.Context, plan *flush.Plan) (flush.Report, error) {
	d.rep.Days = map[daily.Date]int{}
	todo := make([]string, len(plan.Todo))
	for i, s := range plan.Todo {
		todo[i] = s.ID
	}
	for at := 0; at < len(todo); at += draftBatch {
		batch := map[string]bool{}
		for _, id := range todo[at:min(at+draftBatch, len(todo))] {
			batch[id] = true
		}
		if err := d.batch(ctx, plan, batch, at, len(todo)); err != nil {
			return d.rep, err
		}
		plan = nil
	}
	return d.rep, nil
}

// batch flushes some sessions; plan is nil where it is to be made.
func (d *draft) batch(ctx context.Context, plan *flush.Plan, batch map[string]bool, at, of int) (err error) {
	defer func() { d.scribe.model.shut = nil }()
	for round := 1; ; round++ {
		if plan == nil {
			if plan, _, err = d.flusher(d.v).Plan(ctx, d.sources, d.options); err != nil {
				return err
			}
		}
		part := *plan
		part.Keep(func(s *flush.Session) bool { return batch[s.ID] })
		f := d.flusher(d.v)
		f.Author = d.scribe.Author
		d.scribe.model.shut = nil
		why := f.Draft(ctx, &part, runtime.NumCPU(), func(done int, s *flush.Session) {
			d.ui.Progress(d.Now(), "session %d of %d, %s", at+done, of, printable(s.Project))
		})
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if d.scribe.model.shut = why; why == nil && round < draftRounds {
			d.scribe.model.shut = errTaken
		}
		rep, err := d.write(ctx, batch)
		d.rep.Add(rep)
		if !errors.Is(err, errTaken) {
			return err
		}
		plan = nil
	}
}

// write puts what was drafted into the logs.
func (d *draft) write(ctx context.Context, batch map[string]bool) (flush.Report, error) {
	unlock, err := d.writer(ctx, d.v, d.cmd)
	if err != nil {
		return flush.Report{}, err
	}
	defer unlock()
	plan, _, err := d.flusher(d.v).Plan(ctx, d.sources, d.options) // what it warns of was told
	if err != nil {
		return flush.Report{}, err
	}
	plan.Keep(func(s *flush.Session) bool { return batch[s.ID] })
	return d.flushPlan(ctx, d.v, plan, d.scribe)
}

// taken says that a question was taken down, to be asked without the lock.
type taken struct{}

func (taken) Error() string             { return "the question is asked without the lock" }
func (taken) Outcome() ask.Outcome      { return ask.Retry }
func (taken) RetryAfter() time.Duration { return 0 }

var errTaken error = taken{}
