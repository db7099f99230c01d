package lint

import (
	"cmp"
	"context"
	"iter"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
)

// A Linter looks at one vault.
type Linter struct {
	Wiki   *wiki.Wiki  // the vault as it is; nil reads Dir
	Dir    *fsutil.Dir // the vault on disk; nil looks at nothing outside the snapshot
	Folder string      // required without Wiki: the folder of the articles
	Levels Levels      // settings
	Now    time.Time   // leftovers are those of an hour before

	// Recipe names all that findings depend on beside the vault and the Levels: the program and its
	// rules. Without a Wiki, Run keeps the findings under it, below .memoria in Dir, and next time reads
	// and looks at what changed alone. Empty keeps none.
	Recipe string

	Told
	Ask     func(context.Context) (Told, error) // is asked for more of that while the vault is read; may be nil
	Secrets func(text string) []Secrets         // nil looks for none
}

// Told is what the vault does not tell.
type Told struct {
	Logs      []Log      // how the logs stand to the articles
	Proposals []Proposal // what waits beside a person's words
	Notes     []Note     // what else the caller knows
}

// A Log says how a day's log stands to the articles.
type Log struct {
	Day     wiki.Date
	State   LogState
	Until   string // Delayed only: when it is compiled
	Before  bool   // some of it was compiled
	Entries int    // that are in no article yet; of a log that is gone, those it had
	Lost    int    // entries that were compiled and are not in the log any more
}

// LogState is what is to be done about a log.
type LogState uint8

// The states of a log.
const (
	Compiled LogState = iota
	Due               // the next compile reads it
	Delayed           // it changed, and its interval has not passed
	Lost              // it was compiled and is gone
)

// changed reports whether what articles rest on is another now.
func (g Log) changed() bool { return g.Before && (g.State == Due || g.State == Delayed) }

// A Proposal is a change of ours that waits because a person changed the same lines.
type Proposal struct {
	Path string
	Line int
	Text string
}

// Secrets is one stretch of a text that should not be kept: what kind it is and the offset at
// which it begins.
type Secrets struct {
	Rule  string
	Start int
}

// A Note is a finding of the caller's about a file.
type Note struct {
	Check, Path, Text, Hint string
}

// Run makes all checks. The findings are sorted by file and line.
func (l *Linter) Run(ctx context.Context) ([]Finding, error) {
	c := &checker{Linter: new(Linter)}
	*c.Linter = *l
	c.hear(ctx)
	if l.Wiki != nil || l.Recipe == "" {
		return c.run(ctx, nil, nil)
	}
	sv, err := l.survey(ctx)
	if err != nil {
		return nil, err
	}
	m := c.remembered()
	if m != nil {
		c.prepare(func(yield func(string, bool) bool) {
			for _, f := range sv.files {
				if !yield(f.path, f.kind == linkPath) {
					return
				}
			}
		})
	}
	changed, ok := c.recall(ctx, m, sv)
	if !ok {
		c.Wiki = nil
		return c.run(ctx, nil, sv)
	}
	if changed && ctx.Err() == nil {
		c.keep(m)
	}
	return c.run(ctx, m, sv)
}

func (l *Linter) load(ctx context.Context) (*wiki.Wiki, error) {
	return wiki.Store{Dir: l.Dir, Wiki: l.Folder, Whole: true}.Load(ctx)
}

// run finishes with what is remembered, or looks at all pages.
func (c *checker) run(ctx context.Context, m *memory, sv *survey) (_ []Finding, err error) {
	if m == nil {
		if c.Wiki == nil {
			if c.Wiki, err = c.load(ctx); err != nil {
				return nil, err
			}
		}
		c.web = whole{c.Wiki}
		c.prepare(func(yield func(string, bool) bool) {
			for _, p := range c.Wiki.Pages() {
				if !yield(p.Path, p.Linked()) {
					return
				}
			}
		})
	}
	var disk, now []*Finding
	var failed, deaf error
	var wg sync.WaitGroup
	wg.Go(func() { disk, failed = c.disk(ctx, sv) })
	wg.Go(func() {
		if deaf = c.heard(); deaf == nil {
			now = slices.Concat(c.logs(), c.told(), c.stale(m))
		}
	})
	var s *seen
	if m != nil {
		s = m.seen()
	} else {
		s = c.lookAll(ctx)
	}
	wg.Wait()
	if err := cmp.Or(ctx.Err(), failed, deaf); err != nil {
		return nil, err
	}
	if m == nil && sv != nil {
		if m := c.memoryOf(s, sv); m != nil {
			c.keep(m)
		}
	}
	return listed(s.pages, slices.Concat(s.names, s.duplicates, s.index, now, disk)), nil
}

