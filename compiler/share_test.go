package compiler_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/adopt"
	"github.com/agent-admin/memoria/compiler/refactor"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
)

// A pair is one shared vault on two machines.
type pair struct {
	t    *testing.T
	a, b *vault
}

func newPair(t *testing.T) *pair {
	t.Helper()
	p := &pair{t, newVault(t), newVault(t)}
	p.a.share("laptop")
	p.b.share("desktop")
	return p
}

// share makes a vault one that a machine shares with others.
func (v *vault) share(machine string) {
	v.c.Shared, v.c.Machine = true, machine
	v.c.Daily.Machine = func(context.Context) (daily.Machine, error) {
		return daily.Machine{Name: machine, ID: machine + "-id"}, nil
	}
}

// travels reports whether a file of a shared vault goes to other machines.
func travels(name string) bool {
	return !strings.HasPrefix(name, ".memoria/") || strings.HasPrefix(name, ".memoria/shared/")
}

// copyTo copies the files of a vault that travel over those of another, as a file sync does. Only those whose names
// begin with one of some, if any are named.
func (v *vault) copyTo(to *vault, some ...string) {
	v.t.Helper()
	for name, text := range v.files() {
		if !travels(name) || len(some) > 0 && !slices.ContainsFunc(some, func(s string) bool { return strings.HasPrefix(name, s) }) {
			continue
		}
		to.write(name, text)
	}
}

// wikiOf returns the articles of a vault, without the pages that list them.
func wikiOf(v *vault) map[string]string {
	out := v.pages()
	maps.DeleteFunc(out, func(name, _ string) bool {
		return !strings.HasPrefix(name, "wiki/") || strings.Count(name, "/") < 2 || strings.HasPrefix(name, "wiki/index/")
	})
	return out
}

// rebuilt returns the articles that a machine without state makes of the logs of a vault.
func rebuilt(t *testing.T, of *vault) map[string]string {
	t.Helper()
	v := newVault(t)
	v.c.Shared = of.c.Shared
	of.copyTo(v, "daily/")
	v.compile(compiler.Options{})
	return wikiOf(v)
}

// start gives both machines the same two logs, compiled, and then each one of its own.
func (p *pair) start() {
	p.t.Helper()
	p.a.log("2026-11-01@laptop", []string{"`Git` hooks must be quick.", "`Go` is what we use."})
	p.a.log("2026-11-02@laptop", []string{"D `Git` is kept.", "`Go` 1.26 it is."})
	p.a.compile(compiler.Options{})
	p.a.copyTo(p.b)
	p.b.compile(compiler.Options{})
	p.a.log("2026-11-03@laptop", []string{"`Git` worktrees are of the laptop.", "`Zig` is tried on the laptop."})
	p.a.log("2026-11-05@laptop", []string{"`Go` tests of the laptop."})
	p.b.log("2026-11-03@desktop", []string{"`Git` bisect is of the desktop.", "`Lua` is tried on the desktop."})
	p.b.log("2026-11-06@desktop", []string{"`Go` builds of the desktop.", "`Git` and `Go` meet on the desktop."})
	p.a.settled(compiler.Options{})
	p.b.settled(compiler.Options{})
}

func TestSharedPagesCarryTheirSums(t *testing.T) {
	p := newPair(t)
	p.start()
	for name, text := range wikiOf(p.a) {
		must.Hold(t, wiki.Parse([]byte(text)).Fits(), "%s has not its own sum:\n%s", name, text)
	}
	must.Hold(t, must.Err(os.Stat(p.a.path(".memoria/shared/base"))) != nil, "nobody edited a page, and a base text is kept")
}

// A vault that was compiled before it was shared gets the sums, and nothing else.
func TestAVaultBecomesShared(t *testing.T) {
	v := newVault(t)
	v.log("2026-11-01", []string{"`Git` hooks must be quick.", "`Go` is what we use."})
	v.compile(compiler.Options{})
	v.edit("wiki/concepts/go.md", "## Key Points", "Mine.\n\n## Key Points")
	plain := wikiOf(v)
	v.share("laptop")
	v.settled(compiler.Options{})
	for name, text := range wikiOf(v) {
		a := wiki.Parse([]byte(text))
		must.Hold(t, a.Sum() != "", "%s has no sum", name)
		bare, err := a.Delete(wiki.SumKey)
		must.Hold(t, err == nil && string(bare.Bytes()) == plain[name], "%s is otherwise not as it was:\n%s", name, text)
	}
}

