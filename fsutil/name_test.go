package fsutil

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
	"pgregory.net/rapid"
)

func TestCheckName(t *testing.T) {
	good := []string{
		".", "a", "a.md", ".memoria/lock/daily", "wiki/concepts/sidecar-locks.md", "wiki/über uns.md",
		"a/..b", "...a", "日本.md", "con-fig.md", "console.md", "com10.md", "a~1", "it's (1).md", strings.Repeat("x", 255),
	}
	for _, name := range good {
		must.Is(t, CheckName(name), nil, "CheckName(%q)", name)
	}
	bad := []string{
		// Paths that leave the directory, on this system or another
		"", "..", "../x", "../../.claude/settings.json", "a/../../b", "a/..", "/etc/x.md", "/", "//host/share/x",
		`..\..\evil.md`, `a\b`, `C:\x.md`, "C:/x.md", "c:x", "concepts/a\x00.md", `\\?\C:\x`,
		// one file under two names
		"a//b", "a/", "./a", "a/./b", "a.", "a ", "a./b",
		// what only some systems take
		"CON", "con.md", "wiki/Aux", "nul.tar.gz", "NUL .md", "COM1", "lpt9.md", "COM¹", "conin$", "a:b", "x/a:b.md", "what?.md", "a*", `say "x"`,
		"a<b", "a>b", "a|b", "a\nb", "a\tb", "a\x7f", "a\xff", strings.Repeat("x", 256),
	}
	for _, name := range bad {
		err := CheckName(name)
		var named *NameError
		must.Hold(t, errors.As(err, &named) && errors.Is(err, fs.ErrInvalid), "CheckName(%q) = %v, want a NameError", name, err)
	}
}

// ways are all the ways to hand a name to a directory.
var ways = map[string]func(d *Dir, name string) error{
	"Sub":       func(d *Dir, name string) error { _, err := d.Sub(name); return err },
	"MkdirAll":  func(d *Dir, name string) error { return d.MkdirAll(name, 0o755) },
	"ReadFile":  func(d *Dir, name string) error { _, err := d.ReadFile(name); return err },
	"ReadNames": func(d *Dir, name string) error { _, err := d.ReadNames(name); return err },
	"ReadDir":   func(d *Dir, name string) error { _, err := d.ReadDir(name); return err },
	"Open":      func(d *Dir, name string) error { _, err := d.Open(name); return err },
	"Stat":      func(d *Dir, name string) error { _, err := d.Stat(name); return err },
	"Remove":    func(d *Dir, name string) error { return d.Remove(name) },
	"Rename":    func(d *Dir, name string) error { return d.Rename(name, "taken-from-elsewhere") },
	"RenameTo":  func(d *Dir, name string) error { return d.Rename("note.md", name) },
	"AddFile":   func(d *Dir, name string) error { return d.AddFile(name, []byte("evil"), 0o644, true) },
	"RemoveOf":  func(d *Dir, name string) error { return d.RemoveAllOf(name, []string{"note.md"}) },
	"WriteFile": func(d *Dir, name string) error {
		_, err := d.WriteFile(name, []byte("evil"), 0o644)
		return err
	},
	"Create": func(d *Dir, name string) error {
		p, err := d.Create(name, 0o644)
		if err == nil {
			p.Write([]byte("evil"))
			return p.Commit()
		}
		return err
	},
	"Append": func(d *Dir, name string) error {
		a, err := d.OpenAppend(name, 0o644)
		if err != nil {
			return err
		}
		defer a.Close()
		return a.Append([]byte("evil"))
	},
	"Lock": func(d *Dir, name string) error {
		unlock, err := d.Lock(context.Background(), name)
		if err == nil {
			unlock()
		}
		return err
	},
	"State": func(d *Dir, name string) error {
		_, err := WriteState(d, name, 1, struct{ A int }{666})
		return err
	},
}

