package fsutil

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
)

// Stamps says of a directory, large or small, what looking at each of its entries says.
func TestStamps(t *testing.T) {
	dir := t.TempDir()
	d := must.Get(OpenDir(dir))(t)
	defer d.Close()
	for i := range 600 {
		must.Do(t, os.WriteFile(filepath.Join(dir, strconv.Itoa(i)+" ö.md"), make([]byte, i), 0o644))
	}
	must.Do(t, os.Mkdir(filepath.Join(dir, "sub"), 0o755))
	if err := os.Symlink("nowhere", filepath.Join(dir, "link")); err != nil {
		t.Log(err)
	}
	list := must.Get(os.ReadDir(dir))(t)
	got, err := d.Stamps(".", func(name string, typ fs.FileMode) bool { return name != "1 ö.md" })
	must.Be(t, err == nil && len(got) == len(list) && slices.IsSortedFunc(got, func(a, b Stamped) int { return compareNames(a, b) }), "%d entries of %d, %v", len(got), len(list), err)
	for i, e := range list {
		info := must.Get(e.Info())(t)
		want := Stamped{Name: e.Name(), Type: e.Type(), Stamp: StampOf(info)}
		if e.Name() == "1 ö.md" {
			want.Stamp = Stamp{}
		}
		must.Hold(t, got[i] == want, "it is %+v, not %+v", got[i], want)
	}
	empty, err := d.Stamps("sub", func(string, fs.FileMode) bool { return true })
	must.Hold(t, err == nil && len(empty) == 0, "an empty directory has %v, %v", empty, err)
	must.Hold(t, must.Err(d.Stamps("none", nil)) != nil, "a directory that is not there is listed")
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
	must.Do(t, err)
	defer d.Close()
	stamp := func() Stamp {
		f := must.Get(d.Open("x"))(t)
		defer f.Close()
		info := must.Get(f.Stat())(t)
		return StampOf(info)
	}
	write := func(text string, when time.Time) {
		file := filepath.Join(dir, "x")
		must.Do(t, os.WriteFile(file, []byte(text), 0o644))
		must.Do(t, os.Chtimes(file, when, when))
	}
	when := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	write("one", when)
	tick := must.Get(d.Tick("tick"))(t)
	if tick == 0 {
		must.Hold(t, !stamp().Settled(1<<62), "a stamp is trusted on a system that keeps no time of changes")
		return
	}
	was := stamp()
	must.Hold(t, !was.Settled(tick) && !was.Settled(0), "what was written just now counts as settled")
	time.Sleep(130 * time.Millisecond)
	if tick, err = d.Tick("tick"); err != nil || !was.Settled(tick) && tick%1e7 != 0 {
		t.Errorf("what was written long ago does not count as settled, %v", err)
	}
	if write("two", when); stamp() == was {
		t.Error("two contents have one stamp")
	}
}
