package compiler_test

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/refactor"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/must"
)

func (v *vault) move(old, name string) *journal.Change {
	v.t.Helper()
	ch, err := refactor.Move(context.Background(), v.c.Journal(), old, name, false)
	must.Be(v.t, err == nil, "mv %q %q: %v", old, name, err)
	return ch
}

func (v *vault) merge(a, b string) *journal.Change {
	v.t.Helper()
	ch, err := refactor.Merge(context.Background(), v.c.Journal(), a, b, false)
	must.Be(v.t, err == nil, "merge %q %q: %v", a, b, err)
	return ch
}

func (v *vault) undo(o journal.UndoOptions) *journal.Change {
	v.t.Helper()
	ch := must.Get(v.c.Journal().Undo(context.Background(), o))(v.t)
	return ch
}

// idle checks that a compile changes nothing.
func (v *vault) idle() {
	v.t.Helper()
	before := v.files()
	r := v.compile(compiler.Options{})
	must.Hold(v.t, !r.Changed() && r.Plan.Empty() && len(r.Plan.ByHand) == 0, "the compile after it is not idle:\n%s", r.Plan)
	sameFiles(v.t, before, v.files())
}

// linked is a vault of three subjects, one of them edited by a person, and a person's pages that link to them in
// every form.
func linked(t *testing.T) *vault {
	t.Helper()
	v := newVault(t)
	v.log("2026-11-24", []string{"A `sidecar` guards", "D `cursor` meets `sidecar`", "A `plan` of `cursor`"})
	v.settled(compiler.Options{})
	v.edit("wiki/concepts/cursor.md", "## Key Points", "Mine, see [[sidecar]].\n\n## Key Points")
	v.write("Home.md", strings.Join([]string{
		"---", "related: [\"[[sidecar|the file]]\", other]", "up: '[[concepts/sidecar.md]]'", "---", "",
		"[[sidecar]] [[sidecar#Key Points|points]] ![[sidecar#^kx]] [[wiki/concepts/sidecar|by path]] [[Sidecar]] [[side car]]",
		"| a | b |", "|---|---|", `| [[sidecar\|cell]] | ![[concepts/sidecar\|x]] |`, "",
		"[md](wiki/concepts/sidecar.md) [frag](wiki/concepts/sidecar.md#key-points \"t\") ![e](<wiki/concepts/sidecar.md>)",
		"[[sidecar", "`[[sidecar]]` and [[other]].", "",
	}, "\n"))
	v.write("notes/deep/Mine.md", "Up [here](../../Home.md), [there](../../wiki/concepts/sidecar.md), [[../../Home]].\r\n[[Home]] and [[sidecar|S]]\r\n")
	v.settled(compiler.Options{})
	return v
}

func TestMove(t *testing.T) {
	v := linked(t)
	before := v.pages()
	daily := v.read("daily/2026-11-24.md")
	ch := v.move("sidecar", "lock file")
	must.Hold(t, !v.exists("wiki/concepts/sidecar.md") && len(ch.Left) == 0, "left %v", ch.Left)
	page := v.read("wiki/concepts/lock-file.md")
	for _, want := range []string{"title: lock file\n", "aliases: [sidecar]\n", "# lock file\n"} {
		must.Hold(t, strings.Contains(page, want), "no %q in\n%s", want, page)
	}
	home := v.read("Home.md")
	for _, want := range []string{
		`related: ["[[lock-file|the file]]", other]`, "up: '[[concepts/lock-file.md]]'",
		"[[lock-file]] [[lock-file#Key Points|points]] ![[lock-file#^kx]] [[wiki/concepts/lock-file|by path]] [[lock-file]]",
		`| [[lock-file\|cell]] | ![[concepts/lock-file\|x]] |`,
		"[md](wiki/concepts/lock-file.md) [frag](wiki/concepts/lock-file.md#key-points \"t\") ![e](<wiki/concepts/lock-file.md>)",
		"[[sidecar\n`[[sidecar]]` and [[other]].",
	} {
		must.Hold(t, strings.Contains(home, want), "no %q in\n%s", want, home)
	}
	must.Text(t, v.read("notes/deep/Mine.md"), "the text").Has("[there](../../wiki/concepts/lock-file.md)").Times(2, "\r\n")
	must.Text(t, v.read("wiki/concepts/cursor.md"), "cursor").Has("Mine, see [[lock").Lacks("[[sidecar")
	must.Hold(t, v.read("daily/2026-11-24.md") == daily, "a log was rewritten")
	must.Text(t, v.read("wiki/log.md"), "log").Has("- renamed `concepts/lock-file` lock file - it was concepts/sidecar\n")
	v.idle()
	v.log("2026-11-25", []string{"A `sidecar` is renamed"})
	v.settled(compiler.Options{})
	got := v.read("wiki/concepts/lock-file.md")
	must.Hold(t, strings.Contains(got, "is renamed") && strings.Contains(got, "title: lock file\n") && !v.exists("wiki/concepts/sidecar.md"), "news did not follow:\n%s", got)

	v = linked(t)
	v.move("sidecar", "lock file")
	v.move("lock-file", "sidecar")
	sameFiles(t, before, v.pages())
	v.idle()
	v.log("2026-11-25", []string{"A `sidecar` is kept"})
	v.settled(compiler.Options{})
	must.Text(t, v.read("wiki/concepts/sidecar.md"), "the text").Has("is kept")
}

