package compiler_test

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/fsutil/must"
)

// What a person removed stays removed even if the state is lost, because log.md records it. Deleting that line makes
// the article again, and restoring the article continues it.
func TestRemovedWithoutState(t *testing.T) {
	v := newVault(t)
	v.log("2026-11-25", []string{"D `cursor` meets `plan`", "A `queue` is a list"})
	v.settled(compiler.Options{})
	gone := v.read("wiki/concepts/cursor.md")
	v.remove("wiki/concepts/cursor.md")
	v.settled(compiler.Options{})
	const line = "- removed `concepts/cursor` cursor - by hand\n"
	must.Be(t, strings.Count(v.read("wiki/log.md"), line) == 1, "the log:\n%s", v.read("wiki/log.md"))
	before := v.pages()
	v.remove(".memoria/state")
	v.settled(compiler.Options{})
	sameFiles(t, before, v.pages())
	v.log("2026-11-26", []string{"`cursor` meets `queue`"})
	v.settled(compiler.Options{})
	must.Hold(t, !v.exists("wiki/concepts/cursor.md"), "it was made again")
	v.write("wiki/concepts/cursor.md", gone)
	v.remove(".memoria/state")
	v.settled(compiler.Options{})
	must.Hold(t, strings.Contains(v.read("wiki/concepts/cursor.md"), "`queue`"), "it does not go on:\n%s", v.read("wiki/concepts/cursor.md"))
	v.remove("wiki/concepts/cursor.md")
	v.edit("wiki/log.md", line, "")
	v.remove(".memoria/state")
	v.settled(compiler.Options{})
	must.Hold(t, v.exists("wiki/concepts/cursor.md"), "it is not made again")
	checkVault(t, v)
}
