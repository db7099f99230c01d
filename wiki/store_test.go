package wiki

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

func testStore(t testing.TB, files ...string) (Store, string) {
	t.Helper()
	root := t.TempDir()
	for _, f := range files {
		name, text, _ := strings.Cut(f, "\x00")
		file := filepath.Join(root, filepath.FromSlash(name))
		fsutiltest.Write(t, file, text)
	}
	dir := fsutiltest.Open(t, root)
	return Store{Dir: dir}, root
}

// What a model or an author names is written only where articles are.
func TestCheckPath(t *testing.T) {
	s, _ := testStore(t)
	for _, file := range []string{"wiki/concepts/a.md", "wiki/connections/日本.md", "wiki/qa/Auth.md", s.PathFor(QA, "x")} {
		must.Is(t, s.CheckPath(file), nil, "%q", file)
	}
	for _, file := range []string{
		"", "a.md", "../../.claude/settings.json", `..\..\evil.md`, "/etc/x.md", `C:\x.md`, "wiki/concepts/a\x00.md", "wiki/concepts/../../x.md", "wiki/../daily/x.md",
		"wiki/index.md", "wiki/log.md", "index.md", "daily/2026-04-01.md", ".obsidian/app.json", "wiki/concepts/x.html", "wiki/concepts/x", "wiki/x.md", "wiki/index/index-a.md",
		"wiki/concepts/deep/x.md", "wiki/concepts/.md", "wiki/concepts/index.md", "wiki/concepts/2026-04-01.md", "wiki/concepts//x.md", "wiki/concepts/x.md/", "wiki/concepts/a:b.md",
		"Wiki/concepts/x.md", "wiki/Concepts/x.md", "knowledge/concepts/x.md", `wiki/concepts\x.md`, "wiki/concepts/CON.md", "wiki/concepts/trail .md", "./wiki/concepts/x.md",
	} {
		err := s.CheckPath(file)
		_, ok := err.(*PathError)
		must.Hold(t, ok, "%q: %v", file, err)
		must.Hold(t, must.Err(s.Write(file, []byte("x"))) != nil, "%q was written", file)
	}
	entries, _ := os.ReadDir(s.Dir.Path())
	must.Hold(t, len(entries) == 0, "something was written: %v", entries)
}

func TestCheckPathAny(t *testing.T) {
	s := Store{}
	rapid.Check(t, func(t *rapid.T) {
		file := rapid.OneOf(rapid.String(), rapid.StringMatching(`(wiki|\.\.|/|\\)?/(concepts|qa|\.\.)?/[a-zA-Z./\\: ]{0,8}(\.md)?`)).Draw(t, "file")
		if s.CheckPath(file) != nil {
			return
		}
		clean := filepath.ToSlash(filepath.Clean(filepath.Join("root", filepath.FromSlash(file))))
		must.Be(t, clean == "root/"+file && strings.Count(file, "/") == 2 && strings.HasPrefix(file, "wiki/"), "%q", file)
	})
}

func TestWrite(t *testing.T) {
	s, root := testStore(t, "wiki/concepts/Auth.md\x00old", "wiki/concepts/a name that no new page gets #1.md\x00old", "wiki/concepts/deep/moved.md\x00old")
	for _, c := range []struct {
		file, data string
		changed    bool
		at         string
	}{
		{"wiki/concepts/new.md", "1", true, "wiki/concepts/new.md"},
		{"wiki/concepts/new.md", "1", false, "wiki/concepts/new.md"},
		{"wiki/concepts/auth.md", "2", true, "wiki/concepts/Auth.md"},
		{"wiki/qa/auth.md", "3", true, "wiki/qa/auth.md"},
		{"wiki/concepts/a name that no new page gets #1.md", "4", true, "wiki/concepts/a name that no new page gets #1.md"},
		{"wiki/concepts/deep/moved.md", "5", true, "wiki/concepts/deep/moved.md"},
	} {
		changed, err := s.Write(c.file, []byte(c.data))
		got, _ := os.ReadFile(filepath.Join(root, c.at))
		must.Hold(t, err == nil && changed == c.changed && string(got) == c.data, "%s: %v %v, %s holds %q", c.file, changed, err, c.at, got)
	}
	entries, _ := os.ReadDir(filepath.Join(root, "wiki", "concepts"))
	must.Hold(t, len(entries) == 4, "%v", entries)
}

func TestSymlinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege there")
	}
	s, root := testStore(t, "wiki/concepts/a.md\x00in")
	outside := t.TempDir()
	fsutiltest.Write(t, filepath.Join(outside, "secret.md"), "secret")
	for link, to := range map[string]string{"wiki/concepts/link": outside, "wiki/concepts/out.md": filepath.Join(outside, "secret.md"), "wiki/qa": outside, "wiki/concepts/loop": "."} {
		must.Do(t, os.Symlink(to, filepath.Join(root, filepath.FromSlash(link))))
	}
	for _, file := range []string{"wiki/concepts/link/x.md", "wiki/concepts/out.md", "wiki/qa/x.md"} {
		must.Hold(t, must.Err(s.Write(file, []byte("evil"))) != nil, "%s was written", file)
	}
	w := must.Get(s.Load(t.Context()))(t)
	for _, p := range w.Pages() {
		must.Hold(t, p.Article == nil || !strings.Contains(string(p.Bytes()), "secret"), "%s was read from outside", p.Path)
	}
	got, _ := os.ReadFile(filepath.Join(outside, "secret.md"))
	entries, _ := os.ReadDir(outside)
	must.Hold(t, string(got) == "secret" && len(entries) == 1, "something outside changed")
}

func TestLoad(t *testing.T) {
	s, _ := testStore(t,
		"wiki/concepts/a.md"+art("A"), "wiki/concepts/b.md\x00---\ntitle: x: y\n---\n", "daily/2026-11-27.md\x00[[a]]", "notes/deep/n.md\x00[[a]]", "empty.md\x00",
		"img/p.png\x00\xff", ".obsidian/x.md\x00[[a]]", ".memoria/x.md\x00", "notes/.hidden.md\x00", "wiki/big.md\x00"+strings.Repeat("x", maxPage+1))
	w := must.Get(s.Load(t.Context()))(t)
	var got []string
	for _, p := range w.Pages() {
		got = append(got, p.Path)
	}
	want := "daily/2026-11-27.md empty.md img/p.png notes/deep/n.md wiki/big.md wiki/concepts/a.md wiki/concepts/b.md"
	must.Hold(t, strings.Join(got, " ") == want, "%s", got)
	p := w.Page("wiki/big.md")
	must.Hold(t, p.ReadOnly() && len(p.Findings()) == 1, "%v", p.Findings())
	n := len(w.Backlinks(w.Page("wiki/concepts/a.md")))
	must.Hold(t, n == 2, "%d backlinks", n)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	must.Is(t, must.Err(s.Load(ctx)), context.Canceled, "the error")
	empty, _ := testStore(t)
	if w, err := empty.Load(t.Context()); err != nil || len(w.Pages()) != 0 {
		t.Error(err)
	}
}

// A glance tells, without reading, whether a look would see anything else than the one before.
func TestGlance(t *testing.T) {
	root := t.TempDir()
	dir := fsutiltest.Open(t, root)
	s := Store{Dir: dir}
	write := func(name, text string) {
		t.Helper()
		fsutiltest.Write(t, filepath.Join(root, name), text)
	}
	write("x.md", "one")
	w, seen := must.Get2(s.Look(t.Context()))(t)
	at, _, err := s.Glance(t.Context())
	must.Hold(t, err == nil && at != "" && at == seen, "a glance gives %q, a look %q, %v", at, seen, err)
	write("y.md", "two")
	at, _, err = s.Glance(t.Context())
	must.Hold(t, err == nil && at != seen, "a page was written and the vault looks the same, %v", err)
	got := string(w.Page("x.md").Bytes())
	must.Hold(t, got == "one" && w.Page("y.md") == nil, "the snapshot changed: %q", got)
	s.Tick = must.Get(dir.Tick(".memoria/cache/tick"))(t)
	write("y.md", "three") // so that it is that young on a busy machine too
	at, _, err = s.Glance(t.Context())
	must.Hold(t, err == nil && at == "", "pages as young as the tick may change without a sign: %q, %v", at, err)
}
