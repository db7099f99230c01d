package search

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// TestIndexOfTwo: two that use an index while files change disturb nobody.
func TestIndexOfTwo(t *testing.T) {
	s := vaultOf(t, nil)
	root := s.Dir.Path()
	for i := range 8 {
		write(t, root, fmt.Sprintf("n%d.md", i), "anchor of another")
	}
	var wg sync.WaitGroup
	for w := range 3 {
		wg.Go(func() {
			mine := *s
			for i := range 12 {
				if w == 0 {
					os.WriteFile(filepath.Join(root, fmt.Sprintf("m%d.md", i)), []byte("anchor of one"), 0o644)
				}
				x, err := mine.Open(context.Background())
				if err != nil {
					t.Error(err)
					return
				}
				got, err := Find(context.Background(), x, Parse("anchor"), Options{Limit: 50})
				x.Close()
				must.Hold(t, err == nil && len(got.Hits) >= 8, "found %d, %v", len(got.Hits), err)
			}
		})
	}
	wg.Wait()
	got := repaired(t, s, "anchor")
	must.Hold(t, len(got.Hits) == 20, "found %d of 20", len(got.Hits))
}

// TestIndexOddFiles: what is no file of text is passed by. A long page, and one whose lines end
// in odd ways.
func TestIndexOddFiles(t *testing.T) {
	s := vaultOf(t, nil)
	root := s.Dir.Path()
	write(t, root, "good.md", "the needle")
	write(t, root, "dir.md/inside.md", "the needle")
	write(t, root, "odd\u2028name.md", "a\u2028needle\rneedle\r\nneedle")
	write(t, root, "long.md", strings.Repeat("hay ", 80_000)+"needle")
	write(t, root, "raw.md", "\xff\xfe needle \x00 needle")
	write(t, root, ".hidden/no.md", "the needle")
	outside := filepath.Join(t.TempDir(), "secret.md")
	write(t, filepath.Dir(outside), "secret.md", "the needle")
	if err := os.Symlink(outside, filepath.Join(root, "out.md")); err != nil {
		t.Skip(err)
	}
	os.Symlink("missing.md", filepath.Join(root, "none.md"))
	os.Symlink("loop.md", filepath.Join(root, "loop.md"))
	var got []string
	for _, h := range repaired(t, s, "needle").Hits {
		got = append(got, h.Path)
		must.Hold(t, len(h.Snippet) <= 1024, "%s: a snippet of %d bytes", h.Path, len(h.Snippet))
	}
	slices.Sort(got)
	want := []string{"dir.md/inside.md", "good.md", "long.md", "odd\u2028name.md", "raw.md"}
	must.Hold(t, slices.Equal(got, want), "found %q, want %q", got, want)
}
