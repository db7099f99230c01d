package fsutil

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

func TestAddFile(t *testing.T) {
	d := openTemp(t)
	plant(t, d.Path(), map[string]string{"queue/taken": "old"})
	must.Do(t, d.AddFile("queue/new", []byte("note"), 0o600, true))
	must.Is(t, d.AddFile("queue/taken", []byte("note"), 0o600, true), fs.ErrExist, "taken name")
	must.Is(t, d.AddFile("missing/new", []byte("note"), 0o600, true), fs.ErrNotExist, "missing directory")
	want := map[string]string{".": "directory", "queue": "directory", "queue/new": "note", "queue/taken": "old"}
	got := tree(t, d.Path())
	must.Hold(t, maps.Equal(got, want), "tree is %q", got)
	info, err := os.Stat(filepath.Join(d.Path(), "queue", "new"))
	must.Hold(t, err == nil && (runtime.GOOS == "windows" || info.Mode().Perm() == 0o600), "mode %v, %v", info.Mode(), err)
}

func TestAddFileStaysInside(t *testing.T) {
	d := openTemp(t)
	outer := t.TempDir()
	link(t, outer, filepath.Join(d.Path(), "queue"))
	must.Is(t, d.AddFile("queue/new", []byte("note"), 0o600, true), ErrOutside, "the error")
	must.Is(t, d.RemoveAllOf("queue", []string{"x"}), ErrOutside, "the error")
	got := tree(t, outer)
	must.Hold(t, len(got) == 1, "outside: %q", got)
}

func TestRemoveAllOf(t *testing.T) {
	d := openTemp(t)
	plant(t, d.Path(), map[string]string{"queue/a": "", "queue/b": "", "queue/c": "", "queue/sub/d": ""})
	must.Is(t, d.RemoveAllOf("queue", []string{"a", "gone", "sub", "b"}), errIsDir, "the error")
	must.Hold(t, d.RemoveAllOf("queue", []string{"../queue/c"}) != nil, "a name left the directory")
	want := map[string]string{".": "directory", "queue": "directory", "queue/c": "", "queue/sub": "directory", "queue/sub/d": ""}
	got := tree(t, d.Path())
	must.Hold(t, maps.Equal(got, want), "tree is %q", got)
	must.Is(t, d.RemoveAllOf("missing", nil), nil, "nothing to remove")
}

// BenchmarkAddFile is one small new file, beside the write that can also replace one.
func BenchmarkAddFile(b *testing.B) {
	data := make([]byte, 600)
	b.Run("add", func(b *testing.B) {
		d := openTemp(b)
		plant(b, d.Path(), map[string]string{"q/x": ""})
		for i := 0; b.Loop(); i++ {
			must.Do(b, d.AddFile(fmt.Sprintf("q/%d", i), data, 0o600, true))
		}
	})
	b.Run("write", func(b *testing.B) {
		d := openTemp(b)
		for i := 0; b.Loop(); i++ {
			must.Get(d.WriteFile(fmt.Sprintf("q/%d", i), data, 0o600))(b)
		}
	})
}

func TestReadNames(t *testing.T) {
	d := openTemp(t)
	plant(t, d.Path(), map[string]string{"q/b": "", "q/.a": "", "q/sub/x": ""})
	got, err := d.ReadNames("q")
	must.Hold(t, err == nil && slices.Equal(got, []string{".a", "b", "sub"}), "names are %q, %v", got, err)
	must.Hold(t, must.Err(d.ReadNames("q/b")) != nil, "a file has names")
	must.Is(t, must.Err(d.ReadNames("missing")), fs.ErrNotExist, "the error")
}