// After a move back, what nobody edited in between is as it was.
func TestMoveBackAmongHands(t *testing.T) {
	v := linked(t)
	before := v.pages()
	v.move("sidecar", "lock file")
	v.edit("Home.md", "and [[other]]", "and mine and [[other]]")
	v.edit("wiki/concepts/lock-file.md", "## Key Points", "Own.\n\n## Key Points")
	v.move("lock file", "sidecar")
	got := v.pages()
	must.Hold(t, strings.Contains(got["Home.md"], "and mine and") && !strings.Contains(got["Home.md"], "[[lock"), "Home:\n%s", got["Home.md"])
	p := got["wiki/concepts/sidecar.md"]
	must.Hold(t, strings.Replace(p, "Own.\n\n## Key Points", "## Key Points", 1) == before["wiki/concepts/sidecar.md"], "sidecar:\n%s", p)
	for _, name := range []string{"Home.md", "wiki/concepts/sidecar.md", "wiki/index.md"} {
		delete(got, name)
		delete(before, name)
	}
	sameFiles(t, before, got)
	v.settled(compiler.Options{})
}

func TestMovePersonsPage(t *testing.T) {
	v := linked(t)
	before := v.pages()
	v.move("notes/deep/Mine.md", "archive/")
	must.Text(t, v.read("archive/Mine.md"), "the text").Has("[here](../Home.md), [there](../wiki/concepts/sidecar.md), [[../Home]]")
	v.move("Mine", "notes/deep/Mine.md")
	sameFiles(t, before, v.pages())
	v.move("Home", "Start here")
	must.Text(t, v.read("Start here.md"), "the text").Has("aliases: [Home]\n")
	must.Text(t, v.read("notes/deep/Mine.md"), "the text").Has("[here](../../Start%20here.md)", "[[../../Start here]].\r\n[[Start here]] and")
	v.idle()
	v.move("Start here", "Home")
	sameFiles(t, before, v.pages())
}

func TestMoveRefused(t *testing.T) {
	v := linked(t)
	v.write("Broken.md", "---\ntitle: [\n---\n")
	v.write("pic.png", "x")
	before := v.files()
	for _, c := range []struct{ old, name, want string }{
		{"nobody", "x", "leads nowhere"}, {"sidecar", "wiki/concepts/deep/plan.md", "is what wiki/concepts/plan.md is called"}, {"sidecar", "plan", "is there already"},
		{"sidecar", "Plan", "is there already"}, {"sidecar", "Home", "is what Home.md is called"}, {"sidecar", "index", "is what wiki/index.md is called"},
		{"sidecar", "../x", "leads out"}, {"sidecar", "/etc/x", "leads out"}, {"sidecar", `a\b`, `has a \ in it`},
		{"sidecar", "wiki/concepts/index.md", "is kept for"}, {"sidecar", "wiki/concepts/con.md", "device"},
		{"sidecar", "notes/x.md", "not in a folder of articles"}, {"Home", "wiki/concepts/x.md", "is in the wiki's folder"},
		{"Home", "daily/x.md", "folder of the day logs"}, {"Home", ".hidden/x.md", "is hidden"}, {"Home", "a:b", "holds"},
		{"2026-11-24", "x", "log of a day"}, {"wiki/index.md", "x", "memoria writes"}, {"Broken", "x", "cannot be read"},
		{"pic.png", "x", "is no page"}, {"sidecar", " ", "is no name"}, {"Home", "2026-01-01", "is kept for"},
	} {
		_, err := refactor.Move(context.Background(), v.c.Journal(), c.old, c.name, false)
		must.Hold(t, err != nil && strings.Contains(err.Error(), c.want), "mv %q %q: %v, want %q", c.old, c.name, err, c.want)
		refused := (*refactor.RefusedError)(nil)
		code := strings.Contains(c.want, "what wiki/index.md is")
		must.Hold(t, !code || errors.As(err, &refused) && !strings.Contains(refused.Hint, "merge"), "mv %q %q: the hint cannot be followed: %v", c.old, c.name, refused)
	}
	sameFiles(t, before, v.files())
	unlock := must.Get(v.c.Vault.TryLock(".memoria/lock/compile"))(t)
	defer unlock()
	must.Is(t, must.Err(refactor.Move(context.Background(), v.c.Journal(), "sidecar", "x", false)), fsutil.ErrLocked, "locked")
}

