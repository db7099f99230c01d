package lint

import (
	"context"
	"slices"
	"sync"

	"github.com/agent-admin/memoria/wiki"
)

// What is found about a page depends on its text, on what the names in its links mean, on whether
// the places it names exist, and on which pages link to it. So as long as all pages have the names
// they had, those to look at again are
//
//   - the pages that changed,
//   - those that a changed page links to and did not, or did and does not any more,
//   - those that name a heading or a block of a changed page, when its headings and blocks changed,
//   - those for which the disk was asked beside the snapshot.
//
// Nothing else is read. When a name comes, goes or changes, or a page of the index, or a page that
// shares a name, all pages are looked at. When nothing changed, none is: see still.go.

// recall brings what is remembered up to date with the vault. It is false when all has to be looked
// at; m is of no use then.
func (c *checker) recall(ctx context.Context, m *memory, sv *survey) (changed, ok bool) {
	if m == nil || len(m.pages) != len(sv.files) {
		return false, false
	}
	src, changed, ok := c.changes(m, sv)
	if !ok {
		return false, false
	}
	number := func(p *wiki.Page) int { return m.find(p.Path) }
	near, ok := c.nearby(m, src)
	if !ok {
		return false, false
	}
	again := map[int]bool{}
	for file, text := range src {
		p, i := near.Page(file), m.find(file)
		k := &m.pages[i]
		if faceOf(p, namesOf(p)) != k.face || p.Kind == wiki.CodePage && !isLog(p) || m.claims(file) {
			return false, false
		}
		again[i] = true
		k.hash, k.sources = sumOf(text), sourcesOf(p)
		to := leadsTo(p, near.LinksOf(p), number)
		for _, q := range differing(k.to, to) {
			again[q] = true
		}
		k.to = to
		if now := placesOf(p); k.places != "" && k.places != now {
			k.places = now
			m.naming(i, again)
		}
	}
	for i := range m.pages {
		if m.pages[i].asks {
			again[i] = true
		}
	}
	return changed, c.lookAt(ctx, m, again, src)
}

// changes reads the pages that may have changed, and returns those that did.
func (c *checker) changes(m *memory, sv *survey) (src map[string][]byte, touched, ok bool) {
	var list []int
	for i := range m.pages {
		p, now := &m.pages[i], &sv.files[i]
		if p.path != now.path || p.kind != now.kind {
			return nil, false, false
		}
		if p.kind == pagePath && (!p.settled || p.stamp != now.stamp) {
			list = append(list, i)
		}
	}
	if len(list) > manyPages {
		return nil, false, false
	}
	src, ok = map[string][]byte{}, true
	var mu sync.Mutex
	share(len(list), func(k int) {
		p, now := &m.pages[list[k]], sv.files[list[k]].stamp
		text, err := c.Dir.ReadFile(p.path)
		settled := now.Settled(sv.tick)
		same := err == nil && sumOf(text) == p.hash
		mu.Lock()
		defer mu.Unlock()
		touched = touched || !same || p.stamp != now || p.settled != settled
		p.stamp, p.settled = now, settled
		if !same {
			src[p.path] = text
		}
		ok = ok && err == nil && int64(len(text)) == now.Size && now.Size <= longPage
	})
	return src, touched, ok
}

// longPage is how long a page may be to be looked at alone; no snapshot reads one much longer.
const longPage = 4 << 20

// readAs reads a page that is as it is remembered.
func (c *checker) readAs(p *memo) ([]byte, bool) {
	text, err := c.Dir.ReadFile(p.path)
	return text, err == nil && sumOf(text) == p.hash
}

// claims reports whether a page was found to claim another's name: the line where it does may be another
// now.
func (m *memory) claims(path string) bool {
	return slices.ContainsFunc(m.names, func(f *Finding) bool { return f.Path == path && f.Line > 0 })
}

// naming adds the pages that name a place in page i.
func (m *memory) naming(i int, to map[int]bool) {
	for q := range m.pages {
		if _, ok := slices.BinarySearch(m.pages[q].named, i); ok {
			to[q] = true
		}
	}
}

// lookAt looks at pages again.
func (c *checker) lookAt(ctx context.Context, m *memory, again map[int]bool, src map[string][]byte) bool {
	for i := range again {
		p := &m.pages[i]
		if _, ok := src[p.path]; ok || p.kind != pagePath {
			continue
		}
		text, ok := c.readAs(p)
		if !ok {
			return false
		}
		src[p.path] = text
	}
	near, ok := c.nearby(m, src)
	if !ok {
		return false
	}
	web := &recalled{Wiki: near, memory: m, in: make([]int, len(m.pages)), known: map[*wiki.Page][]wiki.Outlink{}}
	for i := range m.pages {
		for _, to := range m.pages[i].to {
			web.in[to]++
		}
	}
	var list []*wiki.Page
	for i := range again {
		if p := near.Page(m.pages[i].path); p != nil && p.Article != nil {
			list = append(list, p)
			web.known[p] = near.LinksOf(p)
		}
	}
	c.Wiki, c.web = near, web
	share(len(list), func(k int) {
		if ctx.Err() == nil {
			m.pages[m.find(list[k].Path)].found = c.page(list[k])
		}
	})
	var named []int
	for _, p := range list {
		k := &m.pages[m.find(p.Path)]
		k.named = placesNamed(p, web.known[p], web.number)
		_, k.asks = c.asked.Load(p)
		named = append(named, k.named...)
	}
	m.place(named, func(i int) *wiki.Page { return near.Page(m.pages[i].path) })
	return true
}

// recalled is the web of a vault of which a few pages were read, the rest is remembered.
type recalled struct {
	*wiki.Wiki
	*memory
	known map[*wiki.Page][]wiki.Outlink // of the pages that are looked at
	in    []int                         // how many pages link to each
}

func (r *recalled) number(p *wiki.Page) int           { return r.find(p.Path) }
func (r *recalled) links(p *wiki.Page) []wiki.Outlink { return r.known[p] }
func (r *recalled) linked(p *wiki.Page) bool          { return r.in[r.number(p)] > 0 }
func (r *recalled) leads(from, to *wiki.Page) bool {
	_, ok := slices.BinarySearch(r.memory.pages[r.number(from)].to, r.number(to))
	return ok
}

// differing are the elements of just one of two sorted lists.
func differing(a, b []int) []int {
	var out []int
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0] < b[0]:
			out, a = append(out, a[0]), a[1:]
		case len(a) == 0 || b[0] < a[0]:
			out, b = append(out, b[0]), b[1:]
		default:
			a, b = a[1:], b[1:]
		}
	}
	return out
}
