package fsutil

import (
	"errors"
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
	if err := d.AddFile("queue/taken", []byte("note"), 0o600, true); !errors.Is(err, fs.ErrExist) {
		t.Errorf("taken name: %v", err)
	}
	if err := d.AddFile("missing/new", []byte("note"), 0o600, true); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing directory: %v", err)
	}
	want := map[string]string{".": "directory", "queue": "directory", "queue/new": "note", "queue/taken": "old"}
	if got := tree(t, d.Path()); !maps.Equal(got, want) {
		t.Errorf("tree is %q", got)
	}
	info, err := os.Stat(filepath.Join(d.Path(), "queue", "new"))
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

func TestAddFileStaysInside(t *testing.T) {
	d := openTemp(t)
	outer := t.TempDir()
	link(t, outer, filepath.Join(d.Path(), "queue"))
	if err := d.AddFile("queue/new", []byte("note"), 0o600, true); !errors.Is(err, ErrOutside) {
		t.Errorf("error is %v", err)
	}
	if err := d.RemoveAllOf("queue", []string{"x"}); !errors.Is(err, ErrOutside) {
		t.Errorf("error is %v", err)
	}
	if got := tree(t, outer); len(got) != 1 {
		t.Errorf("outside: %q", got)
	}
}

func TestRemoveAllOf(t *testing.T) {
	d := openTemp(t)
	plant(t, d.Path(), map[string]string{"queue/a": "", "queue/b": "", "queue/c": "", "queue/sub/d": ""})
	if err := d.RemoveAllOf("queue", []string{"a", "gone", "sub", "b"}); !errors.Is(err, errIsDir) {
		t.Errorf("error is %v", err)
	}
	if err := d.RemoveAllOf("queue", []string{"../queue/c"}); err == nil {
		t.Error("a name left the directory")
	}
	want := map[string]string{".": "directory", "queue": "directory", "queue/c": "", "queue/sub": "directory", "queue/sub/d": ""}
	if got := tree(t, d.Path()); !maps.Equal(got, want) {
		t.Errorf("tree is %q", got)
	}
	if err := d.RemoveAllOf("missing", nil); err != nil {
		t.Errorf("nothing to remove: %v", err)
	}
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
	if got, err := d.ReadNames("q"); err != nil || !slices.Equal(got, []string{".a", "b", "sub"}) {
		t.Errorf("names are %q, %v", got, err)
	}
	if _, err := d.ReadNames("q/b"); err == nil {
		t.Error("a file has names")
	}
	if _, err := d.ReadNames("missing"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error is %v", err)
	}
}
