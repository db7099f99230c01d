package lint

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/agent-admin/memoria/fsutil/must"
)

// What a crash left behind is told of once it is old, and goes when the vault is mended. Files that
// a sync tool keeps elsewhere are told of and stay.
func TestLeftovers(t *testing.T) {
	const old, young = ".memoria-0123456789abcdef.tmp", ".memoria-fedcba9876543210.tmp"
	dir := vaultDir(t, []txtar.File{
		{Name: "wiki/concepts/a.md", Data: []byte("# A\n")}, {Name: "wiki/concepts/" + old, Data: []byte("half")}, {Name: "wiki/concepts/" + young},
		{Name: ".memoria/state/" + old}, {Name: ".memoria/state/compile.json.corrupt-20261127T101010"}, {Name: "daily/.2026-04-01.md.icloud"}, {Name: "notes/.x.md.icloud"}, {Name: "notes/y.md"},
	})
	long := time.Now().Add(-2 * time.Hour)
	for _, d := range []string{"wiki/concepts/", ".memoria/state/"} {
		must.Do(t, os.Chtimes(filepath.Join(dir.Path(), filepath.FromSlash(d+old)), long, long))
	}
	l := linterOf(t, dir, "wiki")
	l.Levels = Levels{Orphan: Off, Sparse: Off, PropertyGone: Off, IndexEntry: Off}
	edits, left, err := l.Plan(context.Background())
	must.Do(t, err)
	must.Hold(t, len(edits) == 2 && edits[0].Path == ".memoria/state/"+old && edits[1].Path == "wiki/concepts/"+old && edits[1].After == nil && string(edits[1].Before) == "half", "%+v", edits)
	const want = ".memoria/state/compile.json.corrupt-20261127T101010:0:0 info leftover: a damaged state file that was moved aside\n" +
		"daily/.2026-04-01.md.icloud:0:0 warning sync-copy: a placeholder of a log that is elsewhere\n" +
		"notes/.x.md.icloud:0:0 warning sync-copy: a placeholder of a file that is elsewhere\n"
	got := listing(left)
	must.Hold(t, got == want, "got\n%s\nwant\n%s", got, want)
	if _, _, err := Apply(dir, edits); err != nil {
		t.Fatal(err)
	}
	if _, err := dir.Lstat("wiki/concepts/" + young); err != nil {
		t.Error("a file that is being written is gone")
	}
	must.Hold(t, must.Err(dir.Lstat("wiki/concepts/"+old)) != nil, "the leftover is still there")
}
