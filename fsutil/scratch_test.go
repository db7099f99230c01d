package fsutil

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestScratchLeavesNothing(t *testing.T) {
	d, err := OpenDir(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if err := d.MkdirAll("state/.memoria-scratch-left/in", 0o700); err != nil {
		t.Fatal(err)
	}
	if err := d.MkdirAll("state/mine", 0o700); err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	_, remove, err := d.Scratch("state", now)
	if err != nil {
		t.Fatal(err)
	}
	s, again, err := d.Scratch("state", now.Add(2*time.Hour)) // what is older than an hour goes, by that clock
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.WriteFile("deep/in/a.txt", []byte("a"), 0o600); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(s.Path()); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("scratch: %v, %v", info, err)
	}
	s.Close()
	for _, f := range []func() error{remove, again, again} {
		if err := f(); err != nil {
			t.Error(err)
		}
	}
	left, err := filepath.Glob(filepath.Join(d.Path(), "state", "*"))
	hidden, _ := filepath.Glob(filepath.Join(d.Path(), "state", ".*"))
	if err != nil || len(left) != 1 || len(hidden) != 0 {
		t.Errorf("left: %v %v, %v", left, hidden, err)
	}
	if _, _, err := d.Scratch("nowhere", now); err == nil {
		t.Error("a scratch directory in one that is not there")
	}
}
