package compiler_test

import (
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/fsutil/must"
)

// A page becomes a person's when its type says so.
func TestArticleTakenOver(t *testing.T) {
	const page = "wiki/concepts/cursor.md"
	v := newVault(t)
	v.log("2026-11-25", []string{"`cursor` meets `plan`"})
	v.settled(compiler.Options{})
	v.edit(page, "type: concept", "type: note")
	mine := v.read(page)
	v.log("2026-11-26", []string{"`cursor` meets `queue`"})
	v.settled(compiler.Options{})
	must.Hold(t, v.read(page) == mine, "it was written")
	checkVault(t, v)
}

// Copies made by sync tools are reported, not compiled into, not removed.
func TestConflictCopies(t *testing.T) {
	v := newVault(t)
	v.log("2026-11-25", []string{"`cursor` meets `plan`"})
	v.settled(compiler.Options{})
	page := v.read("wiki/concepts/cursor.md")
	mine := map[string]string{
		"wiki/concepts/cursor.sync-conflict-20260401-101010-ABC.md": page,
		"daily/2026-11-25 2.md":                                 logText("2026-11-25", []string{"A `ghost`"}),
		"daily/2026-11-25.sync-conflict-20260401-101010-ABC.md": logText("2026-11-25", []string{"A `ghost`"}),
		"daily/2026-11-25 (conflicted copy 2026-11-25).md":      logText("2026-11-25", []string{"A `ghost`"}),
		"daily/.2026-11-25.md.icloud":                           "placeholder",
	}
	for name, text := range mine {
		v.write(name, text)
	}
	v.log("2026-11-26", []string{"`cursor` meets `queue`"})
	r := v.settled(compiler.Options{})
	must.Hold(t, strings.Contains(v.read("wiki/concepts/cursor.md"), "queue") && !v.exists("wiki/concepts/ghost.md"), "the copies were compiled")
	for name, text := range mine {
		must.Hold(t, v.read(name) == text, "%s was changed", name)
		noted := false
		for _, n := range r.Plan.Notes {
			noted = noted || n.Path == name && strings.Contains(n.Text, "copy")
		}
		must.Hold(t, noted || strings.Contains(name, "icloud"), "%s is not reported with what it is a copy of: %v", name, r.Plan.Notes)
	}
}

// If somebody saves a page between the compiler's read and write, their version wins; the logs stay stale, and the
// next run adds the news.
func TestSavedWhileWriting(t *testing.T) {
	v := newVault(t)
	v.log("2026-11-25", []string{"`cursor` is old", "`plan` is old"})
	v.settled(compiler.Options{})
	v.log("2026-11-26", []string{"`cursor` is new", "`plan` is new"})
	mine := v.read("wiki/concepts/plan.md") + "\nMine.\n"
	v.c.SetWrote(func(name string) error {
		if name == "wiki/concepts/cursor.md" {
			v.write("wiki/concepts/plan.md", mine)
		}
		return nil
	})
	r := v.compile(compiler.Options{})
	v.c.SetWrote(nil)
	must.Be(t, len(r.Conflicts) == 1 && v.read("wiki/concepts/plan.md") == mine, "conflicts %v, page\n%s", r.Conflicts, v.read("wiki/concepts/plan.md"))
	v.now = v.now.Add(2 * time.Hour)
	r = v.settled(compiler.Options{})
	got := v.read("wiki/concepts/plan.md")
	must.Hold(t, strings.Contains(got, "Mine.") && strings.Contains(got, "is new") && r.Logs == 1, "%d logs; got\n%s", r.Logs, got)
}
