package compiler_test

import (
	"context"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/state"
)

// A run does exactly what a dry run says, whatever was done to the vault before: the same lines, the same bytes, no
// other file. The dry run itself writes nothing.
func TestDryRunSaysWhatHappens(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		dir, err := os.MkdirTemp(t.TempDir(), "")
		if err != nil {
			rt.Fatal(err)
		}
		d := &days{
			vault: vaultAt(rt, dir), rt: rt, logs: map[string][][]string{},
			mine: map[string][]string{}, broken: map[string]string{},
		}
		defer d.c.Vault.Close()
		rt.Repeat(map[string]func(*rapid.T){
			"log":     d.logEntry,
			"unlog":   d.unlog,
			"write":   d.writeIn,
			"take":    d.takeOut,
			"spoil":   d.spoil,
			"remove":  d.removePage,
			"move":    d.movePage,
			"own":     d.ownPage,
			"pass":    func(*rapid.T) { d.now = d.now.Add(40 * time.Minute) },
			"author":  func(*rapid.T) { d.author.version += "+" },
			"compile": func(*rapid.T) { d.dryThenRun(d.options()) },
			"crash":   func(rt *rapid.T) { d.crash(d.options(), rapid.IntRange(1, 9).Draw(rt, "at")) },
			"forget":  func(*rapid.T) { d.remove(".memoria/state"); d.lossy = true },
		})
		d.dryThenRun(compiler.Options{})
	})
}

func (d *days) dryThenRun(o compiler.Options) {
	before := d.pages()
	said, err := d.c.Plan(context.Background(), o)
	if err != nil {
		d.rt.Fatal(err)
	}
	sameFiles(d.rt, before, d.pages())
	r := d.compile(o)
	if got := r.Plan.String(); got != said.String() {
		d.rt.Fatalf("said\n%s\nand did\n%s", said, got)
	}
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
	if logs != r.Logs || entries != r.Entries || waiting != len(r.Waiting) {
		d.rt.Fatalf("said\n%s\nand reports %d logs, %d entries, %d waiting", said, r.Logs, r.Entries, len(r.Waiting))
	}
	sameFiles(d.rt, want, d.pages())
}
