package compiler_test

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/fsutil/must"
)

// dryThenRun checks that a run does exactly what a dry run says: the same lines, the same bytes, no other file; that the
// dry run itself writes nothing, and that a second run has nothing to do.
func (d *days) dryThenRun(o compiler.Options) {
	if d.c.Journal().Interrupted() != "" { // the run completes that first, and tells of both
		d.settled(o)
		return
	}
	before := d.pages()
	said := must.Get(d.c.Plan(context.Background(), o))(d.rt)
	sameFiles(d.rt, before, d.pages())
	r := d.settled(o)
	got := r.Plan.String()
	must.Be(d.rt, got == said.String(), "said\n%s\nand did\n%s", said, got)
	want := maps.Clone(before)
	var created, updated, removed []string
	for _, e := range said.Edits {
		switch {
		case e.Path == "wiki/log.md" || strings.HasPrefix(e.Path, "wiki/index"):
		case e.Verb == journal.Create:
			created = append(created, e.Path)
		case e.Verb == journal.Remove:
			removed = append(removed, e.Path)
		default:
			updated = append(updated, e.Path)
		}
		if want[e.Path] = string(e.After); e.Verb == journal.Remove {
			delete(want, e.Path)
		}
	}
	if !slices.Equal(created, r.Created) || !slices.Equal(updated, r.Updated) || !slices.Equal(removed, r.Removed) {
		d.rt.Fatalf("said\n%s\nand reports %q, %q, %q", said, r.Created, r.Updated, r.Removed)
	}
	logs, entries, waiting := 0, 0, 0
	for _, l := range said.Logs {
		if l.Compiled {
			logs, entries = logs+1, entries+l.Fresh
		}
		if l.State == state.Waiting {
			waiting++
		}
	}
	must.Be(d.rt, logs == r.Logs && entries == r.Entries && waiting == len(r.Waiting), "said\n%s\nand reports %d logs, %d entries, %d waiting", said, r.Logs, r.Entries, len(r.Waiting))
	sameFiles(d.rt, want, d.pages())
}
