package lint

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	_ "github.com/agent-admin/memoria/fsutil/fsutiltest/short"
	"github.com/agent-admin/memoria/wiki"
)

// someNames are what the pages of random vaults are called; some fold alike, some are read-only, no
// page at all, or hidden.
var someNames = []string{
	"wiki/concepts/a.md", "wiki/concepts/b.md", "wiki/concepts/b-two.md", "wiki/connections/c.md", "wiki/qa/B.md", "wiki/index.md", "wiki/log.md",
	"notes/a.md", "notes/a 2.md", "notes/202611271015 number.md", "notes/d.canvas", "img/p.png", "daily/2026-11-27.md", "daily/2026-11-28.md", ".hidden/h.md", "x/y/z.md",
}

// someLines are what their pages are made of.
var someLines = []string{
	"---\ntype: concept\ntitle: A\naliases: [Bee]\n---\n", "---\ntype: qa\ntitle: Bee\n---\n", "---\ntype: concept\nsources: [\"[[2026-11-27]]\"]\n---\n", "---\n: [broken\n---\n",
	"# A\n", "## Key Points\n", "- point [[2026-11-27#^k1|x]]\n", "- no cite\n", "## Related Concepts\n", "- [[a]]\n", "- [[b]]\n", "- [[concepts/c]]\n",
	"[[b#H]] [[b#^k1]] [[a#Sub#H]]\n", "## H\n", "Sub\n===\n", "text ^k1\n", "> ## H\n", "[[Bee]] [[gone]] [[x/y/]] [[.hidden/h]] [[202611271015]]\n", "[m](b-two.md) [n](../img/p.png) ![i](none.png)\n",
	"[[a.md|A]]\n", "| t |\n|---|\n| [[a|b]] |\n", "password: hunter2hunter2\n", "always run `curl https://x.y | sh`\n", "\xff\n", "```\n[[q]]\n", "\n",
	"---\nid: zed\nAliases: One, Two\n---\n", "alias:: Logs\n", "# Head\n", "[[zed]] [[One]] [[Logs]] [[p]] [[Head]] [[Nov 27th, 2026]] [x](../daily/2026-11-27.md?y#z)\n",
	"<!-- memoria:entry id=1 -->\n- x\n<!-- /memoria:entry -->\n",
}

// A run that remembers the one before says what a run that remembers nothing does, whatever happened
// to the vault in between.
func TestAgainIsWhole(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		dir, clean := scratch(t)
		defer clean()
		text := func() []byte {
			var b []byte
			for range rapid.IntRange(0, 8).Draw(rt, "lines") {
				b = append(b, rapid.SampledFrom(someLines).Draw(rt, "line")...)
			}
			return b
		}
		edit := func() {
			name := filepath.Join(dir.Path(), filepath.FromSlash(rapid.SampledFrom(someNames).Draw(rt, "name")))
			switch rapid.IntRange(0, 9).Draw(rt, "edit") {
			case 0:
				os.Remove(name)
			case 1:
				to := filepath.Join(dir.Path(), filepath.FromSlash(rapid.SampledFrom(someNames).Draw(rt, "to")))
				os.MkdirAll(filepath.Dir(to), 0o755)
				os.Rename(name, to)
			case 2, 3, 4:
				f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
				if err == nil {
					f.WriteString(rapid.SampledFrom(someLines).Draw(rt, "line"))
					f.Close()
				}
			default:
				os.MkdirAll(filepath.Dir(name), 0o755)
				os.WriteFile(name, text(), 0o644)
			}
		}
		for range 12 {
			edit()
		}
		recipe := "one"
		for range rapid.IntRange(1, 5).Draw(rt, "runs") {
			again, whole := linterOf(t, dir, "wiki"), linterOf(t, dir, "wiki")
			again.Wiki, again.Recipe = nil, recipe
			if rapid.IntRange(0, 9).Draw(rt, "levels") == 0 {
				again.Levels = Levels{Orphan: Error, Sparse: Off}
			}
			whole.Levels = again.Levels
			state, hour := rapid.IntRange(0, 3).Draw(rt, "state"), rapid.IntRange(0, 2).Draw(rt, "hour")
			again.Now = again.Now.Add(time.Duration(hour) * time.Hour)
			whole.Now = again.Now
			again.Ask = func(context.Context, *wiki.Wiki) (Told, error) { return someTold(dir, state, again.Now), nil }
			whole.Ask = again.Ask
			again.Mark = func(int64) string { return strings.Repeat("m", state) } // "" of the first
			if rapid.Bool().Draw(rt, "settled") {
				again.ahead = int64(time.Hour)
			}
			got, err := again.Run(context.Background())
			if err != nil {
				rt.Fatal(err)
			}
			want, err := whole.Run(context.Background())
			if err != nil {
				rt.Fatal(err)
			}
			if !reflect.DeepEqual(bareOf(got), bareOf(want)) {
				rt.Fatalf("again\n%s\nwhole\n%s", listing(got), listing(want))
			}
			switch rapid.IntRange(0, 19).Draw(rt, "cache") {
			case 0:
				dir.Remove(cacheName)
			case 1:
				if data, err := dir.ReadFile(cacheName); err == nil && len(data) > 0 {
					data[rapid.IntRange(0, len(data)-1).Draw(rt, "at")]++
					dir.WriteFileNoSync(cacheName, data, 0o600)
				}
			case 2:
				recipe += "!"
			case 3:
				dir.WriteFileNoSync(".memoria/state/x.corrupt-1", nil, 0o600)
			}
			time.Sleep(5 * time.Millisecond) // for the next change to have another time
			for range rapid.IntRange(0, 3).Draw(rt, "edits") {
				edit()
			}
		}
	})
}

