package fsutil

import (
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
)

// helpPending begins to replace a file and stops before the rename.
func helpPending(dir string, args []string) error {
	d, err := OpenDir(dir)
	if err != nil {
		return err
	}
	p, err := d.Create(args[0], 0o644)
	if err != nil {
		return err
	}
	if _, err := p.Write([]byte("new, not whole")); err != nil {
		return err
	}
	if err := say(filepath.Base(p.temp.Name())); err != nil {
		return err
	}
	awaitInput()
	return nil
}

// A kill between create and rename leaves the old file and one file that is known as ours,
// which goes when it is an hour old.
func TestKillBeforeRename(t *testing.T) {
	d := openTemp(t)
	plant(t, d.Path(), map[string]string{"wiki/a.md": "old"})
	h := startHelper(t, "pending", d.Path(), "wiki/a.md")
	temp := h.line()
	n, _ := d.CleanTemp(math.MinInt64, time.Now())
	must.Hold(t, n == 0, "%d files that are being written are removed", n)
	h.kill()
	if b, err := d.ReadFile("wiki/a.md"); string(b) != "old" || err != nil {
		t.Errorf("after the kill: %q, %v", b, err)
	}
	info, err := d.Stat("wiki/" + temp)
	must.Be(t, err == nil && IsTemp("wiki/"+temp), "temporary file %q beside the target: %v", temp, err)
	born := info.ModTime()
	for _, step := range []struct {
		age  time.Duration
		want int
	}{{time.Minute, 0}, {time.Hour, 0}, {time.Hour + time.Second, 1}, {2 * time.Hour, 0}} {
		n, err := d.CleanTemp(time.Hour, born.Add(step.age))
		must.Hold(t, n == step.want && err == nil, "CleanTemp at age %v = %d, %v", step.age, n, err)
	}
	if b, err := d.ReadFile("wiki/a.md"); string(b) != "old" || err != nil {
		t.Errorf("after cleaning: %q, %v", b, err)
	}
}

func TestCleanTempTakesOursOnly(t *testing.T) {
	outside := t.TempDir()
	d := openTemp(t)
	ours := ".memoria-0123456789abcdef.tmp"
	keep := map[string]string{
		".memoria/state.json": "", ".a.md1234567890123456": "", ".a.md1234567890123456789": "", "wiki/.a.md123456789012345678": "", ".a.md20261127120000123456": "", ".123456789012345678": "", "a.md123456789012345678": "", ".memoria-0123456789abcdef": "", ".memoria-xyz.tmp": "",
		".memoria-0123456789abcdef.tmp.md": "", "memoria-0123456789abcdef.tmp": "", ".memoria-0123456789ABCDEF.tmp": "",
		".memoria-0123456789abcdef.tmp~": "",
	}
	plant(t, d.Path(), keep)
	plant(t, outside, map[string]string{ours: ""})
	plant(t, d.Path(), map[string]string{ours: "", "wiki/deep/" + ours: "", "wiki/." + ours + "123456789012345678": "", "." + ours + "7": ""})
	link(t, outside, filepath.Join(d.Path(), "link"))
	must.Do(t, os.MkdirAll(filepath.Join(d.Path(), "folder", ours), 0o755))
	n, err := d.CleanTemp(time.Hour, time.Now().Add(2*time.Hour))
	must.Hold(t, n == 4 && err == nil, "CleanTemp = %d, %v, want 4", n, err)
	left := tree(t, d.Path())
	for name := range keep {
		_, ok := left[filepath.FromSlash(name)]
		must.Hold(t, ok, "%s is gone", name)
	}
	must.Is(t, must.Err(os.Stat(filepath.Join(outside, ours))), nil, "outside")
}

// A temporary file is known by its name, whatever the name ends in whose place it takes.
func TestTempIsKnown(t *testing.T) {
	d := openTemp(t)
	for _, name := range []string{"a.md", "a7", "20261127", "0", "a.9", strings.Repeat("9", 250), strings.Repeat("a", 250)} {
		for range 300 {
			p, err := d.Create(name, 0o600)
			must.Be(t, err == nil, "%q: %v", name, err)
			must.Hold(t, IsTemp(p.temp.Name()), "%q is written as %q", name, p.temp.Name())
			p.Abort()
		}
	}
}

// Whoever cleans a directory at any moment takes no file from those who write there.
func TestCleanTempBesideWriters(t *testing.T) {
	d := openTemp(t)
	var all sync.WaitGroup
	for w := range 2 {
		all.Go(func() {
			for i := range 300 {
				write := []func(string, []byte, fs.FileMode) (bool, error){d.WriteFile, d.WriteFileNoSync}[w]
				must.Is(t, must.Err(write(fmt.Sprint("state/", w), fmt.Append(nil, i), 0o600)), nil, "the error")
			}
		})
	}
	written := make(chan struct{})
	go func() { all.Wait(); close(written) }()
	for {
		select {
		case <-written:
			return
		default:
			must.Is(t, must.Err(d.CleanTemp(math.MinInt64, time.Now())), nil, "the error")
		}
	}
}

// One directory is cleaned and none below it, whatever their age; what only looks like ours stays.
func TestCleanTempOf(t *testing.T) {
	d := openTemp(t)
	const left = ".memoria-0123456789abcdef.tmp"
	plant(t, d.Path(), map[string]string{"a/" + left: "", "a/b/" + left: "", left: "", "a/.memoria-x.tmp": "", "a/c": ""})
	must.Do(t, d.MkdirAll("a/.memoria-1123456789abcdef.tmp", 0o700))
	for _, want := range []int{1, 0} {
		n, err := d.CleanTempOf("a")
		must.Hold(t, n == want && err == nil, "removed %d, %v, want %d", n, err, want)
	}
	for _, name := range []string{left, "a/b/" + left, "a/.memoria-x.tmp", "a/c", "a/.memoria-1123456789abcdef.tmp"} {
		must.Is(t, must.Err(d.Lstat(name)), nil, "the error")
	}
	must.Hold(t, must.Err(d.CleanTempOf("none")) != nil, "a directory that is not there is clean")
}
