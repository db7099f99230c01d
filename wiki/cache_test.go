package wiki

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil"
)

// pageTexts are pages with something of everything that a cache remembers.
var pageTexts = []string{
	"---\ntitle: Sidecar locks\naliases: [lock file, \"a: b\"]\ntags: [locking, go]\ntype: concept\nsources: [\"[[2026-11-27]]\"]\ncreated: 2026-11-27\ndescription: Why.\n---\n\n# Sidecar locks\n\nSee [[other#Part|o]] and [x](a%20b.md#c), ![[pic.png]].\n\n## Key Points\n\n- One ([[2026-11-27#^k3f9a2c|2026-11-27]])\n- Two ([[2026-11-28]])\n",
	"---\ntype: connection\nconnects:\n  - \"[[a|A]]\"\n  - ~\n  # more\n  - '[[b]]'\ntitle:\n---\n# **A** and B\n\n[[daily/2026-04-01.md#Session (21 29) - T]] [[2026-11-27]]\n",
	"---\ntitle: [broken\n---\nbody\n",
	"---\ntitle: twice\ntitle: again\n---\n",
	"---\nunclosed: yes\n",
	"\n\n---\nlate: 1\ntext: |\n  two\n  lines\nmap: {a: b}\n---\n",
	"no header, \xff no UTF-8",
	"",
	"# Index\r\n\r\n<!-- memoria:index -->\r\n- [[a]]\r\n<!-- /memoria:index -->\r\n",
	"# Home\n\n[web](https://x.y/z) [[#here]] [there](../wiki/concepts/a.md)\n\nalias: [[a]]\n\n- [ ] x ^abc\n",
}

var pagePaths = []string{
	"wiki/concepts/a.md", "wiki/concepts/b.md", "wiki/connections/c.md", "wiki/qa/q.md", "wiki/index.md", "wiki/index/index-go.md",
	"wiki/log.md", "daily/2026-11-27.md", "daily/2026-11-28.md", "notes/Home.md", "notes/deep/er/a.md", "x.md", "pic.png", ".hidden/x.md",
}

type cached struct {
	t   *testing.T
	dir string
	d   *fsutil.Dir
	rnd *rand.Rand
}

func newCached(t *testing.T) *cached {
	dir := t.TempDir()
	d, err := fsutil.OpenDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return &cached{t: t, dir: dir, d: d, rnd: rand.New(rand.NewPCG(1, 2))}
}

func (c *cached) at(name string) string { return filepath.Join(c.dir, filepath.FromSlash(name)) }

func (c *cached) write(name, text string) {
	c.t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(c.at(name)), 0o755), os.WriteFile(c.at(name), []byte(text), 0o644)); err != nil {
		c.t.Fatal(err)
	}
}

// edit does something to a file that a person or an editor may do.
func (c *cached) edit() string {
	name := pagePaths[c.rnd.IntN(len(pagePaths))]
	info, err := os.Stat(c.at(name))
	if err != nil {
		c.write(name, pageTexts[c.rnd.IntN(len(pageTexts))])
		return "create " + name
	}
	src, err := os.ReadFile(c.at(name))
	if err != nil {
		c.t.Fatal(err)
	}
	swapped := strings.Map(func(r rune) rune {
		if r == 'a' || r == 'b' {
			return 'a' + 'b' - r
		}
		return r
	}, string(src))
	switch c.rnd.IntN(6) {
	case 0: // the same size, the same time
		c.write(name, swapped)
		if err := os.Chtimes(c.at(name), info.ModTime(), info.ModTime()); err != nil {
			c.t.Fatal(err)
		}
		return "swap letters in " + name
	case 1: // the same by another file
		c.write("tmp.txt", swapped)
		if err := errors.Join(os.Chtimes(c.at("tmp.txt"), info.ModTime(), info.ModTime()), os.Rename(c.at("tmp.txt"), c.at(name))); err != nil {
			c.t.Fatal(err)
		}
		return "save over " + name
	case 2:
		now := time.Now()
		if err := os.Chtimes(c.at(name), now, now); err != nil {
			c.t.Fatal(err)
		}
		return "touch " + name
	case 3:
		if err := os.Remove(c.at(name)); err != nil {
			c.t.Fatal(err)
		}
		return "remove " + name
	case 4:
		to := pagePaths[c.rnd.IntN(len(pagePaths))]
		if err := errors.Join(os.MkdirAll(filepath.Dir(c.at(to)), 0o755), os.Rename(c.at(name), c.at(to))); err != nil {
			c.t.Fatal(err)
		}
		return "move " + name + " to " + to
	}
	c.write(name, pageTexts[c.rnd.IntN(len(pageTexts))])
	return "write " + name
}

