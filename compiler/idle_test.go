package compiler_test

import (
	"context"
	"os"
	"reflect"
	"testing"
	"time"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/fsutil/must"
)

// rested is a vault that knows that it has nothing to do: the stamps of its files can be trusted.
func rested(t *testing.T) *vault {
	t.Helper()
	v := newVault(t)
	v.log("2026-11-25", []string{"D use `cursor` with `plan`", "`cursor` is fast"}, []string{"`plan` holds"})
	v.log("2026-11-26", []string{"`anchor` is new"})
	v.write("notes/mine.md", "# Mine\n\n[[cursor]]\n")
	v.write("wiki/concepts/broken.md", "---\ntitle: [x\n---\n")
	v.compile(compiler.Options{})
	v.now = v.now.Add(2 * time.Hour)
	v.write("daily/2026-11-25 2.md", "copy\n")
	v.rest()
	return v
}

func (v *vault) rest() {
	v.t.Helper()
	for range 2 {
		time.Sleep(130 * time.Millisecond)
		v.compile(compiler.Options{})
	}
	must.Be(v.t, v.exists(".memoria/cache/idle"), "the vault does not know that it rests")
}

// fresh returns what a run without caches would plan.
func (v *vault) fresh() *compiler.Plan {
	v.t.Helper()
	must.Do(v.t, os.Rename(v.path(".memoria/cache"), v.path(".memoria/away")))
	p, err := v.c.Plan(context.Background(), compiler.Options{})
	must.Do(v.t, os.Rename(v.path(".memoria/away"), v.path(".memoria/cache")))
	must.Do(v.t, err)
	return p
}

func (v *vault) asFresh(what string) {
	v.t.Helper()
	want := v.fresh()
	got, err := v.c.Plan(context.Background(), compiler.Options{})
	if err != nil || got.String() != want.String() || !reflect.DeepEqual(got.Logs, want.Logs) || !reflect.DeepEqual(got.Notes, want.Notes) || !reflect.DeepEqual(got.Problems, want.Problems) {
		v.t.Errorf("after %s the plan is\n%s\nand without caches\n%s%v", what, got, want, err)
	}
}

// The cached plan of an idle vault equals the computed one, and every change to the vault is noticed.
func TestRestIsTold(t *testing.T) {
	v := rested(t)
	must.Be(t, compiler.Rests(v.c), "a vault with nothing to do is read")
	v.asFresh("nothing")
	page := "wiki/concepts/cursor.md"
	for _, c := range []struct {
		what string
		do   func()
	}{
		{"an edit that keeps size and time", func() {
			info := must.Get(os.Stat(v.path(page)))(t)
			v.edit(page, "fast", "last")
			must.Do(t, os.Chtimes(v.path(page), info.ModTime(), info.ModTime()))
		}},
		{"a page of that name elsewhere", func() { v.write("notes/anchor.md", "x\n") }},
		{"an attachment", func() { v.write("notes/plan", "x\n") }},
		{"a page taken away", func() { v.remove(page) }},
		{"a page moved", func() { v.rename("wiki/concepts/plan.md", "wiki/concepts/design.md") }},
		{"a line in a log", func() { v.edit("daily/2026-11-26.md", "is new", "is old") }},
		{"a log taken away", func() { v.remove("daily/2026-11-26.md") }},
		{"a folder in the place of the index", func() { v.remove("wiki/index.md"); v.write("wiki/index.md/x.txt", "") }},
		{"the state taken away", func() { v.remove(compiler.StateName) }},
		{"another author", func() { v.author.version = "2" }},
		{"another interval", func() { v.c.Interval = time.Minute }},
	} {
		v = rested(t)
		c.do()
		must.Hold(t, !compiler.Rests(v.c), "after %s there is nothing to do", c.what)
		v.asFresh(c.what)
	}
}

// A waiting log is due when its interval has passed, and when the clock was set back.
func TestRestEnds(t *testing.T) {
	v := rested(t)
	v.log("2026-11-27", []string{"`cursor` is slow"})
	v.compile(compiler.Options{})
	v.log("2026-11-27", []string{"`cursor` is slow"}, []string{"`cursor` is quick"})
	v.rest()
	then := v.now
	for _, c := range []struct {
		after time.Duration
		rests bool
	}{{0, true}, {59 * time.Minute, true}, {time.Hour, false}, {-time.Minute, false}, {30 * time.Minute, true}} {
		v.now = then.Add(c.after)
		must.Equal(t, compiler.Rests(v.c), c.rests, "after %v it rests", c.after)
		v.asFresh(c.after.String())
	}
	v.now = then
	r := v.compile(compiler.Options{})
	must.Hold(t, len(r.Waiting) == 1 && !r.Changed(), "a run at rest tells of %v", r.Waiting)
	r = v.compile(compiler.Options{Now: true})
	must.Hold(t, r.Logs == 1, "a log that is wanted now waits")
}

// A damaged or foreign record counts as missing.
func TestDamagedRest(t *testing.T) {
	v := rested(t)
	whole := v.read(".memoria/cache/idle")
	for _, bad := range []string{"", whole[:len(whole)/2], whole + "x"} {
		v.write(".memoria/cache/idle", bad)
		must.Hold(t, !compiler.Rests(v.c), "a damaged file is believed")
		v.asFresh("damage")
	}
}
