package lint

import (
	"cmp"
	"context"
	"iter"
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

	// Mark says how all stands that Told and Ask follow from beside the logs and pages: while it is the
	// same, so are they, and Ask need not be called. It is given what the file system's clock says, see
	// fsutil.Dir.Tick, and is "" if a change after that might not show. Nil is as good as "".
	Mark func(tick int64) string

	ahead int64 // tests: how far the file system's clock goes before
}

// Told is what the vault does not tell.
type Told struct {
	Logs      []Log      // how the logs stand to the articles
	Proposals []Proposal // what waits beside a person's words
	Notes     []Note     // what else the caller knows

	Pages       bool      // it follows from articles too, and not from logs alone
	From, Until time.Time // while it holds; zero for always
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
	if l.Wiki != nil || l.Recipe == "" {
		c.hear(ctx)
		s, err := c.lookAll(ctx, nil)
		if err != nil {
			return nil, err
		}
		return s.listed(), nil
	}
	sv, err := l.survey(ctx)
	if err != nil {
		return nil, err
	}
	if l.Mark != nil {
		c.mark = l.Mark(sv.tick)
	}
	was := c.last()
	if was != nil {
		if found, ok := was.found(ctx, c, sv); ok {
			return found, nil
		}
	}
	if was != nil && was.tells(c, sv) {
		c.Told, c.Ask = was.told, nil
	}
	c.hear(ctx)
	s, m, err := c.look(ctx, sv)
	if err != nil {
		return nil, err
	}
	found := s.listed()
	if m != nil {
		c.remember(ctx, m, was, sv, s)
	}
	return found, nil
}

// look looks at what changed since the last run, or at all.
func (c *checker) look(ctx context.Context, sv *survey) (*seen, *memory, error) {
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
		s, err := c.lookAll(ctx, sv)
		if err != nil {
			return nil, nil, err
		}
		return s, c.memoryOf(s, sv), nil
	}
	if changed {
		m.run = ""
	}
	s := m.seen()
	err := c.beside(ctx, sv, m, s)()
	return s, m, err
}

func (l *Linter) load(ctx context.Context) (*wiki.Wiki, error) {
	return wiki.Store{Dir: l.Dir, Wiki: l.Folder, Whole: true}.Load(ctx)
}

// beside begins with all that is not found in pages, and returns what waits for it.
func (c *checker) beside(ctx context.Context, sv *survey, m *memory, s *seen) (wait func() error) {
	var failed, deaf error
	var wg sync.WaitGroup
	wg.Go(func() { s.disk, failed = c.disk(ctx, sv) })
	wg.Go(func() {
		if deaf = c.heard(); deaf == nil {
			s.now = slices.Concat(c.logs(), c.told(), c.stale(m))
		}
	})
	return func() error {
		wg.Wait()
		return cmp.Or(ctx.Err(), failed, deaf)
	}
}

// lookAll looks at all pages. Without a survey of the vault one is made if need be.
func (c *checker) lookAll(ctx context.Context, sv *survey) (_ *seen, err error) {
	if c.Wiki == nil {
		if c.Wiki, err = c.load(ctx); err != nil {
			return nil, err
		}
	}
	c.web = whole{c.Wiki}
	pages := c.Wiki.Pages()
	c.prepare(func(yield func(string, bool) bool) {
		for _, p := range pages {
			if !yield(p.Path, p.Linked()) {
				return
			}
		}
	})
	s := &seen{pages: make([][]*Finding, len(pages))}
	wait := c.beside(ctx, sv, nil, s)
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
	return s, wait()
}

// A checker is a run of a Linter.
type checker struct {
	*Linter
	web      web
	mark     string
	privates []string     // what the disk has below .memoria that lasts: see private
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
	more.Pages = t.Pages || more.Pages
	more.Logs, more.Proposals, more.Notes = slices.Concat(t.Logs, more.Logs), slices.Concat(t.Proposals, more.Proposals), slices.Concat(t.Notes, more.Notes)
	return more
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
		if c.Ask != nil {
			c.Told = c.and(more)
		}
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