// Before the pages of a vault that becomes shared are sent, they get their sums without a compile. An edited one stays a
// person's, and the text that it rests on goes along. One that a person moved is found.
func TestPagesGetSumsBeforeTheyAreSent(t *testing.T) {
	v := newVault(t)
	v.log("2026-11-01", []string{"`Git` hooks must be quick.", "`Go` is what we use."})
	v.compile(compiler.Options{})
	v.edit("wiki/concepts/go.md", "## Key Points", "Mine.\n\n## Key Points")
	v.rename("wiki/concepts/git.md", "wiki/concepts/moved.md")
	plain := wikiOf(v)
	v.share("laptop")
	for range 2 {
		must.Do(t, v.c.Notice(context.Background()))
	}
	for name, text := range wikiOf(v) {
		a := wiki.Parse([]byte(text))
		bare, err := a.Delete(wiki.SumKey)
		must.Hold(t, err == nil && string(bare.Bytes()) == plain[name], "%s is otherwise not as it was:\n%s", name, text)
		edited := name == "wiki/concepts/go.md"
		must.Hold(t, a.Sum() != "" && a.Fits() != edited, "%s: the sum is %q, and fits: %v", name, a.Sum(), a.Fits())
		must.Equal(t, (adopt.Bases{Dir: v.c.Vault}).Text(a.Sum()) != nil, edited, "%s: its base text is kept", name)
	}
	v.settled(compiler.Options{})
	for name, text := range wikiOf(v) {
		a := wiki.Parse([]byte(text))
		must.Hold(t, a.Sum() != "" && plain[name] != "", "after a compile there is %s, with the sum %q", name, a.Sum())
	}
}

// The pages of the laptop come over those of the desktop. With the logs of both each ends as a rebuild.
func TestForeignPagesLoseNothing(t *testing.T) {
	for _, c := range []struct {
		name string
		some []string
	}{
		{"everything", nil},
		{"pages only", []string{"wiki/concepts", "wiki/connections"}},
		{"one page", []string{"wiki/concepts/git.md"}},
		{"pages, then the logs", []string{"wiki/"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newPair(t)
			p.start()
			p.a.copyTo(p.b, c.some...)
			r := p.b.settled(compiler.Options{})
			must.Hold(t, len(r.Plan.Proposals) == 0, "nobody edited anything, and there are proposals: %v", r.Plan.Proposals)
			p.a.copyTo(p.b, "daily/")
			p.b.settled(compiler.Options{})
			sameFiles(t, rebuilt(t, p.b), wikiOf(p.b))
			p.b.copyTo(p.a)
			p.a.settled(compiler.Options{})
			sameFiles(t, wikiOf(p.b), wikiOf(p.a))
		})
	}
}

// A machine without state goes on with what it finds, and takes no page for a person's.
func TestANewMachineTakesOver(t *testing.T) {
	p := newPair(t)
	p.start()
	p.a.edit("wiki/concepts/go.md", "## Key Points", "Mine.\n\n## Key Points")
	p.a.compile(compiler.Options{})
	n := newVault(t)
	n.share("new")
	p.a.copyTo(n)
	n.settled(compiler.Options{})
	sameFiles(t, wikiOf(p.a), wikiOf(n))
	n.log("2026-11-07@new", []string{"`Git` hooks are of the new machine.", "`Go` too."})
	n.now = n.now.Add(2 * time.Hour)
	n.edit("daily/2026-11-05@laptop.md", "tests of the laptop", "tests of the old laptop")
	n.settled(compiler.Options{})
	for at, want := range map[string]string{"git": "new machine", "go": "old laptop"} {
		must.Text(t, n.read("wiki/concepts/"+at+".md"), "%s lacks %q", at, want).Has(want)
	}
	must.Text(t, n.read("wiki/concepts/go.md"), "a person's edit was not kept, or the rest is not updated").Has("\nMine.\n").Lacks("of the laptop")
}

