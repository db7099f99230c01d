package compiler

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki/catalog"
)

// apply does what a plan says. First all of it is checked; then a promise of what is about to be
// written, the articles, the index, log.md, and last the state, which makes the promise void. So a
// run that was killed anywhere is one that never advanced the state: the next finds the promise,
// knows the pages that were written, and does the rest.
func (c *Compiler) apply(ctx context.Context, p *Plan) (Report, error) {
	r := p.report()
	if p.idle {
		return r, nil
	}
	if err := c.check(p); err != nil {
		return r, err
	}
	if err := ctx.Err(); err != nil {
		return r, err
	}
	if err := c.store().Keep(p.blobs); err != nil {
		return r, err
	}
	if !p.pending.Empty() {
		if err := c.store().WritePending(p.pending); err != nil {
			return r, fmt.Errorf("compile: %w", err)
		}
	}
	if err := c.journalPlan(p); err != nil {
		return r, err
	}
	if err := c.writeArticles(ctx, p, &r); err != nil {
		return r, err
	}
	if err := c.writeIndex(ctx, p, r); err != nil {
		return r, err
	}
	if err := c.writeLog(p, r); err != nil {
		return r, err
	}
	return r, c.commit(p, r)
}

func (p *Plan) report() Report {
	r := Report{Plan: p}
	for _, l := range p.Logs {
		if l.Compiled {
			r.Logs++
			r.Entries += l.Fresh
		}
		if l.State == state.Waiting {
			r.Waiting = append(r.Waiting, l)
		}
	}
	return r
}

// check finds what has changed since the plan was made, and what no write can succeed on.
func (c *Compiler) check(p *Plan) error {
	data, err := c.Vault.ReadFile(layout.Compiled)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read state %q: %w", layout.Compiled, err)
	}
	if (err != nil) != (p.stateAt == "") || err == nil && fsutil.Hash(data) != p.stateAt {
		return &state.MovedError{Path: layout.Compiled}
	}
	for _, e := range p.Edits {
		same, err := c.unmoved(p, e)
		if err != nil {
			return err
		}
		if !same {
			return &state.MovedError{Path: e.Path}
		}
	}
	return nil
}

// unmoved reports whether the file is what it was when the plan was made, and nobody has begun to write
// it since.
func (c *Compiler) unmoved(p *Plan, e journal.Edit) (bool, error) {
	data, err := c.Vault.ReadFile(e.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return e.Before == nil, nil
	}
	if err != nil {
		return false, fmt.Errorf("%s %q: %w", e.Verb, e.Path, err)
	}
	return e.Before != nil && bytes.Equal(data, e.Before) && (e.Code || c.youth(e.Path, p.read) == 0), nil
}

// writeArticles writes and removes pages. A page that somebody changed since the check is left as
// they made it.
func (c *Compiler) writeArticles(ctx context.Context, p *Plan, r *Report) error {
	edits := slices.DeleteFunc(slices.Clone(p.Edits), func(e journal.Edit) bool { return e.Code })
	for i, e := range edits {
		if err := ctx.Err(); err != nil {
			return err
		}
		same, err := c.unmoved(p, e)
		if err != nil {
			return err
		}
		if !same {
			r.Conflicts = append(r.Conflicts, e.Path)
			c.log().Warn("article was changed meanwhile and is left alone", "path", e.Path)
			continue
		}
		err = c.writeArticle(e)
		if errors.Is(err, fsutil.ErrChanged) { // saved since that look
			r.Conflicts = append(r.Conflicts, e.Path)
			c.log().Warn("article was changed meanwhile and is left alone", "path", e.Path)
			continue
		}
		if err != nil {
			return fmt.Errorf("%s article %q: %w", e.Verb, e.Path, err)
		}
		switch e.Verb {
		case journal.Create:
			r.Created = append(r.Created, e.Path)
		case journal.Remove:
			r.Removed = append(r.Removed, e.Path)
		default:
			r.Updated = append(r.Updated, e.Path)
		}
		if err := c.store().After(e.Path); err != nil {
			return err
		}
		if c.Progress != nil {
			c.Progress(i+1, len(edits), e.Path)
		}
	}
	return nil
}

func (c *Compiler) writeArticle(e journal.Edit) error {
	if e.Verb == journal.Remove {
		return c.Wiki.Remove(e.Path)
	}
	return c.Wiki.Swap(e.Path, e.Before, e.After)
}

