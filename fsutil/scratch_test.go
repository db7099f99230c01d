package fsutil

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
)

func TestScratchLeavesNothing(t *testing.T) {
	d := must.Get(OpenDir(t.TempDir()))(t)
	defer d.Close()
	must.Do(t, d.MkdirAll("state/.memoria-scratch-left/in", 0o700))
	must.Do(t, d.MkdirAll("state/mine", 0o700))
	now := time.Now()
	_, remove := must.Get2(d.Scratch("state", now))(t)
	s, again, err := d.Scratch("state", now.Add(2*time.Hour)) // what is older than an hour goes, by that clock
	must.Do(t, err)
	must.Get(s.WriteFile("deep/in/a.txt", []byte("a"), 0o600))(t)
	if info, err := os.Stat(s.Path()); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("scratch: %v, %v", info, err)
	}
	s.Close()
	for _, f := range []func() error{remove, again, again} {
		must.Is(t, f(), nil, "the error")
	}
	left, err := filepath.Glob(filepath.Join(d.Path(), "state", "*"))
	hidden, _ := filepath.Glob(filepath.Join(d.Path(), "state", ".*"))
	must.Hold(t, err == nil && len(left) == 1 && len(hidden) == 0, "left: %v %v, %v", left, hidden, err)
	if _, _, err := d.Scratch("nowhere", now); err == nil {
		t.Error("a scratch directory in one that is not there")
	}
}
