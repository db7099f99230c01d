package compiler_test

import (
	"context"
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/refactor"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/lint"
)

// Wherever a change is interrupted, at each of its writes in turn, the same command or a compile completes it to the
// result of an undisturbed run, and undo still undoes it.
func TestCrashOfChanges(t *testing.T) {
	start := linked(t)
	undoable := copyVault(t, start)
	undoable.move("sidecar", "lock file")
	compiled := copyVault(t, start)
	compiled.log("2026-11-25", []string{"A `cursor` grows", "A `queue`"})
	for _, c := range []struct {
		name  string
		start *vault
		run   func(*vault) error
	}{
		{"mv", start, func(v *vault) error {
			_, err := refactor.Move(context.Background(), v.c.Journal(), "sidecar", "lock file", false)
			return err
		}},
		{"mv to a folder", start, func(v *vault) error {
			_, err := refactor.Move(context.Background(), v.c.Journal(), "notes/deep/Mine.md", "archive/Mine.md", false)
			return err
		}},
		{"merge", start, func(v *vault) error {
			_, err := refactor.Merge(context.Background(), v.c.Journal(), "sidecar", "plan", false)
			return err
		}},
		{"undo", undoable, func(v *vault) error {
			_, err := v.c.Journal().Undo(context.Background(), journal.UndoOptions{})
			return err
		}},
		{"compile", compiled, func(v *vault) error {
			_, err := v.c.Compile(context.Background(), compiler.Options{})
			return err
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			clean := copyVault(t, c.start)
			before := clean.pages()
			must.Do(t, c.run(clean))
			clean.idle()
			want := clean.pages()
			for n := 1; ; n += pace(9) {
				v := copyVault(t, c.start)
				stop := fsutiltest.CrashAt(v.c.Vault, n)
				err := c.run(v)
				if !stop.Happened() {
					must.Hold(t, n >= 8, "only %d changes", n-1)
					break
				}
				must.Be(t, err == nil || errors.Is(err, fsutiltest.ErrCrash), "change %d: %v", n, err)
				v = vaultAt(t, v.dir) // another process
				switch begun := v.exists(".memoria/state/change.json"); {
				case n%2 == 0 && begun: // any other command completes it
					v.compile(compiler.Options{})
				case !maps.Equal(v.pages(), want) || c.name == "compile":
					err := c.run(v)
					must.Be(t, err == nil, "after a crash at change %d, %v: %v", n, stop.Seen()[n-1], err)
				default:
					v.compile(compiler.Options{})
				}
				v.idle()
				if sameFiles(t, want, v.pages()); t.Failed() {
					t.Fatalf("after a crash at change %d, %v", n, stop.Seen()[n-1])
				}
				if n%2 == 0 && c.name != "undo" {
					v.undo(journal.UndoOptions{})
					if sameFiles(t, before, v.pages()); t.Failed() {
						t.Fatalf("undone after a crash at change %d, %v", n, stop.Seen()[n-1])
					}
				}
			}
		})
	}
}

// Undo completes an interrupted compile and undoes it.
func TestUndoCrashedCompile(t *testing.T) {
	start := linked(t)
	start.log("2026-11-25", []string{"A `cursor` grows", "A `queue`"})
	before := start.pages()
	made := changes(start)
	for n := 1; ; n += pace(4) {
		v := copyVault(t, start)
		stop := fsutiltest.CrashAt(v.c.Vault, n)
		v.c.Compile(context.Background(), compiler.Options{})
		if !stop.Happened() {
			return
		}
		v = vaultAt(t, v.dir)
		if changes(v) == made && !v.exists(layout.Change) {
			continue // it had not begun
		}
		ch := v.undo(journal.UndoOptions{})
		must.Be(t, len(ch.Left) == 0, "change %d, %v: left %v", n, stop.Seen()[n-1], ch.Left)
		sameFiles(t, before, v.pages())
		v.idle()
		must.Be(t, !t.Failed(), "change %d, %v", n, stop.Seen()[n-1])
	}
}

// An interrupted lint --fix continues where it was, and both parts are undone as one.
func TestCrashOfMending(t *testing.T) {
	start := linked(t)
	for _, name := range []string{"one", "two", "three"} {
		start.write("wiki/concepts/"+name+".md", "---\ntitle: "+name+"\ntype: concept\nsources: [\"[[2026-11-24]]\"]\ncreated: 2026-11-24\nupdated: 2026-11-24\n---\n\n# "+name+"\n\nSee [[sidecar.md]] and [[plan.md]].\n")
	}
	before := start.pages()
	mend := func(v *vault) error {
		w, err := v.c.Wiki.Load(context.Background())
		if err != nil {
			return err
		}
		edits, _, err := (&lint.Linter{Wiki: w, Dir: v.c.Vault, Now: v.now}).Plan(context.Background())
		if err != nil {
			return err
		}
		var told []journal.Edit
		for _, e := range edits {
			if e.After != nil {
				told = append(told, journal.Edit{Path: e.Path, Before: e.Before, After: e.After})
			}
		}
		if err := v.c.Journal().Record("lint --fix", told); err != nil {
			return err
		}
		_, _, err = lint.Apply(v.c.Vault, edits)
		return err
	}
	clean := copyVault(t, start)
	must.Do(t, mend(clean))
	want := clean.pages()
	must.Be(t, !maps.Equal(before, want), "nothing was mended")
	for n := 1; ; n += pace(2) {
		v := copyVault(t, start)
		stop := fsutiltest.CrashAt(v.c.Vault, n)
		mend(v)
		if !stop.Happened() {
			return
		}
		v = vaultAt(t, v.dir)
		must.Do(t, mend(v))
		got := v.pages()
		maps.DeleteFunc(got, func(name, _ string) bool { return fsutil.IsTemp(name) }) // removed when they are an hour old
		sameFiles(t, want, got)
		if len(stop.Seen()) > 2 {
			v.undo(journal.UndoOptions{})
			got = v.pages()
			maps.DeleteFunc(got, func(name, _ string) bool { return fsutil.IsTemp(name) })
			sameFiles(t, before, got)
		}
		must.Be(t, !t.Failed(), "after a crash at change %d, %v", n, stop.Seen()[n-1])
	}
}

// A file that blocks an interrupted change stays: a person's save wins.
func TestHandsAmongCrash(t *testing.T) {
	start := linked(t)
	for n := 1; ; n += pace(4) {
		v := copyVault(t, start)
		stop := fsutiltest.CrashAt(v.c.Vault, n)
		refactor.Move(context.Background(), v.c.Journal(), "sidecar", "lock file", false)
		if !stop.Happened() {
			return
		}
		v = vaultAt(t, v.dir)
		mine := v.read("Home.md") + "\nMine.\n"
		v.write("Home.md", mine)
		v.settled(compiler.Options{})
		got := v.read("Home.md")
		must.Be(t, got == mine, "change %d, %v:\n%s", n, stop.Seen()[n-1], got)
		must.Be(t, strings.Contains(v.read("wiki/concepts/cursor.md"), "[[sidecar") != v.exists("wiki/concepts/lock-file.md"), "change %d, %v: half of it is done", n, stop.Seen()[n-1])
	}
}

// pace is the distance between the crashes of a short test.
func pace(n int) int {
	if long() {
		return 1
	}
	return n
}

func changes(v *vault) int {
	v.t.Helper()
	list := must.Get(v.c.Journal().Changes())(v.t)
	return len(list)
}
