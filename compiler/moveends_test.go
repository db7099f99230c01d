package compiler_test

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/fsutil/must"
)

// A connection of a renamed page stays the same connection: compiling everything makes no second one.
func TestMoveKeepsConnections(t *testing.T) {
	v := newVault(t)
	v.log("2026-11-24", []string{"D `cursor` meets `sidecar`", "A `cursor` moves", "A `sidecar` guards"})
	v.settled(compiler.Options{})
	v.move("sidecar", "lock file")
	v.compile(compiler.Options{All: true})
	must.Hold(t, !v.exists("wiki/connections/cursor-and-lock-file.md"), "there is a second connection")
	page := v.read("wiki/connections/cursor-and-sidecar.md")
	must.Hold(t, strings.Contains(page, "[[lock-file|") && !strings.Contains(page, "[[sidecar|"), "the connection:\n%s", page)
	r := v.compile(compiler.Options{All: true})
	must.Hold(t, !r.Changed(), "a second compile of all changes something:\n%s", r.Plan)
	v.log("2026-11-25", []string{"D `cursor` meets `sidecar` again"})
	v.settled(compiler.Options{})
	must.Text(t, v.read("wiki/connections/cursor-and-sidecar.md"), "it did not grow").Has("again")
}

// The connection between two merged pages is removed by the next compile, unless a person edited it.
func TestMergeEndsTheirConnection(t *testing.T) {
	for _, edited := range []bool{false, true} {
		v := newVault(t)
		v.log("2026-11-24", []string{"D `cursor` meets `sidecar`", "A `cursor` moves", "A `sidecar` guards", "D `plan` meets `sidecar`"})
		v.settled(compiler.Options{})
		const at = "wiki/connections/cursor-and-sidecar.md"
		if edited {
			v.edit(at, "## Key Points", "Mine.\n\n## Key Points")
			v.settled(compiler.Options{})
		}
		v.merge("cursor", "sidecar")
		v.compile(compiler.Options{})
		must.Hold(t, v.exists(at) == edited, "edited %v: the connection is there %v", edited, v.exists(at))
		page := v.read("wiki/concepts/sidecar.md")
		must.Hold(t, strings.Contains(page, "`cursor` meets `sidecar`") && (edited || !strings.Contains(page, "cursor-and-sidecar")), "edited %v:\n%s", edited, page)
		for _, o := range []compiler.Options{{}, {All: true}} {
			r := v.compile(o)
			must.Hold(t, !r.Changed(), "edited %v: a second compile changes something:\n%s", edited, r.Plan)
		}
	}
}

// A title may change in letter case alone: the file keeps its name, and links to it still resolve. Undo restores
// every byte.
func TestMoveInCaseAlone(t *testing.T) {
	v := linked(t)
	before := v.pages()
	v.move("sidecar", "SideCar")
	page := v.read("wiki/concepts/sidecar.md")
	must.Hold(t, strings.Contains(page, "title: SideCar\n") && strings.Contains(page, "# SideCar\n") && !v.exists("wiki/concepts/side-car.md"), "got\n%s", page)
	v.idle()
	v.log("2026-11-25", []string{"A `sidecar` goes on"})
	v.settled(compiler.Options{})
	must.Text(t, v.read("wiki/concepts/sidecar.md"), "news did not follow").Has("goes on", "title: SideCar\n")
	v = linked(t)
	v.move("sidecar", "SideCar")
	v.undo(journal.UndoOptions{})
	sameFiles(t, before, v.pages())
}
