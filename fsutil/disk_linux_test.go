package fsutil

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// fullDisk mounts a file system of 64 KiB and leaves little of it free.
func fullDisk(t *testing.T) *Dir {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("none", dir, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("a small disk cannot be mounted here: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	plant(t, dir, map[string]string{
		"wiki/a.md": "old page", "state.json": `{"version":1,"offset":1}`, "daily/day.md": "old entry\n",
	})
	page := os.Getpagesize()
	filler := bytes.Repeat([]byte("x"), 64<<10-5*page) // two pages are left besides the three files
	plant(t, dir, map[string]string{"filler": string(filler)})
	return open(t, dir)
}

// A full disk leaves the old files, no part of a new one, and says what is wrong.
func TestDiskFull(t *testing.T) {
	big := bytes.Repeat([]byte("y"), 32<<10)
	for name, write := range map[string]func(d *Dir) error{
		"replace":  func(d *Dir) error { _, err := d.WriteFile("wiki/a.md", big, 0o644); return err },
		"unsynced": func(d *Dir) error { _, err := d.WriteFileNoSync("wiki/a.md", big, 0o644); return err },
		"new":      func(d *Dir) error { _, err := d.WriteFile("wiki/b.md", big, 0o644); return err },
		"add":      func(d *Dir) error { return d.AddFile("wiki/c.md", big, 0o644, true) },
		"state": func(d *Dir) error {
			_, err := WriteState(d, "state.json", 1, cursor{Seen: map[string]string{"x": string(big)}})
			return err
		},
		"append": func(d *Dir) error {
			a, err := d.OpenAppend("daily/day.md", 0o644)
			if err != nil {
				return err
			}
			defer a.Close()
			err = a.Append(big)
			must.Is(t, a.Append([]byte("short\n")), nil, "append what has room")
			must.Is(t, a.TruncateTo(int64(len("old entry\n"))), nil, "the error")
			return err
		},
		"append to new": func(d *Dir) error {
			a, err := d.OpenAppend("daily/new.md", 0o644)
			if err != nil {
				return err
			}
			defer a.Close()
			return a.Append(big)
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := fullDisk(t)
			before := tree(t, d.Path())
			must.Is(t, write(d), syscall.ENOSPC, "the error")
			if after := tree(t, d.Path()); !maps.Equal(before, after) {
				delete(after, "filler")
				t.Errorf("something changed: %q", after)
			}
		})
	}
}

func TestReadOnlyDisk(t *testing.T) {
	d := fullDisk(t)
	if err := syscall.Mount("none", d.Path(), "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, "size=64k"); err != nil {
		t.Skipf("cannot make it read-only: %v", err)
	}
	before := tree(t, d.Path())
	for way, try := range ways {
		name := "wiki/a.md"
		switch way {
		case "Sub", "ReadFile", "ReadDir", "ReadNames", "Open", "Stat", "Lock":
			continue
		case "MkdirAll":
			name = "new"
		}
		must.Hold(t, try(d, name) != nil, "%s went through", way)
	}
	must.Is(t, must.Err(d.TryLock("lock/daily")), syscall.EROFS, "TryLock")
	must.Is(t, must.Err(d.WriteFile("wiki/a.md", []byte("old page"), 0o644)), nil, "writing what is there")
	must.Is(t, must.Err(os.Stat(filepath.Join(d.Path(), "wiki", "a.md"))), nil, "the error")
	after := tree(t, d.Path())
	must.Hold(t, maps.Equal(before, after), "something changed")
}
