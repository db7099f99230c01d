package claude

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// On a full disk the settings stay as they were, with nothing beside them.
func TestDiskFull(t *testing.T) {
	b := newBench(t)
	dir := filepath.Dir(b.path)
	must.Do(t, os.MkdirAll(dir, 0o755))
	if err := syscall.Mount("none", dir, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("a small disk cannot be mounted here: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	b.write(b.path, `{"model": "x"}`)
	filler := filepath.Join(dir, "filler")
	os.WriteFile(filler, bytes.Repeat([]byte("x"), 64<<10), 0o600) // takes what there is
	must.Is(t, must.Err(b.in.Install(context.Background(), b.path, one)), syscall.ENOSPC, "the error")
	must.Equal(t, b.read(b.path), `{"model": "x"}`, "the file became")
	entries, _ := os.ReadDir(dir)
	must.Hold(t, len(entries) == 2, "left behind: %v", entries)
	entries, _ = os.ReadDir(filepath.Join(b.in.StateDir, "install"))
	must.Hold(t, len(entries) == 0, "a record is left of what did not happen")
	must.Do(t, os.Remove(filler))
	b.install(one)
	installedOnce(t, b.read(b.path), one)
}
