package compiler_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/refactor"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
)

// TestRandomMoves renames, moves and merges pages of random vaults. Every link leads where it led, a compile has
// nothing to do afterwards, and moving back or undo restores every byte.
func TestRandomMoves(t *testing.T) {
	start := linked(t)
	start.log("2026-11-25", []string{"A `rename` drops a lock", "D `queue` meets `rename`"})
	start.settled(compiler.Options{})
	rounds := uint64(4)
	if long() {
		rounds = 400
	}
	for seed := range rounds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r := &mess{vault: copyVault(t, start), Rand: rand.New(rand.NewPCG(seed, 4))}
			r.fill()
			r.settled(compiler.Options{})
			before, links := r.pages(), r.links()
			for range 3 {
				r.change(before, links)
			}
		})
	}
}

type mess struct {
	*vault
	*rand.Rand
}

func pickOf[T any](r *mess, list []T) T { return list[r.IntN(len(list))] }

// fill writes a person's pages, with links in every form to whatever exists, and to nothing.
func (r *mess) fill() {
	names := []string{"Home note", "notes/Über uns", "notes/deep/plan b", "notes/README", "archive/README", "notes/Rename me"}
	targets := []string{"sidecar", "Sidecar", "SIDECAR", "concepts/sidecar", "wiki/concepts/sidecar.md", "/wiki/concepts/cursor", "cursor", "rename", "Rename me", "rename-me",
		"notes/Über uns", "Über uns", "uber uns", "README", "notes/README", "deep/plan b", "plan b", "plan", "Home note", "Zuhause", "2026-11-24", "nobody", "queue and rename", "pic.png"}
	hrefs := []string{"%swiki/concepts/sidecar.md", "%snotes/%%C3%%9Cber%%20uns.md", "<%snotes/Über uns.md>", "%sHome%%20note.md", "%snotes/README", "%spic.png", "%snobody.md", "https://x.y/%s"}
	r.write("pic.png", "x")
	for _, name := range names {
		var b strings.Builder
		if r.IntN(2) == 0 {
			fmt.Fprintf(&b, "---\naliases: [%s]\nrelated: [\"[[%s]]\", '[[%s|x]]']\nup: [[%s]]\n---\n", pickOf(r, []string{"Zuhause", "z" + path.Base(name), "'a: b'"}), pickOf(r, targets), pickOf(r, targets), pickOf(r, targets))
		}
		if r.IntN(3) == 0 {
			fmt.Fprintf(&b, "# %s\n\n", path.Base(name))
		}
		up := strings.Repeat("../", strings.Count(name, "/"))
		for range 3 + r.IntN(8) {
			to := pickOf(r, targets)
			switch r.IntN(8) {
			case 0:
				fmt.Fprintf(&b, "A [[%s]] in text, [[%s#Key Points]].\n", to, pickOf(r, targets))
			case 1:
				fmt.Fprintf(&b, "![[%s|100]] and [[%s#^kx|shown *so*]]\n", to, pickOf(r, targets))
			case 2:
				fmt.Fprintf(&b, "\n| a | b |\n|---|---|\n| [[%s\\|cell]] | ![[%s]] |\n\n", to, pickOf(r, targets))
			case 3:
				fmt.Fprintf(&b, "`[[%s]]` <!-- [[%s]] --> \\[[%s]]\n", to, to, to)
			case 4:
				fmt.Fprintf(&b, "[[./%s]] [[%s%s]] [[ %s ]]\n", to, up, to, to)
			case 5:
				fmt.Fprintf(&b, "[md]("+pickOf(r, hrefs)+") ![i]("+pickOf(r, hrefs)+")\n", up, up)
			case 6:
				fmt.Fprintf(&b, "[ref][r%d]\n\n[r%d]: "+pickOf(r, hrefs)+" \"t\"\n\n", b.Len(), b.Len(), "/")
			case 7:
				fmt.Fprintf(&b, "- item [[%s]]\n  - [x](</%s.md#h>)\n```\n[[%s]]\n```\n", to, to, to)
			}
		}
		text := b.String()
		if r.IntN(3) == 0 {
			text = strings.ReplaceAll(text, "\n", "\r\n")
		}
		r.write(name+".md", text)
	}
}

