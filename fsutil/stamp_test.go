package fsutil

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"
)

// Stamps says of a directory, large or small, what looking at each of its entries says.
func TestStamps(t *testing.T) {
	dir := t.TempDir()
	d, err := OpenDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for i := range 600 {
		if err := os.WriteFile(filepath.Join(dir, strconv.Itoa(i)+" ö.md"), make([]byte, i), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("nowhere", filepath.Join(dir, "link")); err != nil {
		t.Log(err)
	}
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	got, err := d.Stamps(".", func(name string, typ fs.FileMode) bool { return name != "1 ö.md" })
	if err != nil || len(got) != len(list) || !slices.IsSortedFunc(got, func(a, b Stamped) int { return compareNames(a, b) }) {
		t.Fatalf("%d entries of %d, %v", len(got), len(list), err)
	}
	for i, e := range list {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		want := Stamped{Name: e.Name(), Type: e.Type(), Stamp: StampOf(info)}
		if e.Name() == "1 ö.md" {
			want.Stamp = Stamp{}
		}
		if got[i] != want {
			t.Errorf("it is %+v, not %+v", got[i], want)
		}
	}
	empty, err := d.Stamps("sub", func(string, fs.FileMode) bool { return true })
	if err != nil || len(empty) != 0 {
		t.Errorf("an empty directory has %v, %v", empty, err)
	}
	if _, err := d.Stamps("none", nil); err == nil {
		t.Error("a directory that is not there is listed")
	}
}

func compareNames(a, b Stamped) int {
	if a.Name < b.Name {
		return -1
	}
	return 1
}

// What settled before a tick and changes afterwards has another stamp, though it keeps its size and gets
// its old times back.
func TestSettled(t *testing.T) {
	dir := t.TempDir()
	d, err := OpenDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	stamp := func() Stamp {
		f, err := d.Open("x")
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			t.Fatal(err)
		}
		return StampOf(info)
	}
	write := func(text string, when time.Time) {
		file := filepath.Join(dir, "x")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file, when, when); err != nil {
			t.Fatal(err)
		}
	}
	when := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	write("one", when)
	tick, err := d.Tick("tick")
	if err != nil {
		t.Fatal(err)
	}
	if tick == 0 {
		if stamp().Settled(1 << 62) {
			t.Error("a stamp is trusted on a system that keeps no time of changes")
		}
		return
	}
	was := stamp()
	if was.Settled(tick) || was.Settled(0) {
		t.Error("what was written just now counts as settled")
	}
	time.Sleep(130 * time.Millisecond)
	if tick, err = d.Tick("tick"); err != nil || !was.Settled(tick) && tick%1e7 != 0 {
		t.Errorf("what was written long ago does not count as settled, %v", err)
	}
	if write("two", when); stamp() == was {
		t.Error("two contents have one stamp")
	}
}
