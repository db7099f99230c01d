package claude

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// A file that is not memoria's to understand stays as it is.
func TestLeftAlone(t *testing.T) {
	for _, s := range []string{"{", "[]", "nonsense", "// only a comment\n", `{"hooks": []}`, `{"hooks": {}, "hooks": {}}`, `{"a": "` + "\xff" + `"}`,
		"\xff\xfe{\x00}\x00", "\xfe\xff\x00{\x00}", "{\x00}", `{"hooks": {"Stop": "x"}}`} {
		b := newBench(t)
		b.write(b.path, s)
		var refused *SettingsError
		_, err := b.in.Install(context.Background(), b.path, one)
		must.Hold(t, errors.As(err, &refused), "install into %q: %v", s, err)
		_, err = b.in.Plan(b.path, one)
		must.Hold(t, errors.As(err, &refused), "plan for %q: %v", s, err)
		must.Equal(t, b.read(b.path), s, "%q became", s)
		entries, _ := os.ReadDir(filepath.Dir(b.path))
		must.Hold(t, len(entries) == 1, "left beside %q: %v", s, entries)
		entries, _ = os.ReadDir(filepath.Join(b.in.StateDir, "install"))
		must.Hold(t, len(entries) == 0, "a record of %q", s)
	}
}

// Without a home nobody knows where the settings are.
func TestNoHome(t *testing.T) {
	b := newBench(t)
	t.Chdir(b.home)
	for _, in := range []*Installer{{}, b.in} {
		path := SettingsPath(User, "", "", "")
		must.Is(t, must.Err(in.Install(context.Background(), path, one)), ErrNoHome, "install")
		must.Is(t, must.Err(in.Plan(path, one)), ErrNoHome, "plan")
		must.Is(t, must.Err(in.PlanRemoval(path)), ErrNoHome, "plan of removal")
	}
	b.gone(filepath.Join(b.home, ".claude"))
}

func TestNotAFile(t *testing.T) {
	b := newBench(t)
	must.Do(t, os.MkdirAll(b.path, 0o755))
	var refused *SettingsError
	_, err := b.in.Install(context.Background(), b.path, one)
	must.Hold(t, errors.As(err, &refused), "into a folder: %v", err)
}

// A read-only file is refused, and any other keeps its mode.
func TestModes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs modes")
	}
	b := newBench(t)
	b.write(b.path, "{}")
	must.Do(t, os.Chmod(b.path, 0o440))
	must.Is(t, must.Err(b.in.Install(context.Background(), b.path, one)), fs.ErrPermission, "a read-only file")
	must.Equal(t, b.read(b.path), "{}", "it became")
	for _, mode := range []fs.FileMode{0o600, 0o644, 0o664} {
		must.Do(t, os.Chmod(b.path, mode))
		b.install(one)
		info, _ := os.Stat(b.path)
		must.Hold(t, info.Mode() == mode, "mode %v became %v", mode, info.Mode())
		b.uninstall()
		info, _ = os.Stat(b.path)
		must.Hold(t, info.Mode() == mode, "after uninstall, mode %v became %v", mode, info.Mode())
	}
}

// A link stays, what it leads to is updated, also in another folder and through several links.
func TestLinks(t *testing.T) {
	b := newBench(t)
	dot := filepath.Join(b.home, "dot", "claude.json")
	link := func(to, at string) {
		t.Helper()
		if err := os.Symlink(to, at); err != nil {
			t.Skipf("no links here: %v", err)
		}
	}
	b.write(dot, "{}\n")
	b.write(filepath.Join(b.home, ".claude", "x"), "")
	link(filepath.Join("..", "dot", "middle.json"), b.path)
	link(dot, filepath.Join(b.home, "dot", "middle.json"))
	ch := b.install(one)
	must.Hold(t, ch.Target == dot, "the target is %s", ch.Target)
	installedOnce(t, b.read(dot), one)
	to, err := os.Readlink(b.path)
	must.Hold(t, err == nil && to == filepath.Join("..", "dot", "middle.json"), "the link leads to %q, %v", to, err)
	b.uninstall()
	must.Equal(t, b.read(dot), "{}\n", "the target")

	if err := os.Remove(dot); err != nil { // the link leads nowhere yet
		t.Fatal(err)
	}
	b.install(one)
	installedOnce(t, b.read(dot), one)
	b.uninstall()
	b.gone(dot)
	must.Is(t, must.Err(os.Lstat(b.path)), nil, "the error")

	link(filepath.Base(dot), dot) // to itself
	var refused *SettingsError
	_, err = b.in.Install(context.Background(), b.path, one)
	must.Hold(t, errors.As(err, &refused), "links in a circle: %v", err)
}
