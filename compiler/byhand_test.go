package compiler_test

import (
	"context"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/fsutil/must"
)

// handVault is a compiled vault: cursor, plan and queue are related, and a connection names cursor.
func handVault(t *testing.T) *vault {
	t.Helper()
	v := newVault(t)
	v.log("2026-11-25", []string{"D `cursor` meets `plan`", "`cursor` meets `queue`", "A `queue` is a list", "A `plan` is a promise"})
	v.settled(compiler.Options{})
	return v
}

// status returns the status before the next run.
func (v *vault) status() compiler.Status {
	v.t.Helper()
	return must.Get(v.c.Status(context.Background()))(v.t)
}

// A run notices what a person does to articles even if no log has news: the links of the other pages, the connections
// and the index are updated, the plan says why, and then there is nothing to do.
func TestHandsAloneAreNews(t *testing.T) {
	for name, c := range map[string]struct {
		do   func(v *vault)
		why  string
		gone []string // no page says it
		says map[string]string
	}{
		"removed": {
			func(v *vault) { v.remove("wiki/concepts/cursor.md") }, "linked to cursor, which was removed by hand",
			[]string{"[[cursor"}, nil,
		},
		"renamed": {
			func(v *vault) { v.rename("wiki/concepts/cursor.md", "wiki/concepts/cursor-db.md") }, "links to wiki/concepts/cursor-db.md, moved there by hand",
			[]string{"[[cursor|"}, map[string]string{"wiki/concepts/queue.md": "[[cursor-db|cursor]]", "wiki/index.md": "[[cursor-db|cursor]]"},
		},
		"name taken": {
			func(v *vault) { v.write("Cursor.md", "# Cursor\n\nMine.\n") }, "links to cursor, which shares its name with Cursor.md",
			[]string{"[[cursor|", "[[Cursor|"}, map[string]string{
				"wiki/concepts/queue.md": "[[wiki/concepts/cursor|cursor]]", "wiki/index.md": "[[wiki/concepts/cursor|cursor]]",
				"wiki/connections/cursor-and-plan.md": `"[[wiki/concepts/cursor|cursor]]"`,
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			v := handVault(t)
			st := v.status()
			must.Hold(t, len(st.ByHand) == 0, "by hand, before: %v", st.ByHand)
			before := v.pages()
			c.do(v)
			st = v.status()
			must.Hold(t, len(st.ByHand) == 1 && strings.HasPrefix(st.ByHand[0].Path, "wiki/concepts/cursor"), "by hand: %v", st.ByHand)
			r := v.settled(compiler.Options{})
			must.Text(t, r.Plan.String(), "the plan does not say why").Has(c.why, "by hand wiki/concepts/cursor.md: ")
			st = v.status()
			must.Hold(t, len(st.ByHand) == 0, "by hand, after: %v", st.ByHand)
			pages := v.pages()
			for at, text := range pages {
				for _, s := range c.gone {
					must.Hold(t, !strings.HasPrefix(at, "wiki/") || !strings.Contains(text, s), "%s still says %s:\n%s", at, s, text)
				}
			}
			for at, s := range c.says {
				must.Hold(t, strings.Contains(pages[at], s), "%s does not say %s:\n%s", at, s, pages[at])
			}
			checkVault(t, v)
			// after the undo everything is as it was, except for log.md
			for at := range pages {
				if _, ok := before[at]; !ok {
					v.remove(at)
				}
			}
			v.write("wiki/concepts/cursor.md", before["wiki/concepts/cursor.md"])
			v.settled(compiler.Options{})
			sameArticles(t, before, v.pages())
		})
	}
}

