package improve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/author"
	"github.com/agent-admin/memoria/cmd/internal/handler/publish"
	"github.com/agent-admin/memoria/cmd/internal/llm"
	"github.com/agent-admin/memoria/cmd/internal/llm/budget"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/editor"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/wiki/ask"
)

// A Report says what a run did.
type Report struct {
	flush.Captured
	Nothing  int             // entries that stay: the model found nothing worth keeping
	LeftOut  int             // lines of answers that their turns do not bear out
	Compiled compiler.Report // of all compiles
	Asked    *author.Asked   // about the articles
	Used     budget.Sum      // all calls
	Left     int             // entries that are still to be written
}

// Run carries out a plan. The report is of what was done before an error, too.
func (h *Handler) Run(ctx context.Context, p *Plan) (*Report, error) {
	h.report.Captured.Days = map[daily.Date]int{}
	if len(p.Entries)+p.Pages == 0 {
		return &h.report, nil
	}
	unlock, err := h.alone()
	if err != nil {
		return &h.report, err
	}
	defer unlock()
	h.state.Began, h.state.Ended, h.state.Error = h.Vault.Now(), time.Time{}, ""
	h.state.By, h.state.Done, h.state.Unusable, h.state.Of = h.client.Name(), 0, 0, len(p.Entries)
	err = h.state.Keep(h.Vault.Dir)
	for i := 0; err == nil && i < max(len(p.batches), 1); i++ {
		if len(p.batches) > 0 {
			err = h.write(ctx, p, p.batches[i])
		}
		switch stopped := ask.OutcomeOf(err) != ""; {
		case ctx.Err() != nil || p.Again && h.report.Entries == 0:
		case err == nil:
			err = h.edit(ctx, p)
		case stopped: // what was written comes into the articles as the author without a model has it
			_, why := h.compile(ctx, p, nil)
			err = cmp.Or(why, err)
		}
	}
	publish.Prepare(ctx, h.Vault, h.Version, "")
	h.report.Used, h.report.Left = h.client.Used(), h.state.Of-h.state.Done
	for _, s := range h.scribes {
		h.report.LeftOut += s.LeftOut()
	}
	if ctx.Err() == nil {
		h.state.Ended = h.Vault.Now()
	}
	if err != nil && ctx.Err() == nil {
		h.state.Error = say.OneLine(err.Error())
	}
	return &h.report, errors.Join(h.goesOn(err), h.state.Keep(h.Vault.Dir))
}

// goesOn adds to an error the command that goes on.
func (h *Handler) goesOn(err error) error {
	code := exit.Provider
	switch ask.OutcomeOf(err) {
	case "":
		return err
	case ask.OverBudget:
		code = exit.Budget
	}
	var hints []string
	if x, ok := errors.AsType[*llm.Error](err); ok {
		hints = slices.Clone(x.Hints)
	}
	return exit.Hint(err, code, append(hints, "memoria "+h.Cmd+" goes on from here, and pays for nothing twice")...)
}

// write has the entries of some sessions written again, as many at a time as there are scribes. A session's own are
// written one after the other, since what it said before is known to what it says later. After an error nothing more is
// begun, and the calls in flight, which are paid for, are waited for.
func (h *Handler) write(ctx context.Context, p *Plan, batch []work) error {
	var g errgroup.Group
	todo := make(chan work, len(batch))
	for _, w := range batch {
		todo <- w
	}
	close(todo)
	var stop atomic.Bool
	for _, s := range h.scribes {
		g.Go(func() error {
			for w := range todo {
				if err := h.session(ctx, s, p, w, &stop); err != nil {
					stop.Store(true)
					return err
				}
			}
			return nil
		})
	}
	return g.Wait()
}

// session has the entries of one session written again.
func (h *Handler) session(ctx context.Context, s *author.Scribe, p *Plan, w work, stop *atomic.Bool) error {
	if stop.Load() {
		return nil
	}
	todo, _, err := h.todo(p.Scope, w.agent, []string{w.session}, h.reader())
	if err != nil {
		return err
	}
	for _, r := range todo {
		planned := func(e daily.Entry) bool { return e.ID == r.ID }
		if stop.Load() || !slices.ContainsFunc(w.entries, planned) { // or it is of a capture since
			continue
		}
		if err := h.patient(ctx, func() error { return h.one(ctx, s, r) }); err != nil {
			return err
		}
	}
	return nil
}

