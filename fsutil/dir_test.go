package fsutil

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

func TestOpenDir(t *testing.T) {
	base := t.TempDir()
	plant(t, base, map[string]string{"vault/daily/x.md": "x", "file": "x"})
	link(t, "vault", filepath.Join(base, "link"))
	want := must.Get(filepath.EvalSymlinks(filepath.Join(base, "vault")))(t)
	d := open(t, filepath.Join(base, "link"))
	if d.Path() != want {
		t.Errorf("Path of a linked directory = %q, want %q", d.Path(), want)
	}
	if changed, err := d.WriteFile("daily/x.md", []byte("y"), 0o644); !changed || err != nil {
		t.Errorf("write through a linked root: %v, %v", changed, err)
	}
	if to, err := os.Readlink(filepath.Join(base, "link")); to != "vault" || err != nil {
		t.Errorf("the link is %q, %v", to, err)
	}
	sub := must.Get(d.Sub("daily"))(t)
	defer sub.Close()
	if got := filepath.Join(want, "daily"); sub.Path() != got {
		t.Errorf("Path of Sub = %q, want %q", sub.Path(), got)
	}
	if b, err := sub.ReadFile("x.md"); string(b) != "y" || err != nil {
		t.Errorf("Sub reads %q, %v", b, err)
	}
	for _, no := range []string{"missing", "file"} {
		if _, err := OpenDir(filepath.Join(base, no)); err == nil {
			t.Errorf("OpenDir(%q) went through", no)
		}
	}
	if _, err := OpenDir(filepath.Join(base, "missing")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("OpenDir of nothing: %v", err)
	}
	if _, err := d.Sub("weekly"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Sub of nothing: %v", err)
	}
	made := must.Get(CreateDir(filepath.Join(base, "new", "vault"), 0o755))(t)
	made.Close()
}

func TestRemoveTakesFilesOnly(t *testing.T) {
	dir := t.TempDir()
	plant(t, dir, map[string]string{"a.md": "x", "kept/b.md": "x"})
	must.Do(t, os.Mkdir(filepath.Join(dir, "empty"), 0o755))
	link(t, "kept", filepath.Join(dir, "link"))
	d := open(t, dir)
	for name, removed := range map[string]bool{"a.md": true, "link": true, "empty": false, "kept": false, "none": false} {
		if err := d.Remove(name); (err == nil) != removed {
			t.Errorf("Remove(%q) = %v", name, err)
		}
	}
	if _, err := d.ReadFile("kept/b.md"); err != nil {
		t.Error(err)
	}
}

func TestRenameOverwritesNothing(t *testing.T) {
	dir := t.TempDir()
	plant(t, dir, map[string]string{"a.md": "a", "b.md": "b"})
	d := open(t, dir)
	if err := d.Rename("a.md", "b.md"); !errors.Is(err, fs.ErrExist) {
		t.Errorf("onto another: %v", err)
	}
	if err := d.Rename("a.md", "new/folder/a.md"); err != nil {
		t.Errorf("into a new folder: %v", err)
	}
	if err := d.Rename("a.md", "c.md"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what is gone: %v", err)
	}
	if err := d.Rename("b.md", "con.md"); !errors.Is(err, fs.ErrInvalid) {
		t.Errorf("to a device: %v", err)
	}
	if b, err := d.ReadFile("new/folder/a.md"); string(b) != "a" || err != nil {
		t.Errorf("moved file: %q, %v", b, err)
	}
}

func TestMkdirAll(t *testing.T) {
	dir := t.TempDir()
	plant(t, dir, map[string]string{"file": "x", "real/x": "x"})
	link(t, "real", filepath.Join(dir, "link"))
	d := open(t, dir)
	for _, name := range []string{".", "a/b/c", "a/b/c", "link/new", "real"} {
		if err := d.MkdirAll(name, 0o755); err != nil {
			t.Errorf("MkdirAll(%q) = %v", name, err)
		}
	}
	if info, err := os.Stat(filepath.Join(dir, "real", "new")); err != nil || !info.IsDir() {
		t.Errorf("through a link: %v", err)
	}
	for _, name := range []string{"file", "file/x", "aux"} {
		if err := d.MkdirAll(name, 0o755); err == nil {
			t.Errorf("MkdirAll(%q) went through", name)
		}
	}
}
