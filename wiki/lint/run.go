package lint

import (
	"cmp"
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/agent-admin/memoria/wiki"
)

// Run runs all checks. The findings are sorted by file and line.
func (l *Linter) Run(ctx context.Context) ([]Finding, error) {
	if l.Wiki == nil && l.Recipe != "" {
		return l.runCached(ctx)
	}
	w := l.Wiki
	if w == nil {
		var err error
		if w, err = l.load(ctx); err != nil {
			return nil, err
		}
	}
	now := runRecord{subjects: make([]subjectRecord, subjectCount(w))}
	var err error
	now.beside, err = checkerOf(l, w).run(ctx, func(i int, _ string, look func() []*Finding) { now.subjects[i].found = look() })
	if err != nil {
		return nil, err
	}
	var hidden []string
	if l.Dir != nil {
		if _, hidden, err = (wiki.Store{Dir: l.Dir}).Glance(ctx); err != nil {
			return nil, err
		}
	}
	disk, err := l.disk(hidden)
	return sorted(now.found(), disk), err
}

// load reads the whole vault.
func (l *Linter) load(ctx context.Context) (*wiki.Wiki, error) {
	return wiki.Store{Dir: l.Dir, Wiki: l.Folder}.Load(ctx)
}

// ofPage are the families of checks of one page, its links included. Each runs only those of its checks that apply to
// the page's kind.
var ofPage = []func(*checker, *reporter){
	(*checker).file, (*checker).header, (*checker).links, (*checker).article, (*checker).marks, (*checker).log, (*checker).words,
}

// The subjects of findings that are not about a single page.
const (
	aboutNames      = "names"
	aboutDuplicates = "duplicates"
	aboutIndex      = "index"
)

// ofWiki are the families of checks that need all pages.
var ofWiki = []struct {
	subject string
	find    func(*checker) []*Finding
}{
	{aboutNames, (*checker).names}, {aboutDuplicates, (*checker).duplicates}, {aboutIndex, (*checker).index},
}

// subjectCount returns the number of subjects of a run.
func subjectCount(w *wiki.Wiki) int { return len(w.Pages()) + len(ofWiki) }

// run runs the checks of a snapshot, except those that depend on other facts, whose findings it returns. It calls once
// for each subject with its number, its name (a page's path or one of the names above) and the function that checks it.
func (c *checker) run(ctx context.Context, once func(i int, name string, look func() []*Finding)) (beside []*Finding, err error) {
	var group errgroup.Group
	group.Go(func() (err error) { beside, err = c.beside(ctx); return err })
	pages := c.Wiki.Pages()
	for i, family := range ofWiki {
		group.Go(func() error {
			once(len(pages)+i, family.subject, func() []*Finding { return family.find(c) })
			return nil
		})
	}
	wiki.Each(len(pages), func(i int) {
		if ctx.Err() == nil {
			once(i, pages[i].Path, func() []*Finding { return c.page(pages[i]) })
		}
	})
	return beside, cmp.Or(ctx.Err(), group.Wait())
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

// sorted merges findings into their order. Most of the first list is sorted already.
func sorted(most, others []*Finding) []Finding {
	n := 0 // those that are
	for n < len(most) && (n == 0 || order(most[n-1], most[n]) <= 0) {
		n++
	}
	others = append(others, most[n:]...)
	slices.SortFunc(others, order)
	out := make([]Finding, 0, len(most)+len(others))
	for _, f := range most[:n] {
		for len(others) > 0 && order(others[0], f) < 0 {
			out, others = append(out, *others[0]), others[1:]
		}
		out = append(out, *f)
	}
	for _, f := range others {
		out = append(out, *f)
	}
	return out
}
