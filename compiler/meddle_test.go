package compiler_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/subject"
	"github.com/agent-admin/memoria/fsutil/must"
)

// TestMovedAndRemovedPages moves, removes and shadows articles, day after day, and removes whole logs. Every link and
// citation of the compiler resolves, and no two of its pages are about one thing.
func TestMovedAndRemovedPages(t *testing.T) {
	play := func(rt *rapid.T, h *handed, news func() bool) {
		h.whole = true
		for news() {
			h.now = h.now.AddDate(0, 0, 1)
			h.settled(compiler.Options{})
			h.soundPages()
			h.meddle(rt)
			h.settled(compiler.Options{})
			h.soundPages()
		}
	}
	t.Run("terms", func(t *testing.T) {
		rapid.Check(t, func(rt *rapid.T) {
			h := newHanded(t, rt)
			n := rapid.IntRange(2, 5).Draw(rt, "entries")
			play(rt, h, func() bool {
				if n--; n < 0 {
					return false
				}
				h.logEntry(rt)
				return true
			})
		})
	})
	t.Run("subject", func(t *testing.T) {
		logs := harborLogs(t)
		var names []string
		for name := range logs {
			names = append(names, name)
		}
		slices.Sort(names)
		rapid.Check(t, func(rt *rapid.T) {
			h := newHanded(t, rt)
			h.c.Author = subject.Author{}
			i := 0
			play(rt, h, func() bool {
				if i == len(names) {
					return false
				}
				for n := rapid.IntRange(1, 3).Draw(rt, "days"); n > 0 && i < len(names); n-- {
					h.write(names[i], logs[names[i]])
					i++
				}
				return true
			})
		})
	})
}

// soundPages checks the vault except for the pages that a person edited.
func (h *handed) soundPages() {
	h.t.Helper()
	except := slices.Clone(h.edited) // pages that cite a lost log only grow
	for name, text := range h.pages() {
		if slices.ContainsFunc(h.lossy, func(day string) bool { return strings.Contains(text, "[["+day) }) {
			except = append(except, name)
		}
	}
	checkVault(h.t, h.vault, except...)
	ends := map[string]string{}
	w := must.Get(h.c.Wiki.Load(h.t.(*rapid.T).Context()))(h.t)
	for _, p := range w.Articles() {
		if c := p.Connects(); len(c) == 2 && !slices.Contains(h.edited, p.Path) {
			slices.Sort(c)
			k := strings.Join(c, "|")
			must.Hold(h.t, ends[k] == "", "%s and %s connect the same", ends[k], p.Path)
			ends[k] = p.Path
		}
	}
}

// If an author swaps the ends of a connection because a log is gone, the connection gets no second article, and none
// if a person removed it.
func TestConnectionSwapped(t *testing.T) {
	for _, removed := range []bool{false, true} {
		v := newVault(t)
		v.log("2026-11-25", []string{"D `cursor` meets `plan`"})
		v.settled(compiler.Options{})
		if removed {
			v.remove("wiki/connections/cursor-and-plan.md")
		}
		v.author.swap = true
		v.log("2026-11-26", []string{"D `plan` meets `cursor`"})
		v.settled(compiler.Options{})
		if v.exists("wiki/connections/plan-and-cursor.md") || v.exists("wiki/connections/cursor-and-plan.md") == removed {
			t.Errorf("removed %t: %v", removed, v.pages())
		}
		if !removed && !strings.Contains(v.read("wiki/connections/cursor-and-plan.md"), "`plan` meets `cursor` ([[") {
			t.Errorf("it did not grow:\n%s", v.read("wiki/connections/cursor-and-plan.md"))
		}
	}
}
