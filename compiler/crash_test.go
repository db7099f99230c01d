package compiler_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/must"
)

// busy is a vault where a run has every kind of work: create, update, extend, remove.
func busy(t *testing.T) *vault {
	t.Helper()
	v := newVault(t)
	v.log("2026-11-24", []string{"A `pc` counts", "A `program counter` is a register", "D `cursor` meets `plan`", "A `page` of mine"})
	v.settled(compiler.Options{})
	v.edit("wiki/concepts/page.md", "## Key Points", "Mine.\n\n## Key Points")
	v.log("2026-11-25", []string{"`pc` aka `program counter`", "D `cursor` meets `queue`"})
	v.log("2026-11-26", []string{"A `cursor` is kept", "D `plan` meets `queue`", "A `page` grows"})
	return v
}

// long reports whether the long forms of tests are requested.
func long() bool { return os.Getenv("MEMORIA_LONG") != "" }

func copyVault(t *testing.T, from *vault) *vault {
	t.Helper()
	dir := t.TempDir()
	must.Do(t, os.CopyFS(dir, os.DirFS(from.dir)))
	return vaultAt(t, dir)
}

// After a crash at any write the next run completes the vault to the bytes of an undisturbed run. A second crash does
// not change that, and neither does new work that arrives in the meantime.
func TestCrash(t *testing.T) {
	start := busy(t)
	for name, meanwhile := range map[string]func(*vault){
		"same work": func(*vault) {},
		"more work": func(v *vault) { v.log("2026-11-27", []string{"A `cursor` is `fresh`", "A `program counter` is wide"}) },
	} {
		for _, o := range []compiler.Options{{}, {All: true}} {
			if o.All && !long() {
				continue
			}
			t.Run(name, func(t *testing.T) {
				clean := copyVault(t, start)
				clean.compile(o)
				meanwhile(clean)
				clean.settled(compiler.Options{})
				want := clean.pages()
				for at := 1; ; at += pace(3) {
					v := copyVault(t, start)
					if !v.crash(o, at) {
						if at < 10 { // a busy run writes more
							t.Fatalf("only %d writes", at-1)
						}
						break
					}
					meanwhile(v)
					v.crash(compiler.Options{}, 1+at%3)
					v.settled(compiler.Options{})
					got := v.pages()
					if name != "same work" { // one run reports what two would have
						got["wiki/log.md"] = want["wiki/log.md"]
					}
					if sameFiles(t, want, got); t.Failed() {
						t.Fatalf("after a crash behind write %d", at)
					}
				}
			})
		}
	}
}

// crash compiles and stops after the nth write. It reports whether there were so many.
func (v *vault) crash(o compiler.Options, nth int) bool {
	v.t.Helper()
	v.c.SetWrote(func(string) error {
		if nth--; nth == 0 {
			return errCrash
		}
		return nil
	})
	defer v.c.SetWrote(nil)
	_, err := v.c.Compile(context.Background(), o)
	must.Be(v.t, err == nil || errors.Is(err, errCrash), "compile: %v", err)
	return err != nil
}

// crashBehind compiles and stops after the first write below a folder.
func (v *vault) crashBehind(folder string) {
	v.t.Helper()
	v.c.SetWrote(func(name string) error {
		if strings.HasPrefix(name, folder) {
			return errCrash
		}
		return nil
	})
	defer v.c.SetWrote(nil)
	_, err := v.c.Compile(context.Background(), compiler.Options{})
	must.Be(v.t, errors.Is(err, errCrash), "compile: %v", err)
}

// A page that a person edits after a crash and before the next run is theirs.
func TestEditAfterCrash(t *testing.T) {
	start := busy(t)
	for at := 1; ; at += pace(2) {
		v := copyVault(t, start)
		if !v.crash(compiler.Options{}, at) {
			return
		}
		mine := v.read("wiki/concepts/cursor.md") + "\nMine.\n"
		v.write("wiki/concepts/cursor.md", mine)
		v.settled(compiler.Options{})
		got := v.read("wiki/concepts/cursor.md")
		grown(t, mine, got)
		for _, text := range []string{"meets `queue`", "is kept"} {
			must.Be(t, strings.Count(got, text) == 1, "crash behind write %d: %q is there %d times:\n%s", at, text, strings.Count(got, text), got)
		}
	}
}

// An interrupted run stops between two writes, and is completed like a crashed one.
func TestInterrupt(t *testing.T) {
	v := busy(t)
	clean := copyVault(t, v)
	clean.settled(compiler.Options{})
	ctx, cancel := context.WithCancel(context.Background())
	v.c.SetWrote(func(name string) error {
		if strings.HasPrefix(name, "wiki/") {
			cancel()
		}
		return nil
	})
	_, err := v.c.Compile(ctx, compiler.Options{})
	must.Be(t, errors.Is(err, context.Canceled), "compile: %v", err)
	v.c.SetWrote(nil)
	v.settled(compiler.Options{})
	sameFiles(t, clean.pages(), v.pages())
}

