package compiler

import (
	"context"
	"path"
	"time"

	"github.com/agent-admin/memoria/fsutil"
)

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

// youth is how long it takes until every file that is not as the last run left it has been left alone for
// Compiler.Quiet: pages that a person edited or took away, logs that lack entries they had.
func (p *planner) youth(articles []*article) time.Duration {
	if p.c.Quiet <= 0 {
		return 0
	}
	longest := time.Duration(0)
	look := func(name string) {
		info, err := p.c.Vault.Lstat(name)
		if err != nil {
			name = path.Dir(name) // where a file was taken away
			info, err = p.c.Vault.Lstat(name)
		}
		if err != nil {
			return
		}
		if age := p.c.Now().Sub(info.ModTime()); age >= 0 && age < p.c.Quiet { // a time to come says nothing
			longest = max(longest, p.c.Quiet-age)
		}
	}
	for _, h := range p.hands {
		look(h.path)
	}
	for _, a := range articles {
		if a.page != nil && a.hands && fsutil.Hash(a.page.Bytes()) != a.rec.Hash {
			look(a.path)
		}
	}
	for _, s := range p.sources {
		if s.known && (s.state == Gone || s.lost > 0 || len(s.open) > 0) {
			look("daily/" + s.date.String() + ".md")
		}
	}
	return longest
}
