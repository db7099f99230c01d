package queue

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// On a full disk a hook is told and leaves nothing behind, and the worker stops with every note
// where it was, whatever it was about to do.
func TestDiskFull(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("none", dir, "tmpfs", 0, "size=256k"); err != nil {
		t.Skipf("a small disk cannot be mounted here: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	ok(t, os.Mkdir(filepath.Join(dir, ".memoria"), 0o755))
	q := queueAt(t, dir)
	put(t, q, note(End, "a", at(0)))
	held := wantNext(t, q, at(0), "a")
	put(t, q, note(End, "b", at(1)))
	ok(t, os.MkdirAll(filepath.Join(dir, filepath.FromSlash(deadDir)), 0o700))

	filler := filepath.Join(dir, "filler")
	err := os.WriteFile(filler, bytes.Repeat([]byte("x"), 256<<10), 0o600)
	must.Be(t, errors.Is(err, syscall.ENOSPC), "the disk is not full: %v", err)
	before := files(t, q)
	for name, try := range map[string]func() error{
		"put":   func() error { return q.Put(note(End, "c", at(2))) },
		"scan":  func() error { return q.Put(note(Scan, "c", at(2))) },
		"next":  func() error { _, err := again(q).Next(at(3), true); return err },
		"retry": func() error { return q.Retry(held, at(3), "busy", 0) },
		"bury":  func() error { return q.GiveUp(held, at(3), "bad") },
	} {
		must.Is(t, try(), syscall.ENOSPC, "%s", name)
		after := files(t, q)
		must.Hold(t, slices.Equal(before, after), "%s changed files: %q", name, after)
	}
	ok(t, q.Done(held)) // which needs no room
	ok(t, os.Remove(filler))
	ok(t, q.Done(wantNext(t, q, at(4), "b")))
	empty(t, q)
}