// read is the vault read without a cache.
func (c *cached) read() *Wiki {
	c.t.Helper()
	files := map[string][]byte{}
	err := filepath.WalkDir(c.dir, func(at string, e fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(c.dir, at)
		switch {
		case err != nil || rel == ".":
			return err
		case e.Name()[0] == '.' && e.IsDir():
			return fs.SkipDir
		case e.IsDir() || e.Name()[0] == '.':
			return nil
		}
		files[filepath.ToSlash(rel)], err = os.ReadFile(at)
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return New("wiki", files)
}

func (c *cached) load(keep bool) *Wiki {
	c.t.Helper()
	store := Store{Dir: c.d}
	if keep {
		store = store.Keeping()
	}
	w, err := store.Load(context.Background())
	if err != nil {
		c.t.Fatal(err)
	}
	return w
}

// told is all that a snapshot says, the texts of its pages last.
func told(w *Wiki) []string {
	var out []string
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	for _, p := range w.Pages() {
		say("%s %s %d %q %q %q %q %v", p.Path, p.Name, p.Kind, p.Title(), p.Slug(), p.Type(), p.Hash(), p.Findings())
		if p.Article == nil {
			continue
		}
		for _, k := range p.Keys() {
			text, single := p.Text(k)
			say("%q %q %v %q", k, text, single, p.List(k))
		}
		say("%q %q %q %q %v %v %v", p.Aliases(), p.Tags(), p.Description(), p.Question(), p.Created(), p.Updated(), p.Sources())
		say("%q %q %v %v %q %q %v", p.Connects(), p.Consulted(), p.ReadOnly(), p.CitesLog(), p.Targets(), p.Hrefs(), p.Cites())
		_, isSame := p.SetText("title", "x")
		say("%v", isSame)
	}
	say("%v %v %q", w.Findings(), w.Known(nil), w.Names())
	for _, p := range w.Pages() {
		var linkers []string
		for _, l := range w.LinkersOf(p) {
			linkers = append(linkers, l.Path)
		}
		say("%s %q", p.Path, linkers)
	}
	files, removed := w.Index()
	say("%q %q", files, removed)
	for _, p := range w.Pages() {
		if p.Article != nil {
			say("%s %q %+v %v %q", p.Path, p.Bytes(), p.Doc(), p.Points(), p.Lead())
			say("%v %v", len(w.Outlinks(p)), len(w.Backlinks(p)))
		}
	}
	return out
}

func (c *cached) same(what string, w *Wiki) {
	c.t.Helper()
	want, got := told(c.read()), told(w)
	for i := range want {
		if i >= len(got) || want[i] != got[i] {
			c.t.Fatalf("after %s a snapshot says\n%.2000s\nand the files\n%.2000s", what, got[min(i, len(got)-1)], want[i])
		}
	}
	if moved := w.Moved(); moved != "" {
		c.t.Errorf("after %s %s counts as changed behind the snapshot", what, moved)
	}
}

// A snapshot from the cache says what one from the files says, whatever was done to them, however
// quickly, and whatever an editor did to the times. Every few rounds it rests until stamps are trusted.
func TestCachedAsRead(t *testing.T) {
	c := newCached(t)
	c.write(".memoria/config.yaml", "")
	for i, name := range pagePaths {
		c.write(name, pageTexts[i%len(pageTexts)])
	}
	c.same("nothing", c.load(true))
	for round := range 60 {
		if round%10 == 0 {
			time.Sleep(130 * time.Millisecond)
			c.load(true) // they are read once more
			time.Sleep(20 * time.Millisecond)
		}
		var done []string
		for range c.rnd.IntN(3) {
			done = append(done, c.edit())
		}
		c.same(strings.Join(done, ", "), c.load(round%3 > 0))
	}
}

// What settled is not read again: it may even be unreadable.
func TestCachedIsNotRead(t *testing.T) {
	c := newCached(t)
	for i, name := range pagePaths {
		c.write(name, pageTexts[i%len(pageTexts)])
	}
	c.load(true)
	time.Sleep(130 * time.Millisecond)
	c.load(true)
	w := c.load(false)
	for _, p := range w.Pages() {
		if p.Article != nil && p.unread == nil {
			t.Errorf("%s was read", p.Path)
		}
	}
	sight, _, err := Store{Dir: c.d}.Glance(context.Background())
	if _, seen, lerr := (Store{Dir: c.d}).Keeping().Look(context.Background()); err != nil || lerr != nil || sight == "" || sight != seen {
		t.Errorf("a glance gives %q, a look %q, %v", sight, seen, errors.Join(err, lerr))
	}
	c.write("x.md", pageTexts[0])
	if now, _, err := (Store{Dir: c.d}).Glance(context.Background()); err != nil || now == sight {
		t.Errorf("a page was written and the vault looks the same, %v", err)
	}
	if got := string(w.Page("x.md").Bytes()); got != pageTexts[0] || w.Moved() != "x.md" {
		t.Errorf("a page changed behind the snapshot reads %q, and counts as changed is %q", got, w.Moved())
	}
}

// A cache that is damaged, or of another version, is as none; and one that cannot be written is no error.
func TestDamagedCache(t *testing.T) {
	c := newCached(t)
	for i, name := range pagePaths {
		c.write(name, pageTexts[i%len(pageTexts)])
	}
	c.load(true)
	time.Sleep(130 * time.Millisecond)
	c.load(true)
	whole, err := os.ReadFile(c.at(cacheName))
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range [][]byte{nil, whole[:len(whole)/2], bytes.Replace(whole, []byte("wiki/"), []byte("wikj/"), 1), bytes.Replace(whole, []byte("Sidecar"), []byte("Sidedar"), 1)} {
		c.write(cacheName, string(bad))
		c.same("damage", c.load(false))
		c.same("damage", c.load(true))
		if now, _ := os.ReadFile(c.at(cacheName)); len(now) != len(whole) {
			t.Error("the cache was not made again")
		}
	}
	c2 := newCached(t)
	c2.write("x.md", "x")
	c2.write(".memoria/cache", "a file")
	c2.same("a cache that cannot be", c2.load(true))
}

func TestRecordsUnpack(t *testing.T) {
	records := map[string]*record{}
	for i, text := range pageTexts {
		records[fmt.Sprintf("p%02d.md", i)] = recordOf(Parse([]byte(text)), fsutil.Stamp{Size: 1, ModTime: -2, Change: 3, Inode: 4}, i%2 == 0)
	}
	c := newCached(t)
	paths := slices.Sorted(maps.Keys(records))
	packed := packCache(paths, records)
	c.write(cacheName, string(packed))
	again := readCache(c.d)
	if len(again) != len(records) || !bytes.Equal(packCache(paths, again), packed) {
		t.Error("what was packed does not unpack")
	}
	for file, r := range records {
		if !reflect.DeepEqual(again[file].known.targets, r.known.targets) {
			t.Errorf("%s has targets %q, not %q", file, again[file].known.targets, r.known.targets)
		}
	}
	// If this fails because the facts of a page or the form of the cache are others now, count cacheVersion
	// up: the caches there are must not be taken for new ones.
	const want = "wiki/3 694b5e22e91040d0"
	if got := cacheVersion + " " + fsutil.Hash(packed)[:16]; got != want {
		t.Errorf("the cache of these pages is %q, not %q", got, want)
	}
}
