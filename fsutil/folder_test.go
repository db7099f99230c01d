package fsutil

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

func TestFolder(t *testing.T) {
	root := t.TempDir()
	d := must.Get(OpenDir(root))(t)
	defer d.Close()
	outer := filepath.Join(t.TempDir(), "outer")
	files := map[string][]byte{"empty": nil, "one": []byte("1"), "big": bytes.Repeat([]byte("big"), 1<<15), "small": []byte("small again")}
	for name, data := range files {
		must.Do(t, os.WriteFile(filepath.Join(root, name), data, 0o600))
	}
	must.Do(t, errors.Join(os.Mkdir(filepath.Join(root, "sub"), 0o700), os.WriteFile(outer, []byte("outer"), 0o600)))
	f := must.Get(d.Folder("."))(t)
	defer f.Close()
	for _, name := range []string{"one", "empty", "big", "small"} {
		got, stamp, err := f.Read(name, 1<<20)
		must.Hold(t, err == nil && bytes.Equal(got, files[name]) && cap(got)-len(got) >= folderRoom, "%s: %d bytes, room for %d, %v", name, len(got), cap(got)-len(got), err)
		info, err := os.Lstat(filepath.Join(root, name))
		must.Hold(t, err == nil && stamp == StampOf(info), "%s: the stamp is %+v, %v", name, stamp, err)
	}
	if os.Symlink("one", filepath.Join(root, "in")) == nil && os.Symlink(outer, filepath.Join(root, "out")) == nil {
		got, _, err := f.Read("in", 10)
		must.Hold(t, err == nil && string(got) == "1", "a link inside: %q, %v", got, err)
		got, _, err = f.Read("out", 10)
		must.Hold(t, err != nil, "a link leads out: %q", got)
	}
	for name, want := range map[string]error{"none": fs.ErrNotExist, "big": ErrLong, "../x": fs.ErrInvalid, "..": fs.ErrInvalid, "": fs.ErrInvalid} {
		_, _, err := f.Read(name, 100)
		must.Hold(t, errors.Is(err, want), "%q: %v, not %v", name, err, want)
	}
	_, _, err := f.Read("sub", 1<<20)
	must.Hold(t, err != nil, "a directory is read")
	must.Hold(t, must.Err(d.Folder("one")) != nil, "a file is a folder")
}
