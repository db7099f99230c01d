package compiler

import (
	"context"
	"fmt"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// A Foresight says how the wiki will read when something is forgotten.
type Foresight struct {
	Pages map[string][]byte // files that change, from the vault's root; nil is removed
	texts map[string]bool   // of those that are remembered
}

// Keeps reports whether a file of what is remembered of pages stays as it is.
func (s *Foresight) Keeps(name string) bool {
	const end = ".md"
	n := len(layout.Pages) + 1
	return len(name) > n+len(end) && name[:n] == layout.Pages+"/" && s.texts[name[n:len(name)-len(end)]]
}

// Foresee plans what Forget does when the cuts were made, and writes nothing.
func (c *Compiler) Foresee(ctx context.Context, f Forgetting, cuts map[daily.Date]daily.Cut) (*Foresight, error) {
	own, logs := *c, *c.Daily
	logs.Cuts, own.Daily, own.blind = cuts, &logs, true
	c = &own
	p, err := c.Plan(ctx, f.options())
	if err != nil {
		return nil, fmt.Errorf("forget in the wiki: %w", err)
	}
	if _, err := c.amend(p, f); err != nil {
		return nil, fmt.Errorf("forget in the wiki: %w", err)
	}
	out := &Foresight{Pages: map[string][]byte{}, texts: map[string]bool{}}
	if p.next != nil {
		out.texts = p.next.TextHashes()
	}
	for _, e := range p.Edits {
		if e.From() != "" {
			out.Pages[e.From()] = nil
		}
		out.Pages[e.Path] = e.After
	}
	return out, nil
}
