package lint

import (
	"cmp"
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
)

// Run runs all checks. The findings are sorted by file and line.
func (l *Linter) Run(ctx context.Context) ([]Finding, error) {
	w := l.Wiki
	if w == nil {
		var err error
		if w, err = l.store().Load(ctx); err != nil {
			return nil, err
		}
	}
	found, err := checkerOf(l, w).run(ctx)
	if err != nil {
		return nil, err
	}
	if l.Dir != nil {
		disk, err := l.disk(ctx)
		if err != nil {
			return nil, err
		}
		found = append(found, disk...)
	}
	sorting.By(found, order)
	out := make([]Finding, len(found))
	for i, f := range found {
		out[i] = *f
	}
	return out, nil
}

// store returns the store of the pages.
func (l *Linter) store() wiki.Store {
	return wiki.Store{Dir: l.Dir, Wiki: l.Folder, Daily: l.Daily, At: l.At}
}

// ofPage are the families of checks of one page, its links included. Each runs only those of its checks that apply to
// the page's kind.
var ofPage = []func(*checker, *reporter){
	(*checker).file, (*checker).header, (*checker).links, (*checker).article, (*checker).marks, (*checker).log, (*checker).words,
}

// ofWiki are the families of checks that need all pages.
var ofWiki = []func(*checker) []*Finding{(*checker).names, (*checker).duplicates, (*checker).index}

// run runs the checks of a snapshot.
func (c *checker) run(ctx context.Context) ([]*Finding, error) {
	pages := c.Wiki.Pages()
	found := make([][]*Finding, len(pages)+len(ofWiki)+1)
	var group errgroup.Group
	group.Go(func() (err error) { found[len(found)-1], err = c.beside(ctx); return err })
	for i, family := range ofWiki {
		group.Go(func() error { found[len(pages)+i] = family(c); return nil })
	}
	wiki.Each(len(pages), func(i int) {
		if ctx.Err() == nil {
			found[i] = c.page(pages[i])
		}
	})
	err := group.Wait()
	return slices.Concat(found...), cmp.Or(ctx.Err(), err)
}

// page runs the checks of a page.
func (c *checker) page(p *wiki.Page) []*Finding {
	r := c.reporter(p)
	for _, family := range ofPage {
		family(c, r)
		if p.Article == nil { // an attachment has only a name
			break
		}
	}
	return r.found
}

// beside finds problems that come from the state of the logs and from facts that the caller supplies.
func (c *checker) beside(ctx context.Context) ([]*Finding, error) {
	if c.Ask != nil {
		more, err := c.Ask(ctx, c.Wiki)
		if err != nil {
			return nil, err
		}
		c.Told = c.Told.and(more)
	}
	c.logState = make(map[wiki.Date]Log, len(c.Logs))
	moved := false
	for _, g := range c.Logs {
		c.logState[g.Day] = g
		moved = moved || g.changed()
	}
	found := slices.Concat(c.logs(), c.told(), c.unfiled())
	if moved {
		found = append(found, c.stale()...)
	}
	return found, nil
}
