package fsutil

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// Other programs write the file too.
func TestSwapFile(t *testing.T) {
	for way, swap := range map[string]func(d *Dir, name string, old, data []byte, perm fs.FileMode) error{
		"SwapFile": (*Dir).SwapFile, "SwapFileSoon": (*Dir).SwapFileSoon,
	} {
		t.Run(way, func(t *testing.T) { testSwap(t, swap) })
	}
}

func testSwap(t *testing.T, swap func(d *Dir, name string, old, data []byte, perm fs.FileMode) error) {
	d := openTemp(t)
	must.Do(t, swap(d, "f", nil, []byte("one"), 0o640))
	must.Is(t, swap(d, "f", nil, []byte("two"), 0o640), ErrChanged, "a file that is there in the place of none")
	must.Is(t, swap(d, "f", []byte("other"), []byte("two"), 0o640), ErrChanged, "another content")
	got, _ := d.ReadFile("f")
	must.Hold(t, string(got) == "one", "a refused swap left %q", got)
	must.Do(t, swap(d, "f", []byte("one"), []byte("two"), 0o600))
	got, _ = d.ReadFile("f")
	must.Hold(t, string(got) == "two", "got %q", got)
	must.Is(t, swap(d, "gone", []byte("one"), []byte("two"), 0o600), ErrChanged, "a file that is gone")
	entries, _ := d.ReadDir(".")
	must.Hold(t, len(entries) == 1, "left behind: %v", entries)
}

func TestRemoveDir(t *testing.T) {
	d := openTemp(t)
	for _, name := range []string{"empty", "full"} {
		must.Do(t, d.MkdirAll(name, 0o755))
	}
	must.Do(t, os.WriteFile(filepath.Join(d.Path(), "full", "x"), nil, 0o644))
	must.Is(t, d.RemoveDir("empty"), nil, "the error")
	must.Is(t, d.RemoveDir("empty"), fs.ErrNotExist, "again")
	for _, name := range []string{"full", "full/x", "."} {
		must.Hold(t, d.RemoveDir(name) != nil, "removed %s", name)
	}
}