// A trunk is what the machines of a shared vault exchange, with what each last had of it.
type trunk struct {
	t     *testing.T
	files map[string]string
	had   map[*vault]map[string]string
}

func newTrunk(t *testing.T) *trunk {
	return &trunk{t: t, files: map[string]string{}, had: map[*vault]map[string]string{}}
}

// sync does for the files of a vault what memoria sync does: commit, merge aside, move on, compile, push.
func (tr *trunk) sync(v *vault) {
	tr.t.Helper()
	must.Do(tr.t, v.c.Notice(context.Background()))
	base, ours := tr.had[v], v.travelling()
	merged := maps.Clone(tr.files)
	for name, o := range ours { // what no function of ours merges has one writer, or is made again
		b, had := base[name]
		if _, there := tr.files[name]; !there && !had || tr.files[name] == b {
			merged[name] = o
		}
	}
	u := adopt.Wiki("wiki", inWiki(base), inWiki(ours), inWiki(tr.files), func(sum string) []byte {
		if text, ok := ours[adopt.BaseName(sum)]; ok {
			return adopt.BaseText([]byte(text))
		}
		return adopt.BaseText([]byte(tr.files[adopt.BaseName(sum)]))
	})
	for name := range merged {
		if _, ok := inWiki(merged)[name]; ok {
			delete(merged, name)
			if text, ok := tr.files[name]; ok {
				merged[name] = text
			}
		}
	}
	for name, text := range u.Files {
		if delete(merged, name); text != nil {
			merged[name] = string(text)
		}
	}
	must.Do(tr.t, v.c.Desk().Propose(context.Background(), u.Waits))
	for name := range ours {
		if _, ok := merged[name]; !ok {
			v.remove(name)
		}
	}
	for name, text := range merged {
		if text != ours[name] {
			v.write(name, text)
		}
	}
	v.compile(compiler.Options{Now: true})
	tr.files = v.travelling()
	tr.had[v] = maps.Clone(tr.files)
	for name, text := range tr.files {
		must.Hold(tr.t, !strings.Contains(text, "<<<<<<<") && !strings.Contains(text, ">>>>>>>"), "%s has conflict marks:\n%s", name, text)
	}
}

func (v *vault) travelling() map[string]string {
	out := v.files()
	maps.DeleteFunc(out, func(name, _ string) bool { return !travels(name) })
	return out
}

func inWiki(files map[string]string) adopt.Tree {
	out := adopt.Tree{}
	for name, text := range files {
		if strings.HasPrefix(name, "wiki/") && !strings.HasPrefix(name, "wiki/index") {
			out[name] = []byte(text)
		}
	}
	return out
}

// sync brings both machines to the same files, from the trunk that the first filled.
func (p *pair) sync(tr *trunk, order string) {
	p.t.Helper()
	for _, who := range order {
		tr.sync(map[rune]*vault{'a': p.a, 'b': p.b}[who])
	}
	sameFiles(p.t, tr.files, p.a.travelling())
	sameFiles(p.t, tr.files, p.b.travelling())
}

// pairOn starts two machines on a trunk; each then has logs of its own, compiled.
func pairOn(t *testing.T) (*pair, *trunk) {
	p, tr := newPair(t), newTrunk(t)
	p.a.log("2026-11-01@laptop", []string{"`Git` hooks must be quick.", "`Go` is what we use."})
	p.a.log("2026-11-02@laptop", []string{"D `Git` is kept.", "`Go` 1.26 it is."})
	p.sync(tr, "ab")
	p.a.log("2026-11-03@laptop", []string{"`Git` worktrees are of the laptop.", "`Zig` is tried on the laptop."})
	p.a.log("2026-11-05@laptop", []string{"`Go` tests of the laptop."})
	p.b.log("2026-11-03@desktop", []string{"`Git` bisect is of the desktop.", "`Lua` is tried on the desktop."})
	p.b.log("2026-11-06@desktop", []string{"`Go` builds of the desktop.", "`Git` and `Go` meet on the desktop."})
	p.a.compile(compiler.Options{})
	p.b.compile(compiler.Options{})
	return p, tr
}

