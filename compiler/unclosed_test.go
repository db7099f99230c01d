package compiler_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/fsutil/must"
)

// An entry whose closing marker somebody removed is not a crash, and its log is not lost: the entry is reported with
// its repair, and what was made of it stays in every run.
func TestUnclosedEntry(t *testing.T) {
	const marker = "<!-- /memoria:entry -->\n"
	for name, entries := range map[string][][]string{
		"alone": {{"A `cursor` is a number", "A `queue` is a list"}},
		"last":  {{"A `plan` is a promise"}, {"A `cursor` is a number", "A `queue` is a list"}},
	} {
		t.Run(name, func(t *testing.T) {
			v := newVault(t)
			v.log("2026-11-25", entries...)
			v.settled(compiler.Options{})
			articles, whole := v.pages(), v.read("daily/2026-11-25.md")
			n := min(len(entries), 2)
			parts := strings.SplitAfterN(whole, marker, n+1)
			parts[n-1] = strings.TrimSuffix(parts[n-1], marker)
			v.write("daily/2026-11-25.md", strings.Join(parts, ""))
			v.now = v.now.Add(2 * time.Hour)
			line := 1 + strings.Count(whole[:strings.Index(whole, fmt.Sprintf("id=20261125%c", 'a'+n-1))], "\n")
			for _, o := range []compiler.Options{{}, {All: true}} {
				v.log("2026-11-26", []string{"A `cursor` is an offset"})
				r := v.settled(o)
				want := fmt.Sprintf("daily/2026-11-25.md: line %d: the entry \"Work %c\" is not closed", line, 'a'+n-1)
				for what, notes := range map[string][]journal.Note{"plan": r.Plan.Problems, "status": v.status().Problems} {
					must.Hold(t, len(notes) == 1 && strings.HasPrefix(notes[0].String(), want) && strings.Contains(notes[0].Text, "<!-- /memoria:entry 2026"), "%s: %v, not %s", what, notes, want)
				}
				must.Text(t, r.Plan.String(), "the plan is not true").Lacks("gone", "crash")
				must.Text(t, v.read("wiki/concepts/cursor.md"), "a claim is missing").Has("is a number", "is an offset")
				must.Hold(t, v.read("wiki/concepts/queue.md") == articles["wiki/concepts/queue.md"], "queue has changed")
			}
			v.write("daily/2026-11-25.md", whole)
			v.remove("daily/2026-11-26.md")
			v.log("2026-11-26", []string{"A `cursor` is an offset"})
			v.now = v.now.Add(2 * time.Hour)
			v.settled(compiler.Options{})
			sameArticles(t, fresh(t, v).pages(), v.pages())
			p := v.status().Problems
			must.Hold(t, len(p) == 0, "mended, and yet %v", p)
		})
	}
}

// A plan says why an article is not written anew.
func TestWhyAnArticleOnlyGrows(t *testing.T) {
	v := newVault(t)
	v.log("2026-11-25", []string{"A `cursor` is a number"})
	v.settled(compiler.Options{})
	v.now = v.now.Add(10 * time.Minute)
	v.log("2026-11-25", []string{"A `cursor` is no number"})
	v.log("2026-11-26", []string{"A `cursor` is an offset"})
	must.Text(t, v.settled(compiler.Options{}).Plan.String(), "the plan").Has("2026-11-25, which it cites, waits until 10:00,")
	v.remove("daily/2026-11-25.md")
	v.log("2026-11-27", []string{"A `cursor` is kept"})
	must.Text(t, v.settled(compiler.Options{}).Plan.String(), "the plan").Has("the log of 2026-11-25, which it cites, is gone,")
}
