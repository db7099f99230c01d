//go:build unix

package fsutil

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// An existing mode is kept, a new note honours the umask, state is 0600 whatever the umask.
func TestModes(t *testing.T) {
	perm := func(d *Dir, name string) fs.FileMode {
		info, err := os.Stat(filepath.Join(d.Path(), name))
		if err != nil {
			t.Error(err)
			return 0
		}
		return info.Mode().Perm()
	}
	write := func(d *Dir, name string) error { _, err := d.WriteFile(name, []byte("new"), 0o644); return err }
	state := func(d *Dir, name string) error { _, err := WriteState(d, name, 1, cursor{}); return err }
	add := func(d *Dir, name string) error {
		a, err := d.OpenAppend(name, 0o644)
		if err != nil {
			return err
		}
		defer a.Close()
		return a.Append([]byte("x"))
	}
	lock := func(d *Dir, name string) error {
		unlock, err := d.TryLock(name)
		if err == nil {
			unlock()
		}
		return err
	}
	for _, tt := range []struct {
		name   string
		umask  int
		do     func(d *Dir, name string) error
		before fs.FileMode // of the file, 0 when it is new
		file   fs.FileMode
		parent fs.FileMode
	}{
		{"note", 0o022, write, 0, 0o644, 0o755},
		{"private note", 0o077, write, 0, 0o600, 0o700},
		{"shared note", 0o002, write, 0, 0o644, 0o755},
		{"kept 0600", 0o000, write, 0o600, 0o600, 0o755},
		{"kept 0664", 0o077, write, 0o664, 0o664, 0o755},
		{"kept 0755", 0o022, write, 0o755, 0o755, 0o755},
		{"state", 0o000, state, 0, 0o600, 0o700},
		{"state under 0777", 0o777, state, 0, 0o600, 0o755},
		{"state laid open", 0o022, state, 0o644, 0o600, 0o755},
		{"log", 0o027, add, 0, 0o640, 0o750},
		{"kept log", 0o077, add, 0o664, 0o664, 0o755},
		{"lock", 0o000, lock, 0, 0o600, 0o700},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := openTemp(t)
			name := "new/folder/f"
			if tt.before != 0 || tt.umask == 0o777 {
				must.Do(t, os.MkdirAll(filepath.Join(d.Path(), "new", "folder"), 0o755))
			}
			if tt.before != 0 {
				plant(t, d.Path(), map[string]string{name: "old"})
				must.Do(t, os.Chmod(filepath.Join(d.Path(), name), tt.before))
			}
			old := syscall.Umask(tt.umask)
			err := tt.do(d, name)
			syscall.Umask(old)
			must.Do(t, err)
			got := perm(d, name)
			must.Hold(t, got == tt.file, "file is %o, want %o", got, tt.file)
			got = perm(d, "new/folder")
			must.Hold(t, got == tt.parent, "folder is %o, want %o", got, tt.parent)
		})
	}
}

// A state file that was laid open is closed even when its bytes are right.
func TestStateModeIsMended(t *testing.T) {
	d := openTemp(t)
	for i, changed := range []bool{true, true, false} {
		got, err := WriteState(d, "s.json", 1, cursor{})
		must.Hold(t, got == changed && err == nil, "write %d: changed %v, %v", i, got, err)
		if i == 0 {
			os.Chmod(filepath.Join(d.Path(), "s.json"), 0o644)
		}
	}
}

func TestNotARegularFile(t *testing.T) {
	d := openTemp(t)
	if err := syscall.Mkfifo(filepath.Join(d.Path(), "pipe"), 0o644); err != nil {
		t.Skip(err)
	}
	must.Hold(t, must.Err(d.WriteFile("pipe", []byte("x"), 0o644)) != nil, "a pipe was replaced")
	must.Hold(t, must.Err(d.OpenAppend("pipe", 0o644)) != nil, "a pipe was appended to")
}