// Both compile their own, and the wiki of both ends as a rebuild of all logs: no line is lost, nothing is proposed, and
// there is nothing more to do.
func TestBothCompile(t *testing.T) {
	p, tr := pairOn(t)
	p.sync(tr, "aba")
	sameFiles(t, rebuilt(t, p.a), wikiOf(p.a))
	for _, v := range []*vault{p.a, p.b} {
		r := v.settled(compiler.Options{All: true})
		must.Hold(t, !r.Changed() && len(r.Plan.Proposals) == 0, "a compile of everything has something to do:\n%s", r.Plan)
	}
}

// A person's removal of a bullet and their sentence hold on both machines, through what both compile.
func TestAnEditTravels(t *testing.T) {
	for _, order := range []string{"aba", "bab", "abab"} {
		t.Run(order, func(t *testing.T) {
			p, tr := pairOn(t)
			p.b.edit("wiki/concepts/git.md", "- `Git` hooks must be quick. ([[2026-11-01@laptop#^klaptop20261101a0|2026-11-01]])\n", "")
			p.b.edit("wiki/concepts/git.md", "## Key Points", "I think of it daily.\n\n## Key Points")
			p.sync(tr, order)
			p.a.log("2026-11-08@laptop", []string{"`Git` notes are of the laptop."})
			p.b.log("2026-11-08@desktop", []string{"`Git` blame is of the desktop."})
			p.sync(tr, order+"a")
			text := p.a.read("wiki/concepts/git.md")
			for _, want := range []string{"\nI think of it daily.\n", "is kept", "worktrees", "bisect", "notes", "blame"} {
				must.Hold(t, strings.Count(text, want) == 1, "%q stands there %d times:\n%s", want, strings.Count(text, want), text)
			}
			must.Hold(t, !strings.Contains(text, "must be quick"), "the bullet is back:\n%s", text)
			for _, v := range []*vault{p.a, p.b} {
				r := v.settled(compiler.Options{All: true})
				must.Hold(t, !r.Changed() && len(r.Plan.Proposals) == 0, "a compile of everything has something to do:\n%s", r.Plan)
			}
		})
	}
}

// Both edit the same bullet: the trunk's stays on both, and the other waits where it was made.
func TestBothEditOneBullet(t *testing.T) {
	p, tr := pairOn(t)
	p.a.edit("wiki/concepts/git.md", "`Git` hooks must be quick.", "Hooks of the laptop are quick.")
	p.b.edit("wiki/concepts/git.md", "`Git` hooks must be quick.", "Hooks of the desktop are quick.")
	p.sync(tr, "aba")
	must.Text(t, p.b.read("wiki/concepts/git.md"), "the trunk's line does not stay").Has("of the laptop are quick").Lacks("of the desktop are quick")
	for v, want := range map[*vault]int{p.a: 0, p.b: 1} {
		list, err := v.c.Desk().List(context.Background())
		must.Hold(t, err == nil && len(list) == want, "%d proposals wait, want %d: %v, %v", len(list), want, list, err)
	}
	list, err := p.b.c.Desk().Accept(context.Background(), "all")
	must.Be(t, err == nil && len(list) == 1, "accepted %v, %v", list, err)
	p.sync(tr, "bab")
	for _, v := range []*vault{p.a, p.b} {
		must.Text(t, v.read("wiki/concepts/git.md"), "what was accepted does not stand").Has("of the desktop are quick").Lacks("of the laptop are quick")
		list, err := v.c.Desk().List(context.Background())
		must.Hold(t, err == nil && len(list) == 0, "proposals: %v, %v", list, err)
	}
}