// The state can be lost: the same bytes come again, and what a person wrote stays. Only what they removed from pages
// is no longer known.
func TestStateLost(t *testing.T) {
	v := busy(t)
	v.settled(compiler.Options{})
	before := v.pages()
	v.remove(".memoria/state")
	v.settled(compiler.Options{})
	sameFiles(t, before, v.pages())

	v.edit("wiki/concepts/cursor.md", "## Key Points", "Mine.\n\n## Key Points")
	v.remove(".memoria/state")
	v.log("2026-11-27", []string{"A `cursor` is new", "`queue` too"})
	v.settled(compiler.Options{})
	got := v.read("wiki/concepts/cursor.md")
	must.Hold(t, strings.Contains(got, "Mine.") && strings.Count(got, "is new") == 1 && strings.Count(got, "is kept") == 1, "got\n%s", got)
	must.Hold(t, strings.Contains(v.read("wiki/concepts/queue.md"), "too"), "a new point was lost with the state")
	checkVault(t, v)
}

func TestStateDamaged(t *testing.T) {
	v := busy(t)
	v.settled(compiler.Options{})
	before := v.pages()
	v.write(compiler.StateName, `{"version":1,"days":{"2026-`)
	p, err := v.c.Plan(context.Background(), compiler.Options{})
	must.Be(t, err == nil && len(p.Problems) == 1, "plan: %v, problems %v", err, p.Problems)
	must.Hold(t, v.read(compiler.StateName) == `{"version":1,"days":{"2026-`, "planning moved the state")
	v.settled(compiler.Options{})
	sameFiles(t, before, v.pages())
	aside := 0
	for name := range v.files() {
		if strings.HasPrefix(name, compiler.StateName+".corrupt-") {
			aside++
		}
	}
	must.Hold(t, aside == 1, "%d files were moved aside", aside)

	v.write(compiler.StateName, `{"version":99}`)
	var newer *fsutil.NewerStateError
	if _, err := v.c.Compile(context.Background(), compiler.Options{}); !errors.As(err, &newer) {
		t.Errorf("a newer state: %v", err)
	}
}

// An unreadable time of the last compile does not make a log wait.
func TestStateTimeUnreadable(t *testing.T) {
	for _, at := range []string{"yesterday", "2999-01-01T00:00:00Z", ""} {
		v := newVault(t)
		v.log("2026-11-25", []string{"A `cursor`"})
		v.settled(compiler.Options{})
		v.edit(compiler.StateName, v.now.Format(time.RFC3339), at)
		v.log("2026-11-25", []string{"A `cursor`", "A `plan`"})
		r := v.compile(compiler.Options{})
		must.Hold(t, r.Logs == 1, "%q: %s", at, r.Plan)
	}
}

// Nothing counts as compiled before it is written. A draft with a fault is set aside whole, the others are applied,
// and the logs of its entries stay stale.
func TestBadDraft(t *testing.T) {
	for name, bad := range bads {
		t.Run(name, func(t *testing.T) {
			v := newVault(t)
			v.author.bad = bad
			v.write("Mine.md", "mine\n")
			v.log("2026-11-25", []string{"A `cursor`"})
			v.log("2026-11-26", []string{"A `plan`"})
			r := v.compile(compiler.Options{})
			must.Be(t, len(r.Plan.Problems) == 1 && !v.exists("wiki/concepts/cursor.md") && v.exists("wiki/concepts/plan.md"), "problems %v, created %v", r.Plan.Problems, r.Created)
			for name := range v.pages() {
				must.Hold(t, !strings.HasSuffix(name, ".md") || strings.HasPrefix(name, "daily/") || name == "Mine.md" || strings.HasPrefix(name, "wiki/index") || name == "wiki/log.md" || name == "wiki/concepts/plan.md", "%s was written", name)
			}
			v.author.bad = nil
			r = v.settled(compiler.Options{})
			must.Hold(t, len(r.Created) == 1 && v.exists("wiki/concepts/cursor.md"), "created %v", r.Created)
		})
	}
}

// A failing author changes nothing.
func TestAuthorFails(t *testing.T) {
	v := newVault(t)
	v.log("2026-11-25", []string{"A `cursor`"})
	before := v.files()
	v.c.Author = failing{}
	must.Is(t, must.Err(v.c.Compile(context.Background(), compiler.Options{})), errCrash, "compile")
	sameFiles(t, before, v.files())
	v.c.Author = v.author
	r := v.settled(compiler.Options{})
	must.Hold(t, len(r.Created) == 1, "created %v", r.Created)
}

// The next run removes half-written files of a killed run; in the folder of the caches, which other processes write
// too, only old ones.
func TestHalfWritten(t *testing.T) {
	v := busy(t)
	const name = ".memoria-0123456789abcdef.tmp"
	for _, dir := range []string{"wiki/concepts/", ".memoria/state/", ".memoria/cache/", ".memoria/cache/old/"} {
		v.write(dir+name, "half")
	}
	old := v.c.Now().Add(-2 * time.Hour)
	must.Do(t, os.Chtimes(v.path(".memoria/cache/old/"+name), old, old))
	young := v.c.Now()
	must.Do(t, os.Chtimes(v.path(".memoria/cache/"+name), young, young))
	v.settled(compiler.Options{})
	for _, dir := range []string{"wiki/concepts/", ".memoria/state/", ".memoria/cache/old/"} {
		must.Hold(t, !v.exists(dir+name), "%s%s is left", dir, name)
	}
	must.Hold(t, v.exists(".memoria/cache/"+name), "what another may be writing is gone")
}