// No way leads out, and what is refused changes nothing.
func TestNothingLeavesTheDirectory(t *testing.T) {
	base := t.TempDir()
	vault := filepath.Join(base, "vault")
	plant(t, base, map[string]string{
		"secret.md": "secret", "out/passwd": "secret", "vault/note.md": "note", "vault/concepts/a.md": "a",
	})
	link(t, filepath.Join("..", "out"), filepath.Join(vault, "link"))
	link(t, filepath.Join(base, "out"), filepath.Join(vault, "abs"))
	link(t, filepath.Join("..", "secret.md"), filepath.Join(vault, "secret-link.md"))
	link(t, filepath.Join("..", "new.md"), filepath.Join(vault, "dangling.md"))
	link(t, filepath.Join("concepts", "..", "..", "out"), filepath.Join(vault, "round"))
	d := open(t, vault)
	before := tree(t, base)
	names := []string{
		"../secret.md", "concepts/../../secret.md", filepath.ToSlash(filepath.Join(base, "secret.md")), `..\secret.md`,
		"link/passwd", "link/new.md", "abs/passwd", "abs/new.md", "secret-link.md/x", "round/passwd", "link/deep/er/x.md",
		"", "..", "concepts/a\x00.md", "C:/x.md",
	}
	for _, name := range names {
		for way, try := range ways {
			must.Hold(t, try(d, name) != nil, "%s(%q) went through", way, name)
		}
	}
	for _, name := range []string{"secret-link.md", "dangling.md"} {
		for _, way := range []string{"ReadFile", "Open", "Stat", "WriteFile", "Create", "Append", "Lock", "State"} {
			err := ways[way](d, name)
			must.Hold(t, errors.Is(err, ErrOutside), "%s(%q) = %v, want ErrOutside", way, name, err)
		}
	}
	after := tree(t, base)
	must.Hold(t, maps.Equal(before, after), "something changed:\n%v\n%v", before, after)
}

// Whatever the name, a call ends inside the directory or fails.
func TestNamesProperty(t *testing.T) {
	base := t.TempDir()
	element := rapid.SampledFrom([]string{
		"..", ".", "", "a", "b.md", "in", "out", "abs", "loop", "self", `..\`, `..\x`, "C:", "\x00", "con", "a ", "é", "/",
	})
	rapid.Check(t, func(rt *rapid.T) {
		box := must.Get(os.MkdirTemp(base, "box"))(rt)
		vault := filepath.Join(box, "vault")
		plant(t, box, map[string]string{"out/b.md": "theirs", "b.md": "theirs", "vault/a/b.md": "ours", "vault/note.md": "ours"})
		link(t, "a", filepath.Join(vault, "in"))
		link(t, filepath.Join("..", "..", "out"), filepath.Join(vault, "a", "out"))
		link(t, filepath.Join("..", "out"), filepath.Join(vault, "out"))
		link(t, filepath.Join(box, "out"), filepath.Join(vault, "abs"))
		link(t, "loop", filepath.Join(vault, "loop"))
		link(t, ".", filepath.Join(vault, "self"))
		d := must.Get(OpenDir(vault))(rt)
		defer d.Close()
		name := strings.Join(rapid.SliceOfN(element, 1, 6).Draw(rt, "elements"), "/")
		way := rapid.SampledFrom([]string{
			"WriteFile", "Create", "Append", "Lock", "State", "MkdirAll", "Remove", "Rename", "RenameTo",
		}).Draw(rt, "way")
		ways[way](d, name)
		for _, theirs := range []string{"b.md", "out/b.md"} {
			b, err := os.ReadFile(filepath.Join(box, theirs))
			must.Be(rt, string(b) == "theirs", "%s(%q) reached %s: %q, %v", way, name, theirs, b, err)
		}
		for _, dir := range []string{box, filepath.Join(box, "out")} {
			entries, err := os.ReadDir(dir)
			want := map[string]int{box: 3, filepath.Join(box, "out"): 1}[dir]
			must.Be(rt, err == nil && len(entries) == want, "%s(%q) left something in %s: %v, %v", way, name, dir, entries, err)
		}
	})
}

// A person's file may have a name that we would not give.
func TestOddNamesOfOthers(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"What?.md", "a:b.md", `back\slash.md`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o644); err != nil {
			t.Skipf("this file system does not take %q: %v", name, err)
		}
	}
	d := open(t, dir)
	for _, name := range []string{"What?.md", "a:b.md", `back\slash.md`} {
		b, err := d.ReadFile(name)
		must.Hold(t, string(b) == "x" && err == nil, "ReadFile(%q) = %q, %v", name, b, err)
	}
	changed, err := d.WriteFile("What?.md", []byte("y"), 0o644)
	must.Hold(t, changed && err == nil, "an existing odd name: %v, %v", changed, err)
	must.Is(t, must.Err(d.WriteFile("Why?.md", []byte("y"), 0o644)), fs.ErrInvalid, "a new odd name")
}
