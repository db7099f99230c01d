package fsutil

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
	"pgregory.net/rapid"
)

// state reports what the tests divert: all of .m/ but .m/config and .m/shared.
func state(name string) bool {
	rest, ok := strings.CutPrefix(name, ".m/")
	top, _, _ := strings.Cut(rest, "/")
	return ok && top != "config" && top != "shared"
}

func diverted(t must.T, here, there string) *Dir {
	t.Helper()
	d := must.Get(OpenDir(here))(t)
	other := must.Get(CreateDir(there, 0o700))(t)
	d.Divert(other, state)
	return d
}

// walked returns the names and contents that a walk finds.
func walked(d *Dir) (out []string, err error) {
	f := d.FS()
	err = fs.WalkDir(f, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			out = append(out, name+"/")
			return err
		}
		b, err := fs.ReadFile(f, name)
		out = append(out, name+"="+string(b))
		return err
	})
	return out, err
}

// A diverted directory answers every call as a plain one does, and no state is in it.
func TestDivertedIsAsPlain(t *testing.T) {
	names := []string{"a.md", "w/b.md", ".m/config", ".m/shared/x", ".m/s", ".m/state/y", ".m/state/z"}
	rapid.Check(t, func(rt *rapid.T) {
		base := must.Get(os.MkdirTemp(t.TempDir(), ""))(rt)
		for _, dir := range []string{"plain/.m", "here/.m", "there/.m"} {
			must.Do(rt, os.MkdirAll(filepath.Join(base, dir), 0o755))
		}
		plain := must.Get(OpenDir(filepath.Join(base, "plain")))(rt)
		defer plain.Close()
		split := diverted(rt, filepath.Join(base, "here"), filepath.Join(base, "there"))
		defer split.Close()
		for range rapid.IntRange(1, 12).Draw(rt, "steps") {
			name, to := rapid.SampledFrom(names).Draw(rt, "name"), rapid.SampledFrom(names).Draw(rt, "to")
			op := rapid.SampledFrom([]string{"write", "append", "line", "remove", "rename", "lock", "mkdir", "rmdir", "add", "fill", "several", "sub", "swap", "soon", "clean"}).Draw(rt, "op")
			if op == "rename" && state(name) != state(to) {
				err := split.Rename(name, to)
				must.Be(rt, err != nil, "%s was renamed to %s", name, to)
				continue
			}
			want, got := touch(plain, op, name, to), touch(split, op, name, to)
			must.Be(rt, (want == nil) == (got == nil), "%s %s %s: %v, in a plain one %v", op, name, to, got, want)
		}
		want := must.Get(walked(plain))(rt)
		got, err := walked(split)
		must.Be(rt, err == nil && slices.Equal(got, want), "%q, in a plain one %q, %v", got, want, err)
		for _, e := range must.Get(os.ReadDir(filepath.Join(base, "here", ".m")))(rt) {
			must.Be(rt, e.Name() == "config" || e.Name() == "shared", "%s is not elsewhere", e.Name())
		}
	})
}

// touch makes one change.
func touch(d *Dir, op, name, to string) error {
	dir, base := filepath.ToSlash(filepath.Dir(name)), filepath.Base(name)
	switch op {
	case "write":
		_, err := d.WriteFile(name, []byte(to), 0o644)
		return err
	case "append":
		a, err := d.OpenAppend(name, 0o644)
		if err != nil {
			return err
		}
		defer a.Close()
		return a.Append([]byte(to))
	case "line":
		return d.AppendLine(name, to, 0o600, 100)
	case "remove":
		return d.Remove(name)
	case "rename":
		return d.Rename(name, to)
	case "lock":
		unlock, err := d.Lock(context.Background(), name+".lock")
		if err == nil {
			unlock()
		}
		return err
	case "mkdir":
		return d.MkdirAll(dir+"/new", 0o700)
	case "rmdir":
		return d.RemoveDir(dir + "/new")
	case "add":
		return d.AddFile(name, []byte(to), 0o600, true)
	case "fill":
		return d.FillFile(name, []byte(to), 0o600)
	case "several":
		return d.RemoveAllOf(".m", []string{"config", "s"})
	case "sub":
		s, err := d.Sub(".m")
		if err != nil {
			return err
		}
		defer s.Close()
		if rest, ok := strings.CutPrefix(name, ".m/"); ok {
			_, err = s.WriteFile(rest, []byte("sub "+to), 0o600)
		}
		return err
	case "swap", "soon":
		old, err := d.ReadFile(name)
		if err != nil {
			old = nil
		}
		if op == "soon" {
			return d.SwapFileSoon(name, old, []byte("soon "+base), 0o600)
		}
		return d.SwapFile(name, old, []byte("swapped "+base), 0o600)
	case "clean":
		_, err := d.CleanTemp(time.Hour, time.Now())
		return err
	}
	return fmt.Errorf("no op %s", op)
}

// Links lead out of neither side, and what lies in the place of diverted names is not seen.
func TestDivertKeepsInside(t *testing.T) {
	base := t.TempDir()
	plant(t, base, map[string]string{"here/.m/state/old": "not seen", "here/.m/config": "c", "there/.m/state/y": "y", "secret": "s"})
	link(t, "../../../secret", filepath.Join(base, "there/.m/state/out"))
	link(t, "../../../here/.m/config", filepath.Join(base, "there/.m/state/across"))
	link(t, filepath.Join(base, "secret"), filepath.Join(base, "there/.m/abs"))
	link(t, "../there/.m/state/y", filepath.Join(base, "here/down"))
	d := diverted(t, filepath.Join(base, "here"), filepath.Join(base, "there"))
	defer d.Close()
	for _, name := range []string{".m/state/out", ".m/state/across", ".m/abs", "down"} {
		must.Is(t, must.Err(d.ReadFile(name)), ErrOutside, "read %s", name)
		must.Is(t, must.Err(d.WriteFile(name, []byte("x"), 0o600)), ErrOutside, "write %s", name)
	}
	must.Is(t, must.Err(d.ReadFile(".m/state/old")), fs.ErrNotExist, "what lies in the place of diverted names is read")
	names, err := d.ReadNames(".m")
	want := []string{"abs", "config", "state"}
	must.Hold(t, err == nil && slices.Equal(names, want), "names %q, %v", names, err)
	if got, want := d.PathOf(".m/state/y"), filepath.Join(base, "there", ".m", "state", "y"); got != want {
		t.Errorf("PathOf = %q, want %q", got, want)
	}
}

// Before sees the changes of both sides, by their names.
func TestDivertBefore(t *testing.T) {
	base := t.TempDir()
	plant(t, base, map[string]string{"here/.m/config": "c", "there/.m/state/y": "y"})
	d := diverted(t, filepath.Join(base, "here"), filepath.Join(base, "there"))
	defer d.Close()
	var seen []Change
	d.Before(func(c Change) error { seen = append(seen, c); return nil })
	for _, name := range []string{".m/state/y", ".m/config"} {
		must.Do(t, d.Remove(name))
	}
	s := must.Get(d.Sub(".m"))(t)
	defer s.Close()
	must.Get(s.WriteFile("state/z", []byte("z"), 0o600))(t)
	want := []Change{{OpRemove, ".m/state/y"}, {OpRemove, ".m/config"}, {OpStage, ".m/state/z"}, {OpRename, ".m/state/z"}}
	must.Hold(t, slices.Equal(seen, want), "seen %v, want %v", seen, want)
}
