package fsutil

import (
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
	must.Hold(t, d.Path() == want, "Path of a linked directory = %q, want %q", d.Path(), want)
	changed, err := d.WriteFile("daily/x.md", []byte("y"), 0o644)
	must.Hold(t, changed && err == nil, "write through a linked root: %v, %v", changed, err)
	to, err := os.Readlink(filepath.Join(base, "link"))
	must.Hold(t, to == "vault" && err == nil, "the link is %q, %v", to, err)
	sub := must.Get(d.Sub("daily"))(t)
	defer sub.Close()
	got := filepath.Join(want, "daily")
	must.Hold(t, sub.Path() == got, "Path of Sub = %q, want %q", sub.Path(), got)
	b, err := sub.ReadFile("x.md")
	must.Hold(t, string(b) == "y" && err == nil, "Sub reads %q, %v", b, err)
	for _, no := range []string{"missing", "file"} {
		must.Hold(t, must.Err(OpenDir(filepath.Join(base, no))) != nil, "OpenDir(%q) went through", no)
	}
	must.Is(t, must.Err(OpenDir(filepath.Join(base, "missing"))), fs.ErrNotExist, "OpenDir of nothing")
	must.Is(t, must.Err(d.Sub("weekly")), fs.ErrNotExist, "Sub of nothing")
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
		err := d.Remove(name)
		must.Hold(t, (err == nil) == removed, "Remove(%q) = %v", name, err)
	}
	must.Is(t, must.Err(d.ReadFile("kept/b.md")), nil, "the error")
}

func TestRenameOverwritesNothing(t *testing.T) {
	dir := t.TempDir()
	plant(t, dir, map[string]string{"a.md": "a", "b.md": "b"})
	d := open(t, dir)
	must.Is(t, d.Rename("a.md", "b.md"), fs.ErrExist, "onto another")
	must.Is(t, d.Rename("a.md", "new/folder/a.md"), nil, "into a new folder")
	must.Is(t, d.Rename("a.md", "c.md"), fs.ErrNotExist, "what is gone")
	must.Is(t, d.Rename("b.md", "con.md"), fs.ErrInvalid, "to a device")
	b, err := d.ReadFile("new/folder/a.md")
	must.Hold(t, string(b) == "a" && err == nil, "moved file: %q, %v", b, err)
}

func TestMkdirAll(t *testing.T) {
	dir := t.TempDir()
	plant(t, dir, map[string]string{"file": "x", "real/x": "x"})
	link(t, "real", filepath.Join(dir, "link"))
	d := open(t, dir)
	for _, name := range []string{".", "a/b/c", "a/b/c", "link/new", "real"} {
		must.Is(t, d.MkdirAll(name, 0o755), nil, "MkdirAll(%q)", name)
	}
	info, err := os.Stat(filepath.Join(dir, "real", "new"))
	must.Hold(t, err == nil && info.IsDir(), "through a link: %v", err)
	for _, name := range []string{"file", "file/x", "aux"} {
		must.Hold(t, d.MkdirAll(name, 0o755) != nil, "MkdirAll(%q) went through", name)
	}
}
