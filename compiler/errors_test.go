package compiler_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
)

// The second of two runs reports that it is locked out, and has changed nothing.
func TestLocked(t *testing.T) {
	v := newVault(t)
	v.log("2026-11-25", []string{"A `cursor`"})
	other := vaultAt(t, v.dir)
	v.c.SetWrote(func(name string) error {
		if !strings.HasPrefix(name, "wiki/concepts/") {
			return nil
		}
		must.Is(t, must.Err(other.c.Compile(context.Background(), compiler.Options{})), fsutil.ErrLocked, "compile")
		must.Is(t, must.Err(other.c.Apply(context.Background(), &compiler.Plan{})), fsutil.ErrLocked, "apply")
		return nil
	})
	v.settled(compiler.Options{})
	r, err := other.c.Compile(context.Background(), compiler.Options{})
	must.Hold(t, err == nil && !r.Changed(), "after the run: %v, %v", r.Changed(), err)
}

// Planning writes nothing and works while another run compiles.
func TestPlanWritesNothing(t *testing.T) {
	v := busy(t)
	before := v.files()
	unlock := must.Get(v.c.Vault.TryLock(".memoria/lock/compile"))(t)
	defer unlock()
	p := must.Get(v.c.Plan(context.Background(), compiler.Options{}))(t)
	must.Hold(t, !p.Empty() && strings.Contains(p.String(), "create  wiki/concepts/queue.md  (2 new points from 2026-11-25, 2026-11-26)"), "plan:\n%s", p)
	sameFiles(t, before, v.files())
}

// A plan of a vault that has changed since is refused whole.
func TestPlanOfYesterday(t *testing.T) {
	for name, change := range map[string]func(*vault){
		"page":  func(v *vault) { v.edit("wiki/concepts/cursor.md", "## Key", "Mine.\n\n## Key") },
		"index": func(v *vault) { v.write("wiki/index.md", v.read("wiki/index.md")+"\nMine.\n") },
		"new":   func(v *vault) { v.write("wiki/concepts/queue.md", "mine\n") },
		"state": func(v *vault) { v.compile(compiler.Options{}) },
	} {
		t.Run(name, func(t *testing.T) {
			v := busy(t)
			p := must.Get(v.c.Plan(context.Background(), compiler.Options{}))(t)
			change(v)
			before := v.files()
			var moved *state.MovedError
			_, err := v.c.Apply(context.Background(), p)
			must.Hold(t, errors.As(err, &moved), "apply: %v", err)
			sameFiles(t, before, v.files())
		})
	}
}

func TestApplyPlan(t *testing.T) {
	v := busy(t)
	clean := copyVault(t, v)
	clean.settled(compiler.Options{})
	p := must.Get(v.c.Plan(context.Background(), compiler.Options{}))(t)
	must.Get(v.c.Apply(context.Background(), p))(t)
	sameFiles(t, clean.pages(), v.pages())
}

// A failing write is an error that names the file. Nothing is half written, the state does not advance, and once the
// obstacle is gone the run is completed.
func TestCannotWrite(t *testing.T) {
	for name, c := range map[string]struct {
		block func(*vault) func()
		named string
	}{
		"a folder for an article": {blockBy("wiki/concepts/queue.md"), "wiki/concepts/queue.md"},
		"a folder for the state":  {blockBy(layout.Change), layout.Change},
		"a file for a folder": {func(v *vault) func() {
			v.rename("wiki/connections", "connections")
			v.write("wiki/connections", "mine")
			return func() { v.remove("wiki/connections"); v.rename("connections", "wiki/connections") }
		}, "wiki/connections"},
		"read-only articles": {readOnly("wiki/concepts"), "wiki/concepts/"},
		"read-only wiki":     {readOnly("wiki"), "wiki/"},
		"read-only state":    {readOnly(".memoria/state"), ".memoria/state"},
	} {
		t.Run(name, func(t *testing.T) {
			if strings.HasPrefix(name, "read-only") && os.Getuid() == 0 {
				t.Skip("root writes everywhere")
			}
			v := busy(t)
			clean := copyVault(t, v)
			clean.settled(compiler.Options{})
			state := v.read(compiler.StateName)
			free := c.block(v)
			_, err := v.c.Compile(context.Background(), compiler.Options{})
			must.Hold(t, err != nil && strings.Contains(err.Error(), c.named), "compile: %v, which does not name %s", err, c.named)
			must.Hold(t, v.read(compiler.StateName) == state, "the state advanced")
			free()
			v.settled(compiler.Options{})
			sameFiles(t, clean.pages(), v.pages())
		})
	}
}

// blockBy puts a folder where a file should be.
func blockBy(name string) func(*vault) func() {
	return func(v *vault) func() {
		must.Do(v.t, os.MkdirAll(v.path(name), 0o755))
		return func() { v.remove(name) }
	}
}

