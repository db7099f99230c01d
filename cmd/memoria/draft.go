package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"slices"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush"
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
	unlock, err := d.writer(ctx, d.of(d.v), d.cmd)
	if err != nil {
		return flush.Report{}, err
	}
	defer unlock()
	plan, _, err := d.flusher(d.v).Plan(ctx, d.sources, d.options) // what it warns of was told
	if err != nil {
		return flush.Report{}, err
	}
	plan.Keep(func(s *flush.Session) bool { return batch[s.ID] })
	return d.flushPlan(ctx, d.of(d.v), plan, d.scribe)
}

// sources are the transcripts at the paths, or in the agent's own folder. cmd is the command that
// looks for them.
func (a *app) sources(ctx context.Context, cmd string, paths []string) ([]flush.Source, error) {
	if len(paths) == 0 {
		root := claude.Root(a.Home, a.Getenv("CLAUDE_CONFIG_DIR"))
		s, err := claude.Find(ctx, root)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, hint(fmt.Errorf("import: Claude Code keeps no transcripts in %q", root), exitFailure,
				"memoria import PATH reads transcripts from another folder; memoria demo shows what comes of them")
		}
		return s, err
	}
	var out []flush.Source
	for _, p := range paths {
		s, err := claude.Find(ctx, a.finder().Abs(p))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, hint(fmt.Errorf("%s %q: there is no such file or folder", cmd, p), exitFailure,
				"name the folder that holds the .jsonl files; without a path, memoria import takes the agent's own")
		}
		if err != nil {
			return nil, err
		}
		if len(s) == 0 {
			return nil, hint(fmt.Errorf("%s %q: there is no .jsonl file in it", cmd, p), exitFailure,
				"name the folder that holds the transcripts; without a path, memoria import takes the agent's own")
		}
		for _, src := range s {
			if !slices.ContainsFunc(out, func(x flush.Source) bool { return x.Path == src.Path }) {
				out = append(out, src)
			}
		}
	}
	return out, nil
}

func (a *app) plan(ctx context.Context, v *workspace.Vault, sources []flush.Source, o flush.Options) (*flush.Plan, error) {
	o.Progress = func(done, total int) { a.ui.Progress(a.Now(), "reading transcript %d of %d", done+1, total) }
	plan, warnings, err := v.Flusher().Plan(ctx, sources, o)
	for _, w := range warnings {
		a.ui.Warn("%s", w)
	}
	return plan, err
}

// flushPlan does what the plan says. The caller is the vault's only writer since before the plan.
func (a *app) flushPlan(ctx context.Context, v *workspace.Vault, plan *flush.Plan, s *scribe) (flush.Report, error) {
	f := v.Flusher()
	f.Author = s.Author
	f.Ledger.Clean(a.Now())
	return f.Run(ctx, plan, runtime.NumCPU(), func(done int, s *flush.Session) {
		a.ui.Progress(a.Now(), "session %d of %d, %s", done, len(plan.Todo), printable(s.Project))
	})
}

// flushSources does what the plan says, which was made of these sources. Without a model the caller is the
// vault's only writer since before the plan; with one, nobody is.
func (a *app) flushSources(ctx context.Context, v *workspace.Vault, cmd string, sources []flush.Source, o flush.Options, plan *flush.Plan, s *scribe) (flush.Report, error) {
	if s.model == nil {
		return a.flushPlan(ctx, v, plan, s)
	}
	return (&draft{app: a, v: v.Vault, cmd: cmd, scribe: s, sources: sources, options: o}).run(ctx, plan)
}