func (m *memory) seen() *seen {
	s := &seen{pages: make([][]*Finding, len(m.pages)), names: m.names, duplicates: m.duplicates, index: m.index}
	for i := range m.pages {
		s.pages[i] = m.pages[i].found
	}
	return s
}

// lookAll makes them all anew.
func (c *checker) lookAll(ctx context.Context) *seen {
	pages := c.Wiki.Pages()
	s := &seen{pages: make([][]*Finding, len(pages))}
	var wg sync.WaitGroup
	wg.Go(func() { s.names = c.names() })
	wg.Go(func() { s.duplicates = c.duplicates() })
	wg.Go(func() { s.index = c.index() })
	share(len(pages), func(i int) {
		if ctx.Err() == nil {
			s.pages[i] = c.page(pages[i])
		}
	})
	wg.Wait()
	return s
}

// seen are the findings that follow from a snapshot alone: those about each page and its links, in
// the order of the pages, and those about all pages together.
type seen struct {
	pages                    [][]*Finding
	names, duplicates, index []*Finding
}

// listed sorts the findings about pages, which come in the order of their paths, and others.
func listed(pages [][]*Finding, others []*Finding) []Finding {
	slices.SortFunc(others, order)
	n := len(others)
	for _, found := range pages {
		slices.SortFunc(found, order)
		n += len(found)
	}
	out := make([]Finding, 0, n)
	for _, found := range pages {
		for _, f := range found {
			for len(others) > 0 && order(others[0], f) < 0 {
				out, others = append(out, *others[0]), others[1:]
			}
			out = append(out, *f)
		}
	}
	for _, f := range others {
		out = append(out, *f)
	}
	return out
}

// A checker is a run of a Linter.
type checker struct {
	*Linter
	web      web
	heard    func() error // waits for what was asked; once
	logState map[wiki.Date]Log
	moved    bool            // some log has changed since it was compiled
	linked   bool            // the vault holds symbolic links
	folders  map[string]bool // folded, from the root
	numbers  func() map[string]bool
	nicks    func() map[string]nickname
	asked    sync.Map // *wiki.Page: pages of which the disk was asked for a file
}

// and is what was told, and more.
func (t Told) and(more Told) Told {
	return Told{slices.Concat(t.Logs, more.Logs), slices.Concat(t.Proposals, more.Proposals), slices.Concat(t.Notes, more.Notes)}
}

// hear asks what is not told yet.
func (c *checker) hear(ctx context.Context) {
	var more Told
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		if c.Ask != nil {
			more, err = c.Ask(ctx)
		}
	}()
	c.heard = func() error {
		<-done
		c.Told = c.and(more)
		c.logState = make(map[wiki.Date]Log, len(c.Logs))
		for _, g := range c.Logs {
			c.logState[g.Day] = g
			c.moved = c.moved || g.changed()
		}
		return err
	}
}

// prepare notes where all files are.
func (c *checker) prepare(files iter.Seq2[string, bool]) {
	c.folders = map[string]bool{}
	last := ""
	for file, link := range files {
		c.linked = c.linked || link
		if d := parent(file); d != last {
			last = d
			for ; d != ""; d = parent(d) {
				if key := wiki.Fold(d); c.folders[key] {
					break
				} else {
					c.folders[key] = true
				}
			}
		}
	}
	c.numbers, c.nicks = sync.OnceValue(c.numbered), sync.OnceValue(c.nicknamed)
}

// ours reports whether a page is held to what memoria promises of its own.
func ours(p *wiki.Page) bool {
	return p.Kind == wiki.ArticlePage || p.Kind == wiki.CodePage || p.Kind == wiki.DayPage
}

func (c *checker) reporter(p *wiki.Page) *reporter {
	return &reporter{levels: c.Levels, page: p, ours: ours(p), path: p.Path}
}

// about reports on a file that is no page of the snapshot.
func (c *checker) about(path string, ours bool) *reporter {
	return &reporter{levels: c.Levels, ours: ours, path: path}
}

// page makes the checks that need one page, its links included.
func (c *checker) page(p *wiki.Page) []*Finding {
	r := c.reporter(p)
	c.file(r)
	if p.Article == nil {
		return r.found
	}
	c.header(r)
	r.ours = r.ours && p.Kind != wiki.DayPage // links in a log are what a person wrote beside our entries
	c.links(r)
	r.ours = ours(p)
	switch p.Kind {
	case wiki.ArticlePage:
		c.article(r)
	case wiki.DayPage:
		c.log(r)
	}
	c.words(r)
	return r.found
}

// share calls f for 0 to n-1 on all processors.
func share(n int, f func(i int)) {
	const some = 32
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		wg.Go(func() {
			for from := range next {
				for i := from; i < min(from+some, n); i++ {
					f(i)
				}
			}
		})
	}
	for from := 0; from < n; from += some {
		next <- from
	}
	close(next)
	wg.Wait()
}