// One machine moves a page that the other edits.
func TestAMovedPageIsFollowed(t *testing.T) {
	for _, order := range []string{"aba", "bab"} {
		t.Run(order, func(t *testing.T) {
			p, tr := pairOn(t)
			p.sync(tr, "aba")
			must.Get(refactor.Move(context.Background(), p.a.c.Journal(), "Git", "Version control", false))(t)
			p.b.log("2026-11-08@desktop", []string{"`Git` blame is of the desktop."})
			p.sync(tr, order)
			for _, v := range []*vault{p.a, p.b} {
				must.Hold(t, !v.exists("wiki/concepts/git.md"), "the page is back under its old name")
				must.Text(t, v.read("wiki/concepts/version-control.md"), "the moved page").Has("must be quick").Times(1, "blame")
				r := v.settled(compiler.Options{All: true})
				must.Hold(t, !r.Changed(), "a compile of everything has something to do:\n%s", r.Plan)
			}
		})
	}
}

// A machine that has not seen a move keeps the name that a person gave, too.
func TestAMovedPageOnANewMachine(t *testing.T) {
	p, tr := pairOn(t)
	p.sync(tr, "aba")
	must.Get(refactor.Move(context.Background(), p.a.c.Journal(), "Git", "Version control", false))(t)
	p.sync(tr, "aba")
	p.b.remove(".memoria/state")
	p.b.log("2026-11-08@desktop", []string{"`Git` blame is of the desktop."})
	p.sync(tr, "bab")
	for _, v := range []*vault{p.a, p.b} {
		if v.exists("wiki/concepts/git.md") || !strings.Contains(v.read("wiki/concepts/version-control.md"), "blame") {
			t.Errorf("the page has its old name again:\n%v", slices.Sorted(maps.Keys(wikiOf(v))))
		}
	}
}

// A paid is an author that counts the entries it was asked about anew.
type paid struct {
	terms
	asked int
}

func (a *paid) Owes() bool { return false }

func (a *paid) Revise(ctx context.Context, entries []daily.Dated, known []wiki.Known, news func(*daily.Dated) bool) ([]draft.Draft, error) {
	for i := range entries {
		if news(&entries[i]) {
			a.asked++
		}
	}
	return a.Articles(ctx, entries, known)
}

// What one machine compiled, no other pays for again, unless the pages have not arrived.
func TestAModelIsPaidOnce(t *testing.T) {
	p, tr := newPair(t), newTrunk(t)
	a, b := &paid{terms: terms{version: "1"}}, &paid{terms: terms{version: "1"}}
	p.a.c.Author, p.b.c.Author = a, b
	p.a.log("2026-11-01@laptop", []string{"`Git` hooks must be quick."}, []string{"No subject in this one."}, []string{"`Go` is what we use."})
	p.sync(tr, "ab")
	p.b.log("2026-11-02@desktop", []string{"`Git` blame is of the desktop."})
	p.sync(tr, "baab")
	must.Hold(t, a.asked == 3 && b.asked == 1, "the laptop was asked about %d entries, the desktop about %d, want 3 and 1", a.asked, b.asked)
	p.a.edit("daily/2026-11-01@laptop.md", "must be quick", "must be very quick")
	p.a.now, p.b.now = p.a.now.Add(2*time.Hour), p.b.now.Add(2*time.Hour)
	p.sync(tr, "ab")
	must.Hold(t, a.asked == 4 && b.asked == 1, "after a change the laptop was asked about %d entries, the desktop about %d, want 4 and 1", a.asked, b.asked)
	n, c := newVault(t), &paid{terms: terms{version: "1"}}
	n.share("tablet")
	n.c.Author = c
	p.a.copyTo(n, "daily/", ".memoria/")
	n.compile(compiler.Options{})
	must.Hold(t, c.asked == 3, "without the pages the tablet was asked about %d entries, want the 3 that have some", c.asked)
}

// Of a page that both machines write, each keeps the text that its state rests on, and no other.
func TestNoIdleTexts(t *testing.T) {
	p, tr := newPair(t), newTrunk(t)
	for i, day := range []string{"2026-11-01", "2026-11-02", "2026-11-03"} {
		p.a.log(day+"@laptop", []string{fmt.Sprintf("`Git` hooks must be quick, %d.", i)})
		p.b.log(day+"@desktop", []string{fmt.Sprintf("`Git` blame is of the desktop, %d.", i)})
		p.sync(tr, "abab")
	}
	for _, v := range []*vault{p.a, p.b} {
		files := v.files()
		for name := range files {
			must.Hold(t, path.Dir(name) != layout.Pages || strings.Contains(files[layout.Compiled], strings.TrimSuffix(path.Base(name), ".md")), "%s: %s is kept for nothing", v.c.Machine, name)
		}
	}
}

