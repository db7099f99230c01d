package summary

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/prose"
)

// Articles are the articles of a vault's wiki, read once, on first use. It is safe for concurrent use.
type Articles struct {
	Store wiki.Store // required

	once   sync.Once
	mu     sync.Mutex // of the pages, which read their text when it is asked for
	byWord map[string][]subject
}

// A subject is a name of an article.
type subject struct {
	rest []string // the words behind the first
	page *wiki.Page
}

const (
	aboutPages  = 12  // articles whose points are returned
	aboutPoints = 4   // of each, the last ones
	pointMost   = 300 // bytes of one
)

// About returns points of the articles that a text mentions by name, the most often mentioned articles
// first. It returns nothing if the wiki cannot be read.
func (a *Articles) About(ctx context.Context, text string, room int) []Memory {
	a.once.Do(func() { a.read(ctx) })
	if len(a.byWord) == 0 {
		return nil
	}
	words := prose.Words(text)
	hits := map[*wiki.Page]int{}
	for i, w := range words {
		for _, s := range a.byWord[w] {
			if len(s.rest) < len(words)-i && slices.Equal(words[i+1:i+1+len(s.rest)], s.rest) {
				hits[s.page] += 1 + len(s.rest) // a longer name says more
			}
		}
	}
	pages := make([]*wiki.Page, 0, len(hits))
	for p := range hits {
		pages = append(pages, p)
	}
	sorting.By(pages, func(x, y *wiki.Page) int { return cmp.Or(hits[y]-hits[x], cmp.Compare(x.Path, y.Path)) })
	a.mu.Lock()
	defer a.mu.Unlock()
	var out []Memory
	for _, p := range pages[:min(len(pages), aboutPages)] {
		points := p.Points()
		for _, x := range points[max(0, len(points)-aboutPoints):] {
			m := Memory{Title: p.Title(), Text: prose.Inline(x.Text)}
			size := len(m.Title) + len(m.Text) + memoryRoom
			if m.Text == "" || len(m.Text) > pointMost || size > room {
				continue
			}
			room -= size
			out = append(out, m)
		}
	}
	return out
}

func (a *Articles) read(ctx context.Context) {
	w, err := a.Store.Load(ctx)
	if err != nil {
		return
	}
	a.byWord = map[string][]subject{}
	for _, p := range w.Pages() {
		if p.Article == nil || p.Type() != wiki.Concept || p.ReadOnly() {
			continue
		}
		for _, name := range append(p.Aliases(), p.Title()) {
			words := prose.Words(name)
			if len(words) == 0 || len(words) == 1 && (len(words[0]) < 3 || prose.IsStopAnywhere(words[0])) {
				continue
			}
			a.byWord[words[0]] = append(a.byWord[words[0]], subject{words[1:], p})
		}
	}
}