// A dry run says exactly what a run does.
func TestMoveDryRun(t *testing.T) {
	v := linked(t)
	before := v.files()
	dry := must.Get(refactor.Move(context.Background(), v.c.Journal(), "sidecar", "lock file", true))(t)
	sameFiles(t, before, v.files())
	wet := v.move("sidecar", "lock file")
	must.Be(t, len(dry.Edits) == len(wet.Edits) && len(dry.Edits) >= 5, "%d edits, then %d", len(dry.Edits), len(wet.Edits))
	for i, e := range dry.Edits {
		w := wet.Edits[i]
		must.Hold(t, e.String() == w.String() && string(e.After) == string(w.After) && v.read(e.Path) == string(e.After), "%s, then %s", e, w)
	}
}

func TestMerge(t *testing.T) {
	v := newVault(t)
	v.log("2026-11-24", []string{"A `pc` counts", "D `pc` meets `cursor`"})
	v.log("2026-11-25", []string{"A `counter` is a register", "D `plan` meets `counter`"})
	v.settled(compiler.Options{})
	v.edit("wiki/concepts/counter.md", "## Key Points", "Of mine.\n\n## Key Points\n\n- a point of mine, see [[pc]]")
	v.write("wiki/concepts/counter.md", v.read("wiki/concepts/counter.md")+"\n## My section\n\n```go\n# no heading\n```\n")
	v.edit("wiki/concepts/counter.md", "type: concept\n", "type: concept\nrating: 5\n")
	v.write("Home.md", "[[counter]] and [[counter#My section|there]]\n")
	v.settled(compiler.Options{})
	before := v.files()
	v.merge("counter", "pc")
	page := v.read("wiki/concepts/pc.md")
	for _, want := range []string{"aliases: [counter]", "Of mine.", "- a point of mine, see [[pc]]", "is a register", "counts", "## My section\n\n```go\n# no heading\n```\n", "rating: 5", "[[2026-11-24]]", "[[2026-11-25]]"} {
		must.Hold(t, strings.Contains(page, want), "no %q in\n%s", want, page)
	}
	must.Hold(t, strings.Count(page, "is a register") == 1 && !v.exists("wiki/concepts/counter.md"), "got\n%s", page)
	must.Equal(t, v.read("Home.md"), "[[pc]] and [[pc#My section|there]]\n", "Home")
	v.idle()
	v.log("2026-11-26", []string{"A `counter` goes on"})
	v.settled(compiler.Options{})
	got := v.read("wiki/concepts/pc.md")
	must.Hold(t, strings.Contains(got, "goes on") && strings.Count(got, "is a register") == 1 && !v.exists("wiki/concepts/counter.md"), "news did not follow:\n%s", got)
	v.undo(journal.UndoOptions{}) // the compile
	must.Text(t, v.read("wiki/concepts/pc.md"), "the compile was not taken back").Lacks("goes on")
	v.idle()
	v.remove("daily/2026-11-26.md")
	v.undo(journal.UndoOptions{})
	pages := v.pages()
	maps.DeleteFunc(before, func(name, _ string) bool { return strings.HasPrefix(name, ".memoria/") })
	sameFiles(t, before, pages)
}

// A page that linked to the removed one does not link to itself, and the list of points stays one list.
func TestMergeRelated(t *testing.T) {
	v := newVault(t)
	v.log("2026-11-24", []string{"D `cursor` meets `sidecar`", "A `cursor` moves", "A `sidecar` guards", "D `plan` meets `sidecar`"})
	v.settled(compiler.Options{})
	if page := v.read("wiki/concepts/sidecar.md"); !strings.Contains(page, "- [[cursor|") || !strings.Contains(page, "- [[plan|") {
		t.Fatalf("nothing to merge:\n%s", page)
	}
	v.merge("cursor", "sidecar")
	page := v.read("wiki/concepts/sidecar.md")
	_, related, _ := strings.Cut(page, "## Related Concepts")
	must.Hold(t, !strings.Contains(related, "- [[sidecar|") && !strings.Contains(related, "- [[cursor|") && strings.Contains(related, "- [[plan|"), "related:\n%s", page)
	_, points, _ := strings.Cut(page, "## Key Points\n\n")
	points, _, _ = strings.Cut(points, "\n## ")
	must.Hold(t, strings.Contains(points, "moves") && !strings.Contains(strings.TrimSpace(points), "\n\n"), "points:\n%s", page)
	v.settled(compiler.Options{}) // removes the connection of the two
	v.idle()
	v.log("2026-11-25", []string{"D `plan` meets `cursor`"})
	v.settled(compiler.Options{})
	if _, related, _ = strings.Cut(v.read("wiki/concepts/sidecar.md"), "## Related Concepts"); strings.Contains(related, "- [[sidecar|") {
		t.Errorf("it leads to itself again:\n%s", related)
	}
}