func readOnly(name string) func(*vault) func() {
	return func(v *vault) func() {
		must.Do(v.t, os.Chmod(v.path(name), 0o555))
		return func() { _ = os.Chmod(v.path(name), 0o755) }
	}
}

// A symbolic link in the place of an article belongs to a person, wherever it leads.
func TestSymlinkedPage(t *testing.T) {
	v := newVault(t)
	v.write("mine.md", "mine\n")
	v.write("wiki/concepts/keep.md", "mine\n")
	if err := os.Symlink("../../mine.md", v.path("wiki/concepts/cursor.md")); err != nil {
		t.Skip(err)
	}
	v.log("2026-11-25", []string{"A `cursor`"})
	v.settled(compiler.Options{})
	must.Hold(t, v.read("mine.md") == "mine\n", "the file behind the link was written:\n%s", v.read("mine.md"))
	must.Hold(t, v.exists("wiki/concepts/cursor-concept.md"), "the article is missing")
}

// A folder in the place of a generated page does not end a run: it is reported, and everything else is written.
func TestFolderInTheWay(t *testing.T) {
	for _, name := range []string{"wiki/index.md", "wiki/log.md"} {
		t.Run(name, func(t *testing.T) {
			v := newVault(t)
			v.write(name+"/mine.txt", "mine\n")
			v.log("2026-11-25", []string{"`cursor` meets `plan`"})
			r := v.settled(compiler.Options{})
			must.Hold(t, len(r.Created) == 2 && v.read(name+"/mine.txt") == "mine\n" && v.exists("wiki/concepts/plan.md"), "created %v", r.Created)
			must.Hold(t, len(r.Plan.Problems) == 1 && r.Plan.Problems[0].Path == name, "problems: %v", r.Plan.Problems)
			for _, page := range []string{"wiki/index.md", "wiki/log.md"} {
				must.Hold(t, page == name || strings.Contains(v.read(page), "plan"), "%s has no word of the plan", page)
			}
			v.remove(name)
			v.settled(compiler.Options{Now: true})
			must.Hold(t, name != "wiki/index.md" || strings.Contains(v.read(name), "[[plan"), "the index has no link to the plan")
		})
	}
}

// A person's save also wins in generated pages: what they save while the index is being written stays.
func TestIndexSavedWhileWriting(t *testing.T) {
	v := newVault(t)
	v.log("2026-11-25", []string{"A `cursor` is old"})
	v.settled(compiler.Options{})
	v.log("2026-11-26", []string{"A `plan` is new"})
	v.c.SetWrote(func(name string) error {
		if name == "wiki/concepts/plan.md" {
			v.write("wiki/index.md", "Mine first.\n\n"+v.read("wiki/index.md"))
			v.write("wiki/log.md", v.read("wiki/log.md")+"\nMine last.\n")
		}
		return nil
	})
	v.compile(compiler.Options{})
	v.c.SetWrote(nil)
	got := v.read("wiki/index.md")
	must.Hold(t, strings.HasPrefix(got, "Mine first.\n") && strings.Contains(got, "[[plan"), "the index:\n%s", got)
	must.Text(t, v.read("wiki/log.md"), "the log").Has("Mine last.\n", "`concepts/plan`")
	v.settled(compiler.Options{})
}

// A person's save wins however their editor saves, at any moment of a run, and news is added afterwards.
func TestEditorsSave(t *testing.T) {
	const page = "wiki/concepts/plan.md"
	for way, save := range map[string]func(v *vault, text string){
		"in place": func(v *vault, text string) {
			f := must.Get(os.OpenFile(v.path(page), os.O_WRONLY, 0))(t)
			defer f.Close()
			must.Get(f.WriteString(text))(t)
		},
		"rename over": func(v *vault, text string) {
			v.write(page+"~", text)
			v.rename(page+"~", page)
		},
		"delete and create":  func(v *vault, text string) { v.remove(page); v.write(page, text) },
		"truncate and write": func(v *vault, text string) { v.write(page, ""); v.write(page, text) },
	} {
		t.Run(way, func(t *testing.T) {
			for at := 1; ; at++ {
				v := newVault(t)
				v.log("2026-11-25", []string{"`cursor` is old", "`plan` is old"})
				v.settled(compiler.Options{})
				v.log("2026-11-26", []string{"`cursor` is new", "`plan` is new"})
				n := at
				v.c.SetWrote(func(string) error {
					if n--; n == 0 {
						save(v, v.read(page)+"\nMine.\n")
					}
					return nil
				})
				v.compile(compiler.Options{})
				v.c.SetWrote(nil)
				if n > 0 {
					return
				}
				v.now = v.now.Add(2 * time.Hour)
				v.settled(compiler.Options{})
				got := v.read(page)
				must.Be(t, strings.HasSuffix(got, "\nMine.\n") && strings.Count(got, "is new ([[") == 1, "saved behind write %d:\n%s", at, got)
			}
		})
	}
}