// What a person removed stays away on both machines, whoever compiles; a page that is only missing comes back.
func TestRemovals(t *testing.T) {
	const git, quick = "wiki/concepts/git.md", "- `Git` hooks must be quick. ([[2026-11-01@laptop#^klaptop20261101a0|2026-11-01]])\n"
	more := func(p *pair) {
		p.a.log("2026-11-08@laptop", []string{"`Git` notes are of the laptop."})
		p.b.log("2026-11-08@desktop", []string{"`Git` blame is of the desktop."})
	}
	t.Run("an article", func(t *testing.T) {
		p, tr := pairOn(t)
		p.sync(tr, "aba")
		p.b.remove(git)
		more(p)
		p.sync(tr, "aba")
		p.sync(tr, "ab")
		for _, v := range []*vault{p.a, p.b} {
			must.Hold(t, !v.exists(git), "the article is back")
			v.settled(compiler.Options{All: true})
		}
		p.b.write(git, "---\ntitle: Git\ntype: concept\nsources: [\"[[2026-11-01@laptop]]\"]\n---\n\nMine again.\n\n"+quick)
		p.sync(tr, "babab")
		must.Text(t, p.a.read(git), "what was put back").Has("Mine again.")
	})
	t.Run("an article that was moved, and that the other knows by its old name", func(t *testing.T) {
		p, tr := pairOn(t)
		p.sync(tr, "aba")
		must.Get(refactor.Move(context.Background(), p.b.c.Journal(), "Git", "Git at sea", false))(t)
		p.b.compile(compiler.Options{Now: true})
		p.b.remove("wiki/concepts/git-at-sea.md")
		more(p)
		p.sync(tr, "bab")
		for _, v := range []*vault{p.a, p.b} {
			must.Hold(t, !v.exists(git), "the article is back")
		}
	})
	t.Run("an article that the other edits", func(t *testing.T) {
		p, tr := pairOn(t)
		p.sync(tr, "aba")
		p.b.remove(git)
		p.a.edit(git, "## Key Points", "Mine.\n\n## Key Points")
		p.a.log("2026-11-08@laptop", []string{"`Git` notes are of the laptop."})
		p.sync(tr, "aba") // the machine that merges them says that the article is back, and no other does
		for _, v := range []*vault{p.a, p.b} {
			must.Text(t, v.read(git), "an edit gave way to a removal").Has("\nMine.\n")
		}
	})
	t.Run("a line", func(t *testing.T) {
		p, tr := pairOn(t)
		p.b.edit(git, quick, "")
		more(p)
		p.sync(tr, "bab")
		p.a.remove(".memoria/state")
		p.a.compile(compiler.Options{All: true})
		p.sync(tr, "ab")
		for _, v := range []*vault{p.a, p.b} {
			must.Text(t, v.read(git), "the line is back, or another is not there").Has("blame").Lacks("must be quick")
		}
		p.a.edit(git, "## Key Points\n\n", "## Key Points\n\n"+quick)
		p.sync(tr, "aba")
		more(p)
		p.sync(tr, "ab")
		for _, v := range []*vault{p.a, p.b} {
			must.Text(t, v.read(git), "the line is not back").Times(1, "must be quick")
		}
	})
	t.Run("a line of a page that is moved then", func(t *testing.T) {
		p, tr := pairOn(t)
		p.sync(tr, "aba")
		p.b.edit(git, quick, "")
		p.sync(tr, "bab")
		must.Get(refactor.Move(context.Background(), p.a.c.Journal(), "Git", "Version control", false))(t)
		p.sync(tr, "aba")
		const moved = "wiki/concepts/version-control.md"
		p.b.remove(".memoria/state") // only the logs know
		p.b.remove(".memoria/shared/base")
		more(p)
		p.sync(tr, "bab")
		for _, v := range []*vault{p.a, p.b} {
			must.Text(t, v.read(moved), "the line is back, or another is not there").Has("blame").Lacks("must be quick")
		}
		p.a.edit(moved, "## Key Points\n\n", "## Key Points\n\n"+quick)
		p.sync(tr, "aba")
		must.Text(t, p.b.read(moved), "the line is not back").Times(1, "must be quick")
	})
	t.Run("only missing", func(t *testing.T) {
		p, tr := pairOn(t)
		p.sync(tr, "aba")
		more(p)
		p.a.compile(compiler.Options{Now: true})
		p.a.copyTo(p.b, "daily/2026-11-08@laptop.md")
		p.b.remove(git) // the file sync was about to bring another version
		p.b.compile(compiler.Options{Now: true})
		must.Text(t, p.b.read(git), "the page is not back").Has("blame", "must be quick")
		for name, text := range p.b.files() {
			must.Hold(t, !strings.Contains(text, "memoria:gone"), "%s tells of a removal:\n%s", name, text)
		}
	})
}

