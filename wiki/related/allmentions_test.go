package related

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/wiki"
)

// One pass over all pages finds what looking for one page after another finds.
func TestAllMentions(t *testing.T) {
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
		got := f.AllMentions(4)
		want := map[*wiki.Page][]Mention{}
		for _, p := range f.Wiki.Pages() {
			if m := f.Around(p, 4).Mentions; len(m) > 0 {
				want[p] = m
			}
		}
		for p := range maps.Keys(want) {
			if !reflect.DeepEqual(got[p], want[p]) {
				t.Fatalf("seed %d: %s:\n%+v\nwant\n%+v", seed, p.Path, got[p], want[p])
			}
		}
		if len(got) != len(want) {
			t.Fatalf("seed %d: of %d pages, want %d", seed, len(got), len(want))
		}
	}
}
