package wiki

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/sorting"
)

// A Wiki is all files of a vault at one moment: articles, days, a person's pages and
// attachments. It is immutable and may be used by several goroutines.
type Wiki struct {
	at     Store // names its folders
	pages  []*Page
	byPath map[string]*Page

	// Claims to a name, by its folded form.
	paths   map[string][]*Page
	names   map[string][]*Page
	titles  map[string][]*Page
	aliases map[string][]*Page

	graph  func() graph
	linked atomic.Pointer[graph] // what graph returned
}

// New makes a snapshot of files, keyed by their slash-separated path from the vault's root.
// The wiki's articles stand below the folder dir. The contents of files that are no pages do
// not matter.
func New(dir string, files map[string][]byte) *Wiki { return Store{Wiki: dir}.New(files) }

// New makes a snapshot of files as [New] does, in the folders of the store.
func (s Store) New(files map[string][]byte) *Wiki {
	pages := make([]*Page, 0, len(files))
	for file, src := range files {
		pages = append(pages, s.page(file, src))
	}
	return newWiki(s, pages)
}

func newWiki(s Store, pages []*Page) *Wiki {
	sorting.By(pages, func(a, b *Page) int { return cmp.Compare(a.Path, b.Path) })
	w := &Wiki{
		at: Store{Wiki: s.Wiki, Daily: s.Daily}, pages: pages,
		byPath: make(map[string]*Page, len(pages)),
		paths:  make(map[string][]*Page, len(pages)), names: make(map[string][]*Page, len(pages)),
		titles: make(map[string][]*Page, len(pages)), aliases: make(map[string][]*Page, len(pages)),
	}
	claim := func(m map[string][]*Page, name string, p *Page) {
		key := Fold(name)
		if was := m[key]; key != "" && (len(was) == 0 || was[len(was)-1] != p) { // an alias that occurs twice is one claim
			m[key] = append(was, p)
		}
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		for _, p := range pages {
			claim(w.paths, stem(p.Path), p)
			claim(w.names, p.Name, p)
		}
	})
	for _, p := range pages {
		w.byPath[p.Path] = p
		if p.Article == nil {
			continue
		}
		if t, ok := p.Text("title"); ok {
			claim(w.titles, t, p)
		}
		for _, a := range p.Aliases() {
			claim(w.aliases, a, p)
		}
	}
	wg.Wait()
	w.graph = sync.OnceValue(w.link)
	return w
}

func stem(file string) string { return strings.TrimSuffix(file, ".md") }

// With returns the snapshot with files written and others removed, as it will be on disk.
func (w *Wiki) With(written map[string][]byte, removed ...string) *Wiki {
	gone := make(map[string]bool, len(removed))
	for _, path := range removed {
		gone[path] = true
	}
	pages := make([]*Page, 0, len(w.pages)+len(written))
	for _, p := range w.pages {
		if _, ok := written[p.Path]; !ok && !gone[p.Path] {
			pages = append(pages, p)
		}
	}
	for file, src := range written {
		pages = append(pages, w.at.page(file, src))
	}
	return newWiki(w.at, pages)
}

// Dir returns the wiki's folder in the vault.
func (w *Wiki) Dir() string { return w.at.Folder() }

// Daily returns the folder of the day logs.
func (w *Wiki) Daily() layout.Daily { return w.at.Daily }

// Pages returns all files, sorted by path. The caller must not change the slice.
func (w *Wiki) Pages() []*Page { return w.pages }

// Page returns the file at a path, nil if there is none.
func (w *Wiki) Page(path string) *Page { return w.byPath[path] }

// Articles returns the pages of kind [ArticlePage], sorted by path.
func (w *Wiki) Articles() []*Page {
	var out []*Page
	for _, p := range w.pages {
		if p.Kind == ArticlePage {
			out = append(out, p)
		}
	}
	return out
}

// Ours reports whether memoria may write a page: its type is one of memoria's, and it is in memoria's state
// or cites a log. Every other page is a person's.
func (w *Wiki) Ours(p *Page, inState bool) bool {
	return p.Kind == ArticlePage && p.Article.Type().Ours() && (inState || p.CitesLog())
}

// Claims returns the pages that a name may mean, as file name, title or alias, in any order. With it an
// author finds out that an article exists already.
func (w *Wiki) Claims(name string) []*Page {
	var out []*Page
	key := Fold(name)
	for _, m := range []map[string][]*Page{w.names, w.titles, w.aliases} {
		for _, p := range m[key] {
			if !slices.Contains(out, p) {
				out = append(out, p)
			}
		}
	}
	return out
}

// Known is what an author needs to know about a page.
type Known struct {
	Slug    Slug
	Title   string
	Aliases []string
	Type    Type
	Human   bool // a person's page: it may be linked to, never written
	Kept    bool // a person edited, moved or removed it: it keeps its name
}
