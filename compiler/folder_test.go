package compiler_test

import (
	"context"
	"errors"
	"testing"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/fsutil/must"
)

// If somebody configures another folder for the wiki and moves nothing, a run reports it and writes nothing, with or
// without the state. If they move the folder too, the wiki continues there unchanged.
func TestWikiFolderChanged(t *testing.T) {
	for _, lost := range []bool{false, true} {
		v := handVault(t)
		if lost {
			v.remove(".memoria/state")
		}
		v.log("2026-11-26", []string{"A `kite` flies"})
		before := v.files()
		v.c.Wiki.Wiki = "knowledge"
		_, err := v.c.Compile(context.Background(), compiler.Options{})
		f := (*state.FolderError)(nil)
		must.Hold(t, errors.As(err, &f) && f.Set == "knowledge" && f.Found == "wiki", "lost %v: %v", lost, err)
		sameFiles(t, before, v.files())
		v.c.Wiki.Wiki = ""
		v.settled(compiler.Options{})

		v.remove("wiki/concepts/queue.md")
		v.settled(compiler.Options{})
		v.rename("wiki", "knowledge")
		v.c.Wiki.Wiki = "knowledge"
		before = v.files()
		r := v.compile(compiler.Options{})
		must.Hold(t, r.Plan.Empty() && len(r.Plan.ByHand) == 0, "lost %v: moving the folder is news:\n%s", lost, r.Plan)
		sameFiles(t, before, v.files())
		v.settled(compiler.Options{All: true})
		v.log("2026-11-27", []string{"A `queue` is long", "A `kite` has a string"})
		v.settled(compiler.Options{})
		must.Hold(t, !v.exists("knowledge/concepts/queue.md") && !v.exists("wiki"), "what was removed came back")
		checkVault(t, v)
	}
}

// Links by path follow a moved folder.
func TestWikiFolderMovedWithNamesakes(t *testing.T) {
	v := handVault(t)
	v.write("notes/Cursor.md", "mine\n")
	v.settled(compiler.Options{})
	v.rename("wiki", "knowledge")
	v.c.Wiki.Wiki = "knowledge"
	v.settled(compiler.Options{})
	checkVault(t, v)
}

// A new wiki beside a person's folders is not taken for a moved wiki.
func TestWikiFolderNew(t *testing.T) {
	v := newVault(t)
	v.write("notes/concepts/cursor.md", "---\ntype: concept\n---\n\nSee [[2026-11-25]].\n")
	v.log("2026-11-25", []string{"A `plan` is a promise"})
	v.settled(compiler.Options{})
}
