package compiler

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/logs"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki/catalog"
)

// apply applies a plan as one change of the journal. It checks that the plan still fits and records the change; then
// it writes the base texts of later merges, the articles, the index, log.md, and last the state. If a run is killed
// at any point, the next one completes it.
func (c *Compiler) apply(ctx context.Context, p *Plan) (Report, error) {
	r := p.report()
	if p.idle {
		return r, nil
	}
	if err := c.check(p); err != nil {
		return r, err
	}
	if err := p.shared.Begin(); err != nil {
		return r, err
	}
	ch := c.change(p)
	if len(ch.Files) == 0 {
		return r, c.learn(p, ch.Log)
	}
	done, err := c.Journal().Perform(ctx, ch)
	if err == nil && p.ran {
		err = p.shared.End(p.next)
	}
	if err != nil {
		return r, err
	}
	r.tell(done)
	for _, at := range r.Conflicts {
		c.log().Warn("article was changed meanwhile and is left alone", "path", at)
	}
	return r, nil
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

// tell adds what a change did.
func (r *Report) tell(ch *journal.Change) {
	for _, n := range ch.Left {
		r.Conflicts = append(r.Conflicts, n.Path)
	}
	for _, e := range ch.Edits {
		switch {
		case e.Code || slices.Contains(r.Conflicts, e.Path):
		case e.Verb == journal.Create:
			r.Created = append(r.Created, e.Path)
		case e.Verb == journal.Remove:
			r.Removed = append(r.Removed, e.Path)
		default:
			r.Updated = append(r.Updated, e.Path)
		}
	}
}

// resumed adds what this run did to complete an interrupted one.
func (r *Report) resumed(ch *journal.Change) {
	if ch == nil || ch.What != journal.Compiling {
		return
	}
	var was Report
	was.tell(ch)
	r.Logs, r.Entries = r.Logs+ch.Logs, r.Entries+ch.Entries
	r.Created = append(was.Created, r.Created...)
	r.Updated = append(was.Updated, r.Updated...)
	r.Removed = append(was.Removed, r.Removed...)
}

// check finds what has changed since the plan was made, and what somebody has begun to write since.
func (c *Compiler) check(p *Plan) error {
	_, at, _, err := c.store().Read()
	if err != nil {
		return err
	}
	if at != p.stateAt {
		return &state.MovedError{Path: layout.Compiled}
	}
	for _, e := range p.Edits {
		if !e.Code && e.Before != nil && c.untilQuiet(e.Path, p.read) > 0 {
			return &state.MovedError{Path: e.Path}
		}
	}
	return nil
}

// learn records in log.md and the state what a run found that had no page to write.
func (c *Compiler) learn(p *Plan, lines []state.LogLine) error {
	if err := catalog.AppendLog(c.Wiki, state.LogDays(lines)...); err != nil {
		return fmt.Errorf("write the wiki's log: %w", err)
	}
	if !p.ran {
		return nil
	}
	if err := c.store().Keep(p.blobs); err != nil {
		return err
	}
	if err := c.store().Write(p.next); err != nil {
		return fmt.Errorf("compile: %w", err)
	}
	c.store().Sweep(p.next)
	return p.shared.End(p.next)
}

// change returns what a plan is about to do, for the journal.
func (c *Compiler) change(p *Plan) *journal.Entry {
	ch := &journal.Entry{What: journal.Compiling, Entries: p.report().Entries, Texts: maps.Clone(p.blobs)}
	ch.Busy = func(name string) bool { return c.untilQuiet(name, p.read) > 0 }
	ch.Add(p.Edits)
	if !p.barred[c.logPath()] {
		ch.Log = p.logLines()
	}
	for _, f := range ch.Files {
		delete(ch.Texts, f.Now) // the file has it
	}
	if p.ran {
		ch.Advance(p.stored, p.state, p.next)
		c.Journal().KeepTexts(ch)
	}
	return ch
}

// A Report says what a run did.
type Report struct {
	Plan      *Plan
	Logs      int      // compiled
	Entries   int      // of these, new or changed ones
	Created   []string // paths of articles
	Updated   []string
	Removed   []string
	Waiting   []logs.Standing // logs that changed, and whose interval has not passed
	Conflicts []string        // articles that somebody changed during the run: their version stays, and the logs stay stale

	Absorbed daily.Absorbed // what was taken in before
	Sight    string         // what the vault looks like, if that alone says that there is nothing to do: see wiki.Store.Glance
}

// Changed reports whether any article changed.
func (r Report) Changed() bool { return len(r.Created)+len(r.Updated)+len(r.Removed) > 0 }
