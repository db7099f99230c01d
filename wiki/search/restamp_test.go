package search

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// The stamps of a vault that was copied are learned once, and what changed since fits on the index as before.
func TestRestamp(t *testing.T) {
	s := vaultOf(t, library)
	root := s.Dir.Path()
	for i := range 3 * staleMost {
		write(t, root, fmt.Sprintf("n%d.md", i), fmt.Sprintf("anchor number%d", i))
	}
	ask(t, s, "anchor")
	write(t, root, "n0.md", "anchor elsewhere")
	if got := paths(ask(t, s, "elsewhere")); got != "n0.md" {
		t.Fatalf("found %q", got)
	}
	before, delta := s.load()
	files := before.files()
	before.close()
	if delta == nil {
		t.Fatal("nothing is kept of what changed")
	}
	delta.close()
	if len(files) < 3*staleMost {
		t.Fatalf("%d files", len(files))
	}
	other := time.Now().Add(-time.Hour)
	for _, f := range files {
		if err := os.Chtimes(filepath.Join(root, filepath.FromSlash(f.path)), other, other); err != nil {
			t.Fatal(err)
		}
	}
	x, err := s.Open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	x.Close()
	base, delta := s.load()
	defer base.close()
	if base.id != before.id || delta == nil || base.docs != before.docs {
		t.Fatalf("another index: %s, %s, %v", base.id, before.id, delta)
	}
	delta.close()
	now, err := s.survey(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	stamps := map[string]file{}
	for _, f := range now.files {
		stamps[f.path] = f
	}
	for _, f := range base.files() {
		if f.path != "n0.md" && f.stamp != stamps[f.path].stamp {
			t.Errorf("%s has the stamp %+v, want %+v", f.path, f.stamp, stamps[f.path].stamp)
		}
	}
	for query, want := range map[string]string{"number7": "n7.md", "elsewhere": "n0.md", "number0": "", "busyTimeout": "wiki/concepts/sidecar-locks.md"} {
		if got := paths(ask(t, s, query)); got != want {
			t.Errorf("%q finds %q, want %q", query, got, want)
		}
	}
}