// The pages of another machine come over those of a vault that is not shared: every line that the logs here hold is
// there again, those of the other stay, and nothing is proposed.
func TestACopyLosesNothing(t *testing.T) {
	a, b := newVault(t), newVault(t)
	for _, v := range []*vault{a, b} {
		v.log("2026-11-01", []string{"`Git` hooks must be quick.", "`Go` is what we use."})
		v.compile(compiler.Options{})
	}
	a.log("2026-11-03", []string{"`Git` worktrees are of the laptop.", "`Zig` is tried on the laptop."})
	b.log("2026-11-04", []string{"`Git` bisect is of the desktop.", "`Lua` is tried on the desktop.", "`Go` builds of the desktop."})
	a.compile(compiler.Options{})
	b.compile(compiler.Options{})
	a.copyTo(b, "wiki/")
	r := b.compile(compiler.Options{All: true})
	must.Hold(t, len(r.Plan.Proposals) == 0, "proposals: %v", r.Plan.Proposals)
	git := b.read("wiki/concepts/git.md")
	for _, want := range []string{"must be quick", "of the laptop", "of the desktop"} {
		must.Hold(t, strings.Count(git, want) == 1, "%q stands there %d times:\n%s", want, strings.Count(git, want), git)
	}
	must.Text(t, b.read("wiki/concepts/lua.md"), "the desktop's own page").Has("on the desktop")
	b.settled(compiler.Options{})
	a.copyTo(b, "daily/")
	b.settled(compiler.Options{})
	for name, text := range rebuilt(t, b) {
		for line := range strings.Lines(text) {
			must.Hold(t, !strings.HasPrefix(line, "- `") || strings.Contains(b.read(name), line), "%s lacks %q", name, line)
		}
	}

	// a person who takes a line out is believed, also the only one of its day
	b.edit("wiki/concepts/go.md", "- `Go` builds of the desktop. ([[2026-11-04#^k20261104a2|2026-11-04]])\n", "")
	b.log("2026-11-08", []string{"`Go` goes on."})
	b.settled(compiler.Options{})
	must.Text(t, b.read("wiki/concepts/go.md"), "what a person took out is back").Has("goes on").Lacks("builds")
}

// A line that a person took out stays away where another machine wrote the page anew meanwhile, and had it.
func TestARemovalMeetsWhatComes(t *testing.T) {
	const line = "- `Git` hooks must be quick. ([[2026-11-01@laptop#^klaptop20261101a0|2026-11-01]])\n"
	p, tr := pairOn(t)
	p.sync(tr, "aba")
	p.a.edit("wiki/concepts/git.md", "## Key Points", "I think of it daily.\n\n## Key Points")
	p.sync(tr, "aba")
	p.a.edit("wiki/concepts/git.md", line, "")
	p.a.compile(compiler.Options{})
	p.b.log("2026-11-08@desktop", []string{"`Git` blame is of the desktop."})
	p.sync(tr, "bab")
	for _, v := range []*vault{p.a, p.b} {
		text := v.read("wiki/concepts/git.md")
		must.Hold(t, !strings.Contains(text, "must be quick") && strings.Contains(text, "blame") && strings.Contains(text, "I think of it daily."), "the page:\n%s", text)
		r := v.settled(compiler.Options{All: true})
		must.Hold(t, !r.Changed(), "a compile of everything has something to do:\n%s", r.Plan)
	}
}