// On a page that a person edited the compiler's links are updated; for a person's link the plan says that it is not.
func TestHandsKeepTheirLinks(t *testing.T) {
	v := handVault(t)
	v.edit("wiki/concepts/queue.md", "## Key Points", "Mine.\n\n## Key Points")
	mine := v.read("wiki/concepts/queue.md")
	v.edit("wiki/concepts/plan.md", "## Key Points", "See [[cursor]].\n\n## Key Points")
	v.rename("wiki/concepts/cursor.md", "wiki/concepts/cursor-db.md")
	plan := v.settled(compiler.Options{}).Plan.String()
	want := strings.ReplaceAll(mine, "[[cursor|", "[[cursor-db|")
	must.Hold(t, v.read("wiki/concepts/queue.md") == want, "the page is\n%s", v.read("wiki/concepts/queue.md"))
	must.Text(t, v.read("wiki/concepts/plan.md"), "the page").Has("See [[cursor]].", "[[cursor-db|cursor]] - named")
	must.Hold(t, strings.Contains(plan, "note    wiki/concepts/plan.md: links to wiki/concepts/cursor-db.md, moved there by hand; written by hand, so the link stays as it is"), "the plan:\n%s", plan)
}

// A page that shares its name with an article is reported as a problem while it exists, with both paths.
func TestCollisionIsAProblem(t *testing.T) {
	v := handVault(t)
	v.write("notes/CURSOR.md", "mine\n")
	for range 2 {
		r := v.compile(compiler.Options{})
		for what, notes := range map[string][]journal.Note{"plan": r.Plan.Problems, "status": v.status().Problems} {
			must.Hold(t, len(notes) == 1 && notes[0].Path == "wiki/concepts/cursor.md" && strings.Contains(notes[0].Text, "notes/CURSOR.md"), "%s: %v", what, notes)
		}
	}
	v.remove("notes/CURSOR.md")
	v.settled(compiler.Options{})
	p := v.status().Problems
	must.Hold(t, len(p) == 0, "problems: %v", p)
}

// A plain run makes the wiki again if all of it is gone.
func TestRemovedWikiIsNoticed(t *testing.T) {
	v := handVault(t)
	before := v.pages()
	v.remove("wiki")
	v.settled(compiler.Options{})
	sameFiles(t, before, v.pages())
}

// Links are also updated on pages that another version of the author wrote, and no other page changes.
func TestHandsInOutdatedWiki(t *testing.T) {
	v := handVault(t)
	v.log("2026-11-26", []string{"A `kite` flies"})
	v.settled(compiler.Options{})
	kite := v.read("wiki/concepts/kite.md")
	v.author.version = "2"
	v.remove("wiki/concepts/cursor.md")
	v.settled(compiler.Options{})
	must.Text(t, v.read("wiki/concepts/queue.md"), "the link is there").Lacks("[[cursor")
	must.Hold(t, v.read("wiki/concepts/kite.md") == kite, "another page was made again")
}

// An article that a person merges into another is no longer an article: its title becomes an alias there, and its
// news and links go there.
func TestMergedByHand(t *testing.T) {
	v := handVault(t)
	v.edit("wiki/concepts/plan.md", "type: concept", "aliases: [Cursor]\ntype: concept")
	v.edit("wiki/concepts/plan.md", "## Related", "- From the cursor: meets `queue` ([[2026-11-25#^k20261125a1|2026-11-25]])\n\n## Related")
	v.remove("wiki/concepts/cursor.md")
	st := v.status()
	must.Hold(t, len(st.ByHand) == 1 && strings.Contains(st.ByHand[0].Text, "merged into wiki/concepts/plan.md"), "by hand: %v", st.ByHand)
	v.settled(compiler.Options{})
	v.log("2026-11-26", []string{"A `cursor` is new", "`queue` meets `cursor`"})
	v.settled(compiler.Options{})
	v.settled(compiler.Options{All: true})
	got := v.read("wiki/concepts/plan.md")
	for _, s := range []string{"- From the cursor: meets `queue` ([[", "A `cursor` is new ([[", "[[queue|queue]]", "aliases: [Cursor"} {
		must.Hold(t, strings.Count(got, s) == 1, "%q is not there once:\n%s", s, got)
	}
	must.Hold(t, !v.exists("wiki/concepts/cursor.md") && !strings.Contains(v.read("wiki/concepts/queue.md"), "[[cursor") && strings.Contains(v.read("wiki/concepts/queue.md"), "[[plan|plan]]"), "queue:\n%s", v.read("wiki/concepts/queue.md"))
	checkVault(t, v)
}
