package fsutil_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// changeAll changes a directory in every way there is.
func changeAll(d *fsutil.Dir) error {
	for _, step := range []func() error{
		func() error { _, err := d.WriteFile("wiki/a.md", []byte("new"), 0o644); return err },
		func() error { return d.SwapFile("wiki/b.md", []byte("old"), []byte("new"), 0o644) },
		func() error { return d.SwapFileSoon("wiki/b.md", []byte("new"), []byte("newer"), 0o644) },
		func() error { return d.AddFile("wiki/note", []byte("n"), 0o600, true) },
		func() error { return d.Rename("wiki/c.md", "wiki/deep/down/c.md") },
		func() error { return d.MkdirAll("empty/one", 0o755) },
		func() error { return d.RemoveDir("empty/one") },
		func() error { return d.RemoveAllOf("wiki", []string{"note", "nobody"}) },
		func() error { return d.AppendLine("log", "a line", 0o600, 1) },
		func() error { return d.AppendLine("log", "a line", 0o600, 1) },
		func() error {
			a, err := d.OpenAppend("daily/day.md", 0o644)
			if err != nil {
				return err
			}
			defer a.Close()
			if err := a.Append([]byte("one\ntwo\n")); err != nil {
				return err
			}
			if err := a.TruncateTo(4); err != nil {
				return err
			}
			return a.Append([]byte("three\n"))
		},
		func() error { _, err := fsutil.WriteState(d, "state/x.json", 1, struct{ A int }{1}); return err },
		func() error {
			sub, err := d.Sub("wiki/deep")
			if err != nil {
				return err
			}
			defer sub.Close()
			return sub.Remove("down/c.md")
		},
		func() error {
			unlock, err := d.TryLock("lock/x")
			if err != nil {
				return err
			}
			unlock()
			return nil
		},
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func plantOld(t *testing.T) (*fsutil.Dir, string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"wiki/a.md": "old", "wiki/b.md": "old", "wiki/c.md": "old"} {
		at := filepath.Join(dir, filepath.FromSlash(name))
		must.Do(t, os.MkdirAll(filepath.Dir(at), 0o755))
		must.Do(t, os.WriteFile(at, []byte(text), 0o644))
	}
	d := must.Get(fsutil.OpenDir(dir))(t)
	t.Cleanup(func() { d.Close() })
	return d, dir
}

// lookAt is what lies in a directory, by name.
func lookAt(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	must.Do(t, fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		b, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		files[name] = string(b)
		return err
	}))
	return files
}

// Wherever a run is stopped, a file is as it was, or as one of its writes made it, or is
// known for a leftover, and nothing after the crash happens.
func TestCrashAtEveryChange(t *testing.T) {
	whole := map[string]bool{"old": true, "new": true, "newer": true, "n": true, "": true, "a line\n": true, "one\ntwo\n": true, "one\n": true, "one\nthree\n": true}
	kinds := map[fsutil.Op]bool{}
	for n := 1; ; n++ {
		d, dir := plantOld(t)
		stop := fsutiltest.CrashAt(d, n)
		err := changeAll(d)
		if !stop.Happened() {
			must.Do(t, err)
			break
		}
		last := stop.Seen()[n-1]
		kinds[last.Op] = true
		must.Hold(t, err != nil || last.Op == fsutil.OpRemove, "%d %v: no error", n, last)
		must.Hold(t, err == nil || errors.Is(err, fsutiltest.ErrCrash), "%d %v: %v", n, last, err)
		for name, text := range lookAt(t, dir) {
			must.Hold(t, fsutil.IsTemp(name) || whole[text] || strings.HasPrefix(name, "state/"), "%d %v: %s holds %q", n, last, name, text)
		}
	}
	for _, op := range []fsutil.Op{fsutil.OpStage, fsutil.OpRename, fsutil.OpCreate, fsutil.OpAppend, fsutil.OpTruncate, fsutil.OpRemove, fsutil.OpMkdir, fsutil.OpRmdir} {
		must.Hold(t, kinds[op], "no %s was stopped", op)
	}
}

func TestCrashNames(t *testing.T) {
	d, _ := plantOld(t)
	stop := fsutiltest.CrashAt(d, 0)
	must.Do(t, changeAll(d))
	for _, want := range []fsutil.Change{
		{Op: fsutil.OpStage, Name: "wiki/a.md"}, {Op: fsutil.OpRename, Name: "wiki/a.md"},
		{Op: fsutil.OpRename, Name: "wiki/deep/down/c.md"}, {Op: fsutil.OpRemove, Name: "wiki/deep/down/c.md"},
		{Op: fsutil.OpMkdir, Name: "wiki/deep/down"}, {Op: fsutil.OpAppend, Name: "daily/day.md"},
		{Op: fsutil.OpRemove, Name: "wiki/note"}, {Op: fsutil.OpRename, Name: "log.1"}, {Op: fsutil.OpCreate, Name: "lock/x"},
	} {
		found := false
		for _, c := range stop.Seen() {
			found = found || c == want
		}
		must.Hold(t, found, "no %v among %v", want, stop.Seen())
	}
}