func (r *mess) wiki() *wiki.Wiki {
	w := must.Get(wiki.Store{Dir: r.c.Vault}.Load(context.Background()))(r.t)
	return w
}

// links returns where the links of every page lead, in their order, without generated pages.
func (r *mess) links() map[string][]string {
	w := r.wiki()
	out := map[string][]string{}
	for _, p := range w.Pages() {
		if p.Kind == wiki.CodePage {
			continue
		}
		for _, o := range w.Outlinks(p) {
			to := ""
			if o.To != nil {
				to = o.To.Path
			}
			out[p.Path] = append(out[p.Path], to)
		}
	}
	return out
}

// change makes a random change, checks the invariants, and undoes it.
func (r *mess) change(before map[string]string, links map[string][]string) {
	var pages []string
	for name := range before {
		if strings.HasSuffix(name, ".md") && !strings.HasPrefix(name, "daily/") && name != "wiki/index.md" && name != "wiki/log.md" {
			pages = append(pages, name)
		}
	}
	slices.Sort(pages)
	from := pickOf(r, pages)
	if r.IntN(4) == 0 {
		into := pickOf(r, pages)
		what := fmt.Sprintf("merge %s %s", from, into)
		_, err := refactor.Merge(context.Background(), r.c.Journal(), from, into, false)
		if refused := (*refactor.RefusedError)(nil); errors.As(err, &refused) {
			return
		}
		must.Be(r.t, err == nil, "%s: %v", what, err)
		r.led(what, from, into, links, true)
		r.idle()
		r.undo(journal.UndoOptions{})
		sameFiles(r.t, before, r.pages())
		r.idle()
		return
	}
	names := []string{"New name", "new-name", "Größe & Co", "Home Note", "archive/", "notes/deep/moved.md", "x/y/z/far.md"}
	if strings.HasPrefix(from, "wiki/") {
		names = []string{"New name", "new-name", "Größe & Co", "wiki/concepts/shelf/kept.md", "sideCar", "Locks: the file"}
	}
	name := pickOf(r, names)
	what := fmt.Sprintf("mv %s %q", from, name)
	ch, err := refactor.Move(context.Background(), r.c.Journal(), from, name, false)
	if err != nil {
		if errors.As(err, new(*refactor.RefusedError)) || errors.As(err, new(*wiki.SlugError)) {
			sameFiles(r.t, before, r.pages())
			return
		}
		r.t.Fatalf("%s: %v", what, err)
	}
	to := from
	for _, e := range ch.Edits {
		if e.From() == from {
			to = e.Path
		}
	}
	r.led(what, from, to, links, false)
	r.idle()
	switch {
	case r.IntN(2) == 0 || to == from:
		if len(ch.Edits) > 0 {
			r.undo(journal.UndoOptions{})
		}
	default:
		r.move(to, from)
	}
	if got := r.pages(); !maps.Equal(before, got) {
		r.t.Errorf("%s, and back:", what)
		sameFiles(r.t, before, got)
	}
	r.idle()
}

// led checks that links lead where they led: those to the removed page now to the other.
func (r *mess) led(what, from, to string, before map[string][]string, merged bool) {
	now := r.links()
	for _, name := range slices.Sorted(maps.Keys(before)) {
		at := name
		if name == from {
			at = to
		}
		if merged && (name == from || name == to) {
			continue // one page has the links of both
		}
		if merged && strings.HasPrefix(name, "wiki/connections/") && !r.exists(name) {
			continue // it connected the two
		}
		if len(now[at]) != len(before[name]) {
			r.t.Errorf("%s: %s had %d links and has %d:\n%s", what, name, len(before[name]), len(now[at]), r.read(at))
			continue
		}
		for i, was := range before[name] {
			if was == from {
				was = to
			}
			is := now[at][i]
			must.Hold(r.t, is == was || was == "", "%s: link %d of %s led to %s and leads to %q:\n%s", what, i, name, was, is, r.read(at))
		}
	}
}
