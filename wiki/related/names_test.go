package related

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
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
			got := names.In(q)
			must.Be(t, maps.Equal(got, want) && maps.Equal(named[q], want), "seed %d: %s names\n%+v and\n%+v\nwant\n%+v", seed, q.Path, got, named[q], want)
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

// "api" on a page of clientB/api means that project, not the other of this name.
func TestNamesOfTwins(t *testing.T) {
	page := func(title, tags, text string) []byte {
		return []byte("---\ntitle: " + title + "\ntags: [" + tags + "]\ntype: concept\nsources: [\"[[2026-03-01]]\"]\n---\n\n# " + title + "\n\n" + text + "\n")
	}
	w := wiki.New("wiki", map[string][]byte{
		"wiki/concepts/api.md":     page("api", "api", "The first."),
		"wiki/concepts/port.md":    page("Port", "clientb-api", "The api never opens it."),
		"wiki/concepts/proxy.md":   page("Proxy", "api", "It stands before the api."),
		"wiki/concepts/web.md":     page("web", "web", "It calls clientB/api only."),
		"wiki/concepts/console.md": page("console", "console", "It calls clientB/api, and the api."),
	})
	f := &Finder{Wiki: w, Apart: func(project string) []string {
		if project == "api" {
			return []string{"clientB/api"}
		}
		return nil
	}}
	var got []string
	for _, m := range f.Around(w.Page("wiki/concepts/api.md"), 0).Mentions {
		got = append(got, m.Title)
	}
	want := []string{"console", "Proxy"}
	must.Hold(t, slices.Equal(got, want), "named by %v, want %v", got, want)
}
