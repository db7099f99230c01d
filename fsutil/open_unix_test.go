//go:build !windows

package fsutil

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
)

// Where a file is wanted and there is a pipe or a socket, nothing waits for it, whatever is done: the
// error says what it is.
func TestSpecialFiles(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	held := filepath.Join(dir, "held") // both ends of this one are open
	must.Do(t, syscall.Mkfifo(held, 0o600))
	ends := must.Get(os.OpenFile(held, os.O_RDWR, 0))(t)
	defer ends.Close()
	t.Chdir(dir) // the name of a socket has to be short
	socket, err := net.Listen("unix", "socket")
	if err != nil {
		t.Skip(err)
	}
	defer socket.Close()
	must.Do(t, os.Symlink("pipe", filepath.Join(dir, "link")))
	d := must.Get(OpenDir(dir))(t)
	defer d.Close()
	for _, name := range []string{"pipe", "held", "socket", "link"} {
		for what, try := range map[string]func() error{
			"ReadFile":      func() error { _, err := d.ReadFile(name); return err },
			"Open":          func() error { _, err := d.Open(name); return err },
			"FS":            func() error { _, err := fs.ReadFile(d.FS(), name); return err },
			"OpenAppend":    func() error { _, err := d.OpenAppend(name, 0o600); return err },
			"AppendLine":    func() error { return d.AppendLine(name, "x", 0o600, 1<<10) },
			"WriteFile":     func() error { _, err := d.WriteFile(name, []byte("x"), 0o600); return err },
			"Create":        func() error { _, err := d.Create(name, 0o600); return err },
			"SwapFile":      func() error { return d.SwapFile(name, []byte("y"), []byte("x"), 0o600) },
			"Lock":          func() error { _, err := d.Lock(context.Background(), name); return err },
			"RLock":         func() error { _, err := d.RLock(context.Background(), name); return err },
			"TryLock":       func() error { _, err := d.TryLock(name); return err },
			"ReadState":     func() error { _, err := ReadState(d, name, 1, &struct{}{}, time.Time{}); return err },
			"WriteState":    func() error { _, err := WriteState(d, name, 1, struct{}{}); return err },
			"an outer file": func() error { _, err := ReadFile(filepath.Join(dir, name)); return err },
		} {
			err := try()
			must.Hold(t, err != nil && strings.Contains(err.Error(), errSpecial.Error()) && !errors.Is(err, ErrLocked), "%s of %s: %v", what, name, err)
		}
		for what, try := range map[string]func() error{
			"OpenDir":     func() error { _, err := OpenDir(filepath.Join(dir, name)); return err },
			"Sub":         func() error { _, err := d.Sub(name); return err },
			"ReadDir":     func() error { _, err := d.ReadDir(name); return err },
			"ReadNames":   func() error { _, err := d.ReadNames(name); return err },
			"MkdirAll":    func() error { return d.MkdirAll(name, 0o700) },
			"AddFile":     func() error { return d.AddFile(name+"/x", nil, 0o600, true) },
			"WriteFile":   func() error { _, err := d.WriteFile(name+"/x", nil, 0o600); return err },
			"Lock":        func() error { _, err := d.TryLock(name + "/x"); return err },
			"RemoveAllOf": func() error { return d.RemoveAllOf(name, []string{"x"}) },
		} {
			must.Hold(t, try() != nil, "%s of %s gave no error", what, name)
		}
	}
	must.Is(t, must.Err(d.ReadFile(".")), errIsDir, "a directory read as a file")
}

// The view of a Dir that only reads is a good fs.FS.
func TestFS(t *testing.T) {
	d := must.Get(OpenDir(t.TempDir()))(t)
	defer d.Close()
	for _, name := range []string{"a", "b/c", "b/d/e"} {
		must.Get(d.WriteFile(name, []byte(name), 0o600))(t)
	}
	must.Do(t, os.Symlink("b/c", filepath.Join(d.Path(), "link")))
	must.Is(t, fstest.TestFS(d.FS(), "a", "b/c", "b/d/e", "link"), nil, "the error")
}
