package compiler

import (
	"context"
	"path"
	"time"

	"github.com/agent-admin/memoria/compiler/articles"
	"github.com/agent-admin/memoria/compiler/state"
)

// alone waits until the pages that a plan writes have been left alone, those too that were added to it
// since it was made: what is written anew until then is for [Compiler.apply] to find.
func (c *Compiler) alone(ctx context.Context, p *Plan) error {
	longest := time.Duration(0)
	for _, e := range p.Edits {
		if !e.Code && e.Before != nil {
			longest = max(longest, c.youth(e.Path, p.read))
		}
	}
	if longest == 0 {
		return nil
	}
	err := pause(ctx, longest)
	p.read = c.Now() // their texts are held against the plan's before anything is written
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

// youth is how long to wait until a file has been left alone for Compiler.Quiet and can be read again,
// if it had not been when it was read. It is zero when the file is not there, and when its time lies
// ahead, which says nothing.
func (c *Compiler) youth(name string, read time.Time) time.Duration {
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

// youth is how long it takes until every file that counts has been left alone: pages that a person
// edited or took away, logs that lack entries they had, and pages that are about to be written. What
// somebody writes over a page in place reads as it did until it comes to the first new word.
func (p *planner) youth(pages []*articles.Article) time.Duration {
	if p.c.Quiet <= 0 {
		return 0
	}
	longest := time.Duration(0)
	look := func(name string) {
		if _, err := p.c.Vault.Lstat(name); err != nil {
			name = path.Dir(name) // where a file was taken away
		}
		longest = max(longest, p.c.youth(name, p.now))
	}
	for _, h := range p.hands {
		look(h.Path)
	}
	for _, a := range pages {
		if a.Page != nil && a.Hands && a.Page.Hash() != a.Record.Hash {
			look(a.Path)
		}
	}
	for _, e := range p.edits {
		if e.Before != nil {
			look(e.Path)
		}
	}
	for _, s := range p.sources {
		if s.Known && (s.State == state.Gone || s.Lost > 0 || len(s.Open) > 0) {
			look("daily/" + s.Date.String() + ".md")
		}
	}
	return longest
}
