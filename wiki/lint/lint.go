package lint

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
)

// A Linter looks at one vault.
type Linter struct {
	Wiki   *wiki.Wiki  // required: the vault as it is
	Dir    *fsutil.Dir // the vault on disk; nil looks at nothing outside the snapshot
	Levels Levels      // settings
	Now    time.Time   // leftovers are those of an hour before

	Logs      []Log                       // how the logs stand to the articles
	Proposals []Proposal                  // what waits beside a person's words
	Secrets   func(text string) []Secrets // nil looks for none
	Notes     []Note                      // what else the caller knows
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
	c := l.prepare()
	whole := make([][]*Finding, 5)
	var wg sync.WaitGroup
	for i, check := range []func() []*Finding{c.names, c.duplicates, c.index, c.logs, c.told} {
		wg.Go(func() { whole[i] = check() })
	}
	var failed error
	var disk []*Finding
	wg.Go(func() { disk, failed = c.disk(ctx) })
	pages := l.Wiki.Pages()
	found := make([][]*Finding, len(pages))
	share(len(pages), func(i int) {
		if ctx.Err() == nil {
			found[i] = c.page(pages[i])
		}
	})
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if failed != nil {
		return nil, failed
	}
	out := slices.Concat(slices.Concat(found...), slices.Concat(whole...), disk)
	slices.SortFunc(out, order)
	all := make([]Finding, len(out))
	for i, f := range out {
		all[i] = *f
	}
	return all, nil
}

// A checker is a run of a Linter.
type checker struct {
	*Linter
	logState map[wiki.Date]Log
	moved    bool            // some log has changed since it was compiled
	linked   bool            // the vault holds symbolic links
	folders  map[string]bool // folded, from the root
	numbers  func() map[string]bool
}

func (l *Linter) prepare() *checker {
	c := &checker{Linter: l, logState: make(map[wiki.Date]Log, len(l.Logs)), folders: map[string]bool{}}
	for _, g := range l.Logs {
		c.logState[g.Day] = g
		c.moved = c.moved || g.changed()
	}
	for _, p := range l.Wiki.Pages() {
		for d := parent(p.Path); d != ""; d = parent(d) {
			if key := wiki.Fold(d); c.folders[key] {
				break
			} else {
				c.folders[key] = true
			}
		}
		c.linked = c.linked || isSymlink(p)
	}
	c.numbers = sync.OnceValue(c.numbered)
	return c
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
