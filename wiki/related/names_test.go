package related

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/wiki"
)

// One pass over a page finds all names in it, and one over all pages those of one page.
func TestNames(t *testing.T) {
	words := strings.Fields("lock file sidecar Queue retry back-off 認証 トークン cache ttl Élan élan `lock` [[lock-file]] #tag snake_case WAL wal-file İstanbul don't")
	seeds := uint64(6)
	if os.Getenv("MEMORIA_LONG") != "" {
		seeds = 20
	}
	for seed := range seeds {
		rng := rand.New(rand.NewPCG(seed, 1))
		files := map[string][]byte{}
		for i := range 25 {
			var b strings.Builder
			title := words[rng.IntN(len(words))] + " " + words[rng.IntN(len(words))]
			if rng.IntN(2) == 0 {
				title = words[rng.IntN(9)]
			}
			fmt.Fprintf(&b, "---\ntype: concept\ntitle: \"%s\"\naliases: [%s]\nsources: [\"[[2026-03-01]]\"]\n---\n\n# %s\n\n", title, words[rng.IntN(9)], title)
			for range rng.IntN(60) {
				b.WriteString(words[rng.IntN(len(words))] + []string{" ", ", ", "\n", "", ". "}[rng.IntN(5)])
			}
			files[fmt.Sprintf("wiki/concepts/p%d.md", i)] = []byte(b.String())
		}
		f := &Finder{Wiki: wiki.New("wiki", files)}
		names := f.Names()
		named := map[*wiki.Page]map[*wiki.Page]Spot{}
		for _, p := range f.Wiki.Pages() {
			for _, n := range f.Named(p) {
				if named[n.By] == nil {
					named[n.By] = map[*wiki.Page]Spot{}
				}
				named[n.By][p] = n.At
			}
		}
		for _, q := range f.Naming() {
			want := map[*wiki.Page]Spot{}
			for _, p := range f.Wiki.Pages() {
				if at, ok := firstNamed(f, p, q); ok {
					want[p] = at
				}
			}
			if got := names.In(q); !maps.Equal(got, want) || !maps.Equal(named[q], want) {
				t.Fatalf("seed %d: %s names\n%+v and\n%+v\nwant\n%+v", seed, q.Path, got, named[q], want)
			}
		}
	}
}

// firstNamed is the first spot at which q names p, the longest name there, found the slow way.
func firstNamed(f *Finder, p, q *wiki.Page) (at Spot, ok bool) {
	if p == q || slices.Contains(f.Wiki.LinkersOf(p), q) {
		return at, false
	}
	hidden := hiddenIn(q.Article)
	low := strings.ToLower(string(q.Bytes()))
	if len(low) != len(q.Bytes()) {
		low = string(q.Bytes())
	}
	for i := range low {
		for _, n := range namesOf(p) {
			if strings.HasPrefix(low[i:], n) && alone([]byte(low), i, i+len(n)) && !within(hidden, i, i+len(n)) {
				return Spot{i, n}, true
			}
		}
	}
	return at, false
}
