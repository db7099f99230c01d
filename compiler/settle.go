package compiler

import (
	"context"
	"path"
	"time"

	"github.com/agent-admin/memoria/compiler/articles"
	"github.com/agent-admin/memoria/compiler/state"
)

// alone waits until nobody has changed the pages that a plan writes for a while, including pages added to the plan
// since it was made. [Compiler.apply] detects what is written anew until then.
func (c *Compiler) alone(ctx context.Context, p *Plan) error {
	longest := time.Duration(0)
	for _, e := range p.Edits {
		if !e.Code && e.Before != nil {
			longest = max(longest, c.untilQuiet(e.Path, p.read))
		}
	}
	if longest == 0 {
		return nil
	}
	err := pause(ctx, longest)
	p.read = c.Now() // their texts are compared with the plan's before anything is written
	return err
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// untilQuiet returns how long to wait until a file has rested for Compiler.Quiet and can be read again, if it had not when
// it was read. It is zero if the file is missing or its time lies in the future.
func (c *Compiler) untilQuiet(name string, read time.Time) time.Duration {
	if c.Quiet <= 0 {
		return 0
	}
	info, err := c.Vault.Lstat(name)
	if err != nil {
		return 0
	}
	now, at := c.Now(), info.ModTime()
	if at.After(now) || !at.After(read.Add(-c.Quiet)) {
		return 0
	}
	return max(at.Add(c.Quiet).Sub(now), time.Millisecond)
}

// untilQuiet returns how long it takes until every relevant file has rested: pages that a person edited or removed, logs
// that lack earlier entries, and pages that are about to be written. Those count too because a page being overwritten
// in place reads as before up to its first new word.
func (p *planner) untilQuiet(pages []*articles.Article) time.Duration {
	if p.c.Quiet <= 0 {
		return 0
	}
	longest := time.Duration(0)
	look := func(name string) {
		if _, err := p.c.Vault.Lstat(name); err != nil {
			name = path.Dir(name) // a removed file: its folder
		}
		longest = max(longest, p.c.untilQuiet(name, p.now))
	}
	for _, h := range p.hands {
		look(h.Path)
	}
	for _, a := range pages {
		if a.Page != nil && a.Hands && a.Page.Hash() != a.Record.Hash {
			look(a.Path)
		}
	}
	for _, s := range p.sources {
		if s.Known && (s.State == state.Gone || s.Lost > 0 || len(s.Open) > 0) {
			look(s.Path)
		}
	}
	p.plan.pagesOnly = longest == 0
	for _, e := range p.edits {
		if e.Before != nil {
			look(e.Path)
		}
	}
	return longest
}