func TestMergeRefused(t *testing.T) {
	v := linked(t)
	v.log("2026-11-25", []string{"D `cursor` meets `plan`"})
	v.settled(compiler.Options{})
	before := v.files()
	for _, c := range []struct{ a, b, want string }{
		{"sidecar", "Sidecar", "are the same page"}, {"sidecar", "Home", "page of your own"}, {"sidecar", "nobody", "leads nowhere"},
		{"daily/2026-11-24", "plan", "log of a day"},
	} {
		_, err := refactor.Merge(context.Background(), v.c.Journal(), c.a, c.b, false)
		must.Hold(t, err != nil && strings.Contains(err.Error(), c.want), "merge %q %q: %v, want %q", c.a, c.b, err, c.want)
	}
	sameFiles(t, before, v.files())
	v.merge("Home", "sidecar") // a person's page into an article
	got := v.read("wiki/concepts/sidecar.md")
	must.Hold(t, strings.Contains(got, "![e](<sidecar.md>)") || strings.Contains(got, "![e](<"), "got\n%s", got)
	v.undo(journal.UndoOptions{})
	after := v.pages()
	maps.DeleteFunc(before, func(name, _ string) bool { return strings.HasPrefix(name, ".memoria/") })
	sameFiles(t, before, after)
}

func TestUndoCompile(t *testing.T) {
	v := newVault(t)
	v.log("2026-11-24", []string{"A `cursor` counts"})
	v.settled(compiler.Options{})
	before := v.pages()
	v.log("2026-11-25", []string{"A `cursor` grows", "A `plan`"})
	day := v.read("daily/2026-11-25.md")
	before["daily/2026-11-25.md"] = day
	v.settled(compiler.Options{})
	after := v.pages()
	v.undo(journal.UndoOptions{})
	sameFiles(t, before, v.pages())
	v.idle() // the log counts as compiled
	r := v.compile(compiler.Options{Now: true})
	must.Hold(t, r.Plan.Empty(), "an import compiles it: %s", r.Plan)
	v.compile(compiler.Options{All: true}) // requested
	sameFiles(t, after, v.pages())
	v.undo(journal.UndoOptions{})
	v.log("2026-11-25", []string{"A `cursor` grows", "A `plan`"}, []string{"A `queue`"}) // changed
	v.settled(compiler.Options{})
	must.Hold(t, v.exists("wiki/concepts/plan.md") && v.exists("wiki/concepts/queue.md"), "a log that changed was not compiled")
}

// A page that somebody changed since stays, and is reported.
func TestUndoAmongHands(t *testing.T) {
	v := linked(t)
	before := v.pages()
	v.move("sidecar", "lock file")
	v.edit("Home.md", "and [[other]]", "and mine and [[other]]")
	mine := v.read("Home.md")
	ch := v.undo(journal.UndoOptions{})
	must.Hold(t, len(ch.Left) == 1 && ch.Left[0].Path == "Home.md" && v.read("Home.md") == mine, "left %v", ch.Left)
	got := v.pages()
	delete(got, "Home.md")
	delete(before, "Home.md")
	sameFiles(t, before, got)
	_, err := v.c.Journal().Undo(context.Background(), journal.UndoOptions{ID: 99})
	must.Hold(t, errors.As(err, new(*journal.NothingToUndoError)), "99: %v", err)
	v.settled(compiler.Options{})
}

func TestJournal(t *testing.T) {
	v := linked(t)
	for range 5 {
		v.move("sidecar", "lock file")
		v.move("lock file", "sidecar")
	}
	list, err := v.c.Journal().Changes()
	must.Be(t, err == nil && len(list) == journal.KeptChanges && list[0].What == "mv" && list[0].ID > list[1].ID, "%d changes, %v", len(list), err)
	for range journal.KeptChanges { // what was undone pushes out nothing that stands
		v.move("sidecar", "guard")
		v.undo(journal.UndoOptions{})
	}
	if v.undo(journal.UndoOptions{}); !v.exists("wiki/concepts/lock-file.md") {
		t.Error("another change was taken back")
	}
	v.remove(".memoria/state/undo")
	if _, err := v.c.Journal().Undo(context.Background(), journal.UndoOptions{}); !errors.As(err, new(*journal.NothingToUndoError)) {
		t.Errorf("wiped: %v", err)
	}
	v.move("lock file", "sidecar")
	name := filepath.ToSlash(".memoria/state/undo/000001.json")
	must.Be(t, v.exists(name), "no %s", name)
	v.write(name, "{")
	if list, err := v.c.Journal().Changes(); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
	v.settled(compiler.Options{})
}
