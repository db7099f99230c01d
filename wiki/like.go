package wiki

import (
	"cmp"
	"strings"

	"github.com/agent-admin/memoria/fsutil/sorting"
)

// Like returns the articles and a person's pages whose names resemble a name that no page has, the most
// similar first, at most so many: one name contains the other, or they share half of their pairs of letters.
func (w *Wiki) Like(name string, most int) []*Page {
	want := ProjectKey(name)
	type near struct {
		p  *Page
		by float64
	}
	var found []near
	for _, p := range w.Pages() {
		if p.Kind != ArticlePage && p.Kind != PersonPage || p.Article == nil {
			continue
		}
		best := 0.0
		for _, n := range append(p.Aliases(), p.Title(), p.Name) {
			best = max(best, alike(want, ProjectKey(n)))
		}
		if best >= 0.5 {
			found = append(found, near{p, best})
		}
	}
	sorting.By(found, func(a, b near) int {
		return cmp.Or(cmp.Compare(b.by, a.by), cmp.Compare(a.p.Title(), b.p.Title()), cmp.Compare(a.p.Path, b.p.Path))
	})
	var out []*Page
	for _, n := range found[:min(most, len(found))] {
		out = append(out, n.p)
	}
	return out
}

// alike returns how similar two names are, from 0 to 1.
func alike(a, b string) float64 {
	p, q := []rune(a), []rune(b)
	if len(p) > len(q) {
		a, b, p, q = b, a, q, p
	}
	if len(p) == 0 || len(q) > 200 {
		return 0
	}
	if len(p) > 2 && strings.Contains(b, a) {
		return 0.5 + 0.5*float64(len(p))/float64(len(q))
	}
	pairs := map[[2]rune]int{}
	for i := range len(p) - 1 {
		pairs[[2]rune{p[i], p[i+1]}]++
	}
	shared := 0
	for i := range len(q) - 1 {
		if k := [2]rune{q[i], q[i+1]}; pairs[k] > 0 {
			pairs[k]--
			shared++
		}
	}
	return 2 * float64(shared) / float64(max(1, len(p)+len(q)-2))
}
