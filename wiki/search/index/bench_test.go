package index

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// BenchmarkBuild makes the index of a vault of 10,000 pages from nothing.
func BenchmarkBuild(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	words := rand.NewZipf(r, 1.1, 3, 20000)
	files := map[string]string{}
	for i := range 10000 {
		var text strings.Builder
		fmt.Fprintf(&text, "---\ntitle: Page %d\ntype: concept\n---\n\n# Page %d\n\n", i, i)
		for n := range 400 {
			fmt.Fprintf(&text, "w%s%d ", [...]string{"ord", "ill", "ent"}[n%3], words.Uint64())
			if n%40 == 39 {
				text.WriteString("\n\n")
			}
		}
		files[fmt.Sprintf("wiki/concepts/p%05d.md", i)] = text.String()
	}
	s := storeOf(b, files)
	s.Cache = nil
	for b.Loop() {
		x, err := s.Open(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		x.Close()
	}
}