// writeIndex writes the index of the articles there are now: as planned, unless somebody has saved an
// article or the index since.
func (c *Compiler) writeIndex(ctx context.Context, p *Plan, r Report) error {
	edits := slices.DeleteFunc(slices.Clone(p.Edits), func(e journal.Edit) bool { return !e.Code || journal.IsLog(e.Path) })
	if len(edits) == 0 {
		return nil
	}
	if moved, err := c.swapIndex(p, edits); err != nil {
		return fmt.Errorf("write the index: %w", err)
	} else if moved || len(r.Conflicts) > 0 {
		w, err := c.Wiki.Load(ctx)
		if err != nil {
			return fmt.Errorf("read the wiki: %w", err)
		}
		if _, err := catalog.WriteIndex(c.Wiki, w); err != nil {
			return fmt.Errorf("write the index: %w", err)
		}
	}
	return c.store().After(c.index())
}

// swapIndex writes the pages of the index, those of topics before the page that lists them, up to
// one that somebody has saved meanwhile.
func (c *Compiler) swapIndex(p *Plan, edits []journal.Edit) (moved bool, err error) {
	for _, e := range slices.Backward(edits) {
		if e.Verb == journal.Remove {
			continue
		}
		err := c.Wiki.Swap(e.Path, e.Before, e.After)
		if errors.Is(err, fsutil.ErrChanged) {
			return true, nil
		}
		if err != nil {
			return false, err
		}
	}
	for _, e := range edits {
		if e.Verb != journal.Remove {
			continue
		}
		if same, err := c.unmoved(p, e); err != nil || !same {
			return !same, err
		}
		if err := c.Vault.Remove(e.Path); err != nil {
			return false, err
		}
	}
	return false, nil
}

// writeLog tells in log.md what changed.
func (c *Compiler) writeLog(p *Plan, r Report) error {
	lines := slices.DeleteFunc(p.pending.Lines(), func(l state.LogLine) bool { return slices.Contains(r.Conflicts, l.Path) })
	if len(lines) == 0 || p.barred[c.logPath()] {
		return nil
	}
	if err := catalog.AppendLog(c.Wiki, state.LogDays(lines)...); err != nil {
		return fmt.Errorf("write the wiki's log: %w", err)
	}
	return c.store().After("log.md")
}

// commit writes the state, which is what makes the run one that happened. A page that was left to
// somebody keeps its old record, and the logs it was to tell of stay stale.
func (c *Compiler) commit(p *Plan, r Report) error {
	if !p.ran {
		return nil
	}
	next := p.next.Clone()
	for _, e := range p.Edits {
		if !slices.Contains(r.Conflicts, e.Path) {
			continue
		}
		delete(next.Pages, e.Path)
		at := e.Path
		if e.Was != "" { // the next run finds out again that it was moved
			at = e.Was
		}
		if rec, ok := p.state.Pages[at]; ok {
			next.Pages[at] = rec
		}
		for _, day := range e.Days {
			next.Restore(p.state, day)
		}
	}
	if err := c.store().Write(next); err != nil {
		return fmt.Errorf("compile: %w", err)
	}
	c.store().Sweep(p.state, next, p.resumed)
	if err := c.store().RemovePending(); err != nil {
		return fmt.Errorf("compile: %w", err)
	}
	return nil
}

// journalPlan enters what a plan is about to do.
func (c *Compiler) journalPlan(p *Plan) error {
	ch := &journal.Entry{What: journal.Compiling, StateAt: p.stateAt, Days: map[daily.Date]journal.DayChange{}}
	ch.Add(p.Edits)
	if len(ch.Files) == 0 {
		return nil
	}
	for _, e := range p.Edits {
		for _, at := range []string{e.Path, e.Was} {
			if e.Code || at == "" {
				continue
			}
			var after *state.PageRecord
			if rec, ok := p.next.Pages[at]; ok {
				after = &rec
			}
			ch.SetPage(p.state, at, after)
		}
	}
	for day, rec := range p.next.Days {
		was, known := p.state.Days[day]
		if known && was.Hash == rec.Hash && was.At == rec.At {
			continue
		}
		d := journal.DayChange{After: &rec}
		if known {
			d.Before = &was
		}
		ch.Days[day] = d
	}
	j := c.Journal()
	j.KeepTexts(ch)
	return j.Enter(ch)
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