// one has one entry written again.
func (h *Handler) one(ctx context.Context, s *author.Scribe, r flush.Redo) error {
	return s.Unlocked(ctx, func() error {
		h.mu.Lock()
		defer h.mu.Unlock()
		unlock, err := h.Lock(ctx)
		if err != nil {
			return err
		}
		defer unlock()
		f := h.Vault.Flusher()
		f.Author = s.Author
		got, err := f.Redo(ctx, r, h.Vault.Now())
		if err != nil {
			return err
		}
		h.note(keyOf(r), &got)
		if got.Drop != nil {
			if err := h.state.Keep(h.Vault.Dir); err != nil {
				return err
			}
			got.Drop()
		}
		h.report.Same += got.Same
		h.report.Appended.Add(got.Appended)
		if got.Entries == 0 && got.Same == 0 {
			h.report.Nothing++
		}
		now, asked := h.Vault.Now(), h.state.Asked()
		h.Progress("entry %s of %s, %.1f a minute, %s left", say.Thousands(asked), say.Thousands(h.state.Of), float64(asked)/max(now.Sub(h.state.Began).Minutes(), 1e-9), h.state.Left(now))
		if h.misses == missesMost {
			err = exit.Hint(fmt.Errorf("%s: %d answers in a row could not be used", h.Cmd, missesMost), exit.Failure,
				"memoria doctor --ask tries the model; .memoria/logs/memoria.log says what was wrong with each", "memoria "+h.Cmd+" goes on, with these last")
		}
		return errors.Join(err, h.state.Keep(h.Vault.Dir))
	})
}

// missesMost is after how many unusable answers in a row a run ends: such a model costs, and gives nothing.
const missesMost = 3

// note takes down what became of an entry: the model wrote it, found nothing worth keeping in it, so that it is not asked
// again, or gave no answer that could be used. Then it is asked another time, after the others.
func (h *Handler) note(key string, got *flush.Captured) {
	s, model := h.state, h.client.Name()
	if got.Same > 0 {
		h.misses++
		s.Unusable++
		s.Missed = with(s.Missed, key, model)
		return
	}
	h.misses = 0
	s.Done++
	delete(s.Missed, key)
	if got.Drop != nil {
		s.Stays = with(s.Stays, key, model)
	}
}

func with(m map[string]string, key, model string) map[string]string {
	if m == nil {
		m = map[string]string{}
	}
	m[key] = model
	return m
}

// How long a model is waited for that is busy or asks to wait.
const (
	waitMost  = 15 * time.Minute // at once
	waitsMost = 6
)

// patient repeats f while the model only asks to wait.
func (h *Handler) patient(ctx context.Context, f func() error) error {
	for n := 0; ; n++ {
		err := f()
		var failure ask.Failure
		if !errors.As(err, &failure) || failure.Outcome() != ask.Retry || failure.RetryAfter() > waitMost || n == waitsMost {
			return err
		}
		wait := max(failure.RetryAfter(), time.Second<<n)
		h.Progress("waiting until %s: %s", h.Vault.Now().Add(wait).Format("15:04:05"), say.OneLine(say.Printable(err.Error())))
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
	}
}

// edit has the articles edited on what is new in the logs.
func (h *Handler) edit(ctx context.Context, p *Plan) error {
	return h.patient(ctx, func() error {
		e := h.Hire.Editor(h.client)
		rep, err := h.compile(ctx, p, e)
		join(&h.report.Compiled, rep)
		h.report.Asked = h.report.Asked.Add(author.AskedOf(e))
		if why := e.Stopped(); err == nil && why != nil {
			err = fmt.Errorf("compile: no model has edited all of what is new: %w", why)
		}
		return err
	})
}

// compile brings the articles up to date with what a run wrote; a nil e asks no model.
func (h *Handler) compile(ctx context.Context, p *Plan, e *editor.Author) (rep compiler.Report, err error) {
	news, err := h.unedited(ctx, p)
	if err != nil || len(news) == 0 {
		return rep, err
	}
	ids := map[string]bool{}
	var o compiler.Options
	for _, x := range news {
		ids[x.ID] = true
		if !slices.Contains(o.Only, x.Date) {
			o.Only = append(o.Only, x.Date)
		}
	}
	c := h.Vault.Compiler()
	if e != nil {
		e.Leave = func(x *daily.Dated) bool { return !ids[x.ID] }
		c.Author = e
	}
	c.Progress = func(done, total int, path string) {
		h.Progress("article %d of %d, %s", done, total, say.Printable(path))
	}
	if rep, err = workspace.CompileSoon(ctx, c, o); err != nil {
		err = fmt.Errorf("%s: %w", h.Cmd, err)
	}
	return rep, err
}

// join adds what another compile did to a report.
func join(all *compiler.Report, r compiler.Report) {
	add := func(list *[]string, more []string) {
		for _, x := range more {
			if !slices.Contains(*list, x) {
				*list = append(*list, x)
			}
		}
	}
	add(&all.Created, r.Created)
	add(&all.Updated, r.Updated)
	add(&all.Removed, r.Removed)
	add(&all.Conflicts, r.Conflicts)
	all.Logs, all.Entries, all.Plan = max(all.Logs, r.Logs), all.Entries+r.Entries, r.Plan
}
