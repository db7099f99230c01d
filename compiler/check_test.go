package compiler_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
)

// checkVault checks what must always hold: every link of the compiler resolves, every claim of the compiler cites a
// line of a log, no two articles have one name, and the index lists each article once. Pages in byHand may say
// anything.
func checkVault(t tester, v *vault, byHand ...string) {
	t.Helper()
	w := must.Get(v.c.Wiki.Load(context.Background()))(t)
	hand := func(path string) bool {
		return slices.Contains(byHand, path)
	}
	blocks := map[string]bool{}
	dates, _, _ := v.c.Daily.Dates()
	for _, d := range dates {
		log := must.Get(v.c.Daily.Read(d))(t)
		each(log.Entries, func(d daily.Dated, b daily.Bullet) { blocks[wiki.Fold(d.Target(b))] = true })
	}
	names := map[string]string{}
	for _, p := range w.Articles() {
		if hand(p.Path) {
			continue
		}
		same := names[wiki.Fold(p.Title())]
		must.Hold(t, same == "", "%s and %s have one title", same, p.Path)
		names[wiki.Fold(p.Title())] = p.Path
		for _, l := range w.Outlinks(p) {
			must.Hold(t, l.Err == nil, "%s: %v", p.Path, l.Err)
			if day := l.To; day != nil && day.Kind == wiki.DayPage && l.Fragment != "" && !blocks[wiki.Fold(day.Name+"#"+l.Fragment)] {
				t.Errorf("%s: %s#%s is not in the log", p.Path, day.Name, l.Fragment)
			}
		}
		must.Hold(t, len(p.Points()) != 0, "%s says nothing", p.Path)
		for _, pt := range p.Points() {
			must.Hold(t, len(pt.Cites) != 0, "%s: %q cites nothing", p.Path, pt.Text)
		}
	}
	checkIndex(t, v, w)
}

func checkIndex(t tester, v *vault, w *wiki.Wiki) {
	t.Helper()
	listed := map[string]int{}
	if v.exists(w.Dir() + "/index.md") {
		for line := range strings.Lines(v.read(w.Dir() + "/index.md")) {
			if _, rest, ok := strings.Cut(line, "- [["); ok {
				name, _, _ := strings.Cut(rest, "|")
				name, _, _ = strings.Cut(name, "]]")
				listed[wiki.Fold(name)]++
			}
		}
	}
	for _, p := range w.Articles() {
		must.Hold(t, listed[wiki.Fold(string(w.LinkName(p)))] == 1, "the index lists %s %d times", p.Path, listed[wiki.Fold(string(w.LinkName(p)))])
	}
}

var _ tester = (*testing.T)(nil)