// A past has one earlier version of each page.
type past map[string][]byte

func (p past) Version(at string, is func([]byte) bool) []byte {
	if is(p[at]) {
		return p[at]
	}
	return nil
}

func (past) Removed(string) bool { return false }

func (p past) Committed(at string) ([]byte, error) { return p[at], nil }

// An article of two names that a person removed and put back goes on on the other machine, too: neither name counts as removed.
func TestBackUnderEachName(t *testing.T) {
	const git, here = "wiki/concepts/git.md", "wiki/concepts/git-here.md"
	p, tr := pairOn(t)
	p.sync(tr, "aba")
	p.b.rename(git, here)
	p.sync(tr, "bab")
	text := p.b.read(here)
	p.b.remove(here)
	p.sync(tr, "bab")
	p.b.write(here, text+"\nMine.\n")
	p.sync(tr, "bab")
	p.a.log("2026-11-09@laptop", []string{"`Git` stash is of the laptop."})
	p.sync(tr, "aba")
	for _, v := range []*vault{p.a, p.b} {
		v.settled(compiler.Options{All: true})
		must.Text(t, v.read(here), "the article does not go on").Has("stash", "\nMine.\n")
		must.Hold(t, !strings.Contains(v.read(".memoria/state/compile.json"), git), "%s counts as removed", git)
	}
}

// A person pulls by hand, and takes out a line before a run has seen what came: an earlier version tells of it.
func TestARemovalAfterAPull(t *testing.T) {
	const git, line = "wiki/concepts/git.md", "- `Git` hooks must be quick. ([[2026-11-01@laptop#^klaptop20261101a0|2026-11-01]])\n"
	p, tr := pairOn(t)
	p.sync(tr, "aba")
	p.b.log("2026-11-08@desktop", []string{"`Git` blame is of the desktop."})
	p.b.compile(compiler.Options{Now: true})
	p.b.copyTo(p.a)
	pulled := []byte(p.a.read(git))
	p.a.c.Past = past{git: pulled}
	p.a.edit(git, line, "")
	p.sync(tr, "baba")
	for _, v := range []*vault{p.a, p.b} {
		v.settled(compiler.Options{All: true})
		must.Text(t, v.read(git), "the line is back, or another is not there").Has("blame").Lacks("must be quick")
	}
}

// A page in which another program left conflict marks is not compiled into, and both sides can be made one again.
func TestConflictMarks(t *testing.T) {
	p, tr := pairOn(t)
	p.sync(tr, "aba")
	const git = "wiki/concepts/git.md"
	line := "- `Git` is kept. ([[2026-11-02@laptop#^klaptop20261102a0|2026-11-02]])\n"
	mine := "- I say that `Git` is kept. ([[2026-11-02@laptop#^klaptop20261102a0|2026-11-02]])\n"
	p.a.edit(git, line, "<<<<<<< HEAD\n"+mine+"=======\n"+line+">>>>>>> trunk\n")
	marked := p.a.read(git)
	p.a.log("2026-11-08@laptop", []string{"`Git` notes are of the laptop."})
	r := p.a.compile(compiler.Options{Now: true})
	must.Hold(t, len(r.Plan.Problems) == 1 && p.a.read(git) == marked, "problems %v, page\n%s", r.Plan.Problems, p.a.read(git))
	p.a.write(git, string(adopt.Bases{Dir: p.a.c.Vault}.Unmark([]byte(marked))))
	p.a.compile(compiler.Options{Now: true})
	must.Text(t, p.a.read(git), "both sides in one").Has(mine, "notes").Lacks("<<<<").Times(1, "is kept")
}