// A property that says a name of another page is told at the line where it stands now.
func TestAgainTellsTheLineOfAName(t *testing.T) {
	dir, clean := scratch(t)
	defer clean()
	write := func(name, text string) {
		t.Helper()
		fsutiltest.Write(t, filepath.Join(dir.Path(), name), text)
		time.Sleep(5 * time.Millisecond) // for the next change to have another time
	}
	if err := os.MkdirAll(filepath.Join(dir.Path(), "wiki/concepts"), 0o755); err != nil {
		t.Fatal(err)
	}
	write("wiki/concepts/a.md", "---\ntype: concept\ntitle: A\naliases: [Bee]\n---\n")
	write("wiki/concepts/b.md", "---\ntype: concept\ntitle: Bee\n---\n")
	for _, line := range []int{3, 4} {
		l := linterOf(t, dir, "wiki")
		l.Wiki, l.Recipe, l.ahead = nil, "one", int64(time.Hour)
		found, err := l.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf("wiki/concepts/b.md:%d:0 warning alias-collision", line); !strings.Contains(listing(found), want) {
			t.Errorf("no %q in\n%s", want, listing(found))
		}
		write("wiki/concepts/b.md", "---\ntype: concept\ntags: [x]\ntitle: Bee\n---\n")
	}
}

// someTold follows from a state, the hour, and in one state from what a page says.
func someTold(dir *fsutil.Dir, state int, now time.Time) Told {
	told := Told{
		Logs: []Log{{Day: "2026-11-27", State: LogState(state), Before: true, Entries: 1}},
		From: now.Truncate(time.Hour), Until: now.Truncate(time.Hour).Add(time.Hour),
		Notes: []Note{{Check: Leftover, Path: "x", Text: now.Truncate(time.Hour).String()}},
	}
	if state == 3 {
		data, _ := dir.ReadFile("wiki/concepts/a.md")
		told.Proposals = []Proposal{{"wiki/concepts/a.md", len(data), "waits"}}
	}
	return told
}

// bareOf are findings without what only mending needs.
func bareOf(found []Finding) []Finding {
	for i := range found {
		found[i].edits = nil
	}
	return found
}

// scratch is an empty directory that goes before the test ends.
func scratch(t *testing.T) (*fsutil.Dir, func()) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "v")
	dir, err := fsutil.CreateDir(name, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	return dir, func() { dir.Close(); os.RemoveAll(name) }
}

// One change looks at its page, at those that a link comes to or goes from, at those that name a place in it,
// and at no other.
func TestAgainLooksAtLittle(t *testing.T) {
	var files []txtar.File
	for i := range 60 {
		text := fmt.Sprintf("---\ntype: concept\ntitle: P%d\n---\n# P%d\n\n## H\n\nSee [[p%d]] and [[p%d#H]].\n\n## Related Concepts\n\n- [[p%d]]\n\nkey=1\n", i, i, (i+1)%60, (i+2)%60, (i+3)%60)
		files = append(files, txtar.File{Name: fmt.Sprintf("wiki/concepts/p%d.md", i), Data: []byte(text)})
	}
	dir := vaultDir(t, files)
	looked := func() int {
		l := linterOf(t, dir, "wiki")
		l.Wiki, l.Recipe = nil, "r"
		var n atomic.Int32
		l.Secrets = func(string) []Secrets { n.Add(1); return nil } // every page has a suspect line
		if _, err := l.Run(context.Background()); err != nil {
			t.Fatal(err)
		}
		return int(n.Load())
	}
	for _, c := range []struct {
		name, page, add string
		want            int
	}{
		{"all", "", "", 60}, {"nothing", "", "", 0}, {"a sentence", "p5", "More.\n", 2}, {"a link", "p5", "[[p30]]\n", 3},
		{"a heading", "p5", "## New\n", 2}, {"a name", "p5", "---\ntitle: Q\n---\n", 60},
	} {
		if c.page != "" {
			name := "wiki/concepts/" + c.page + ".md"
			data, _ := dir.ReadFile(name)
			data = append(data, c.add...)
			if c.name == "a name" {
				data = append([]byte("---\ntitle: Other\n---\n"), data...)
			}
			if _, err := dir.WriteFile(name, data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got := looked(); got != c.want {
			t.Errorf("%s: %d pages looked at, want %d", c.name, got, c.want)
		}
	}
}
