package daily

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// On a full disk an append leaves the log as it was, says so, and works when there is room
// again. Who is told of the failure and tries again has the entry once.
func TestAppendToAFullDisk(t *testing.T) {
	root := t.TempDir()
	if err := syscall.Mount("none", root, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("a small disk cannot be mounted here: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(root, syscall.MNT_DETACH) })
	d := fsutiltest.Open(t, root)
	s := &Store{Dir: d, Zone: afternoon.Location()}
	mustAppend(t, s, sample(0))
	file := filepath.Join(root, "daily/2026-11-27.md")
	filler := filepath.Join(root, "filler")
	f, err := os.Create(filler)
	must.Do(t, err)
	for err == nil {
		_, err = f.Write(make([]byte, 4096))
	}
	f.Close()
	e := sample(1)
	e.Context = strings.Repeat("a long line ", 1000)
	next := sample(2)
	next.At = next.At.AddDate(0, 0, 1)
	before := read(t, file)
	for range 2 {
		_, ok, err := s.Append(context.Background(), e)
		must.Hold(t, errors.Is(err, syscall.ENOSPC) && !ok && strings.Contains(err.Error(), "daily/2026-11-27.md"), "append: %v, %v", ok, err)
		if _, _, err := s.Append(context.Background(), next); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("append to a new log: %v", err)
		}
	}
	got := read(t, file)
	must.Hold(t, got == before, "the log has %d bytes, had %d", len(got), len(before))
	if days, strays, err := s.Dates(); err != nil || len(days) != 1 || len(strays) > 0 {
		t.Errorf("there are logs %v, %v, %v", days, strays, err)
	}
	os.Remove(filler)
	mustAppend(t, s, e)
	mustAppend(t, s, next)
	got = read(t, file)
	must.Hold(t, got == appendTo(t, before, e), "with room again:\n%s", got)
}
