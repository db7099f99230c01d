package adopt

import (
	"bytes"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/catalog"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// A Tree is the files below the wiki's folder, by their paths from the vault's root: all of them, or those that
// changed on either side.
type Tree map[string][]byte

// A Union is what makes one wiki of two.
type Union struct {
	Files map[string][]byte           // that differ from the trunk's; nil is removed
	Waits map[string][]merge.Conflict // lines of the person here that gave way: see Merged
	Kept  []string                    // pages of a person's that the trunk removed: they go only where a log says so, see Withdrawer
}

// Wiki merges the articles and the log below the wiki's folder. What one side removed and the other edited by hand
// stays; what the other only generated goes. A page that one side moved is merged in its new place. The pages that list
// the articles are left to the next compile, and a person's own pages are left out.
func Wiki(folder string, base, ours, theirs Tree, bases func(sum string) []byte) Union {
	u := &union{base: base, ours: ours, theirs: theirs, store: wiki.Store{Wiki: folder}, taken: map[string]bool{}}
	u.bases = func(sum string) []byte {
		if file := u.Files[BaseName(sum)]; file != nil {
			return BaseText(file)
		}
		return bases(sum)
	}
	u.Files, u.Waits = map[string][]byte{}, map[string][]merge.Conflict{}
	paths := Tree{}
	for _, t := range []Tree{base, ours, theirs} {
		maps.Copy(paths, t)
	}
	u.here, u.there = u.moves(ours), u.moves(theirs)
	for _, moved := range []map[string]string{u.here, u.there} {
		for _, to := range moved {
			u.taken[to] = true
		}
	}
	for _, at := range slices.Sorted(maps.Keys(paths)) {
		switch {
		case catalog.IsLog(folder, at):
			u.put(at, catalog.MergeLog(base[at], ours[at], theirs[at]))
		case u.store.Writes(at) && !u.taken[at]:
			u.page(at)
		}
	}
	return u.Union
}

type union struct {
	Union
	base, ours, theirs Tree
	bases              func(sum string) []byte
	store              wiki.Store
	here, there        map[string]string // see moves
	taken              map[string]bool   // pages that are another one, moved
	fresh              map[string]string // see twins
}

func (u *union) put(at string, text []byte) {
	if is, there := u.theirs[at]; there != (text != nil) || !bytes.Equal(is, text) {
		u.Files[at] = text
	}
}

// page merges the page at a path that no side moved there. Where both moved it, it has the name that the trunk gave it.
func (u *union) page(at string) {
	b, o, t := u.base[at], u.ours[at], u.theirs[at]
	here, there := u.here[at], u.there[at]
	switch {
	case here != "" && there != "":
		u.both(there, b, u.ours[here], u.renamed("", u.ours[here], u.theirs[there]))
	case here != "":
		if t == nil || bytes.Equal(b, t) {
			t = b
		} else {
			t = u.renamed(wiki.Parse(b).Title(), u.ours[here], t)
		}
		u.both(here, b, u.ours[here], t)
		u.put(at, nil)
	case there != "":
		u.both(there, b, o, u.theirs[there])
	case o != nil && t != nil:
		u.both(at, b, o, t)
	case b == nil && o != nil:
		u.made(at)
	case o == nil && b != nil && (bytes.Equal(b, t) || wiki.Parse(t).Fits()):
		u.put(at, nil)
	case t == nil && o != nil && !wiki.Parse(o).Fits():
		u.put(at, o)
		u.Kept = append(u.Kept, at)
	}
}

// made adds a page that was made here. If the trunk made one that shares a name with it, they are one page, which a side
// or both moved: it has the name of the trunk, unless only this side moved it.
func (u *union) made(at string) {
	o := wiki.Parse(u.ours[at])
	for _, name := range names(o, at) {
		to := u.twins()[name]
		if to == "" || u.taken[to] {
			continue
		}
		t := wiki.Parse(u.theirs[to])
		is, before := to, ""
		if Follows(o, to, t.Title()) && !Follows(t, at, o.Title()) {
			is, before = at, t.Title()
			u.put(to, nil)
		}
		u.both(is, nil, u.ours[at], u.renamed(before, u.ours[at], u.theirs[to]))
		u.taken[to] = true
		return
	}
	u.put(at, u.ours[at])
}

// twins returns the pages that only the trunk made, by their names.
func (u *union) twins() map[string]string {
	if u.fresh == nil {
		u.fresh = map[string]string{}
		for _, at := range slices.Sorted(maps.Keys(u.theirs)) {
			if u.base[at] == nil && u.ours[at] == nil && u.store.Writes(at) && !u.taken[at] {
				for _, name := range names(wiki.Parse(u.theirs[at]), at) {
					u.fresh[name] = at
				}
			}
		}
	}
	return u.fresh
}

// names returns the title, file name and aliases of a page, each with its folder.
func names(page *wiki.Article, at string) (out []string) {
	for _, n := range append([]string{page.Title(), strings.TrimSuffix(path.Base(at), ".md")}, page.Aliases()...) {
		out = append(out, path.Join(path.Dir(at), wiki.Fold(n)))
	}
	return out
}

// renamed returns the trunk's version of a page that was moved here, with the names that it got here: they are a
// person's, as those of any page that was moved. before is the title that gives way to the one here.
func (u *union) renamed(before string, ours, theirs []byte) []byte {
	t := wiki.Parse(theirs)
	page, err := named(t, before, wiki.Parse(ours))
	if err != nil {
		return theirs
	}
	if t.Fits() {
		u.Files[BaseName(t.Sum())] = baseFile(theirs)
	}
	return page.Bytes()
}

// named returns a page with the names of another one: with its title, if the page still has the title it had before,
// and the others as aliases.
func named(page *wiki.Article, before string, by *wiki.Article) (_ *wiki.Article, err error) {
	if by.Title() != before && page.Title() == before {
		if page, err = page.SetText("title", by.Title()); err != nil {
			return nil, err
		}
		if h := page.Doc().Headings; len(h) > 0 && h[0].Level == 1 && wikilink.Plain(h[0].Text) == before {
			if page, err = page.SetHeading(by.Title()); err != nil {
				return nil, err
			}
		}
	}
	names := page.List("aliases")
	for _, n := range append([]string{by.Title()}, by.Aliases()...) {
		if !slices.ContainsFunc(append(names, page.Title()), func(o string) bool { return wiki.Fold(o) == wiki.Fold(n) }) {
			names = append(names, n)
		}
	}
	if len(names) == len(page.List("aliases")) {
		return page, nil
	}
	return page.SetList("aliases", names)
}

// both merges a page that both sides have. Git brings a page that was moved here under its new path alone: see
// merge-driver.
func (u *union) both(at string, base, ours, theirs []byte) {
	was, o, t := wiki.Parse(base).Title(), wiki.Parse(ours), wiki.Parse(theirs)
	if base != nil && o.Title() != was && t.Title() == was && !bytes.Equal(base, theirs) && Follows(o, at, was) {
		theirs = u.renamed(was, ours, theirs)
	}
	m := Merge(base, ours, theirs, u.bases)
	u.put(at, m.Page)
	if m.Base != nil {
		u.Files[BaseName(wiki.Sum(m.Base))] = baseFile(m.Base)
	}
	if len(m.Waits) > 0 {
		u.Waits[at] = m.Waits
	}
}

// moves returns where a side moved pages, by the paths that they had: to a new page that rests on the same generated
// text, else to one that has the old name, of several the one it had last, else to one that has most of its names: a page
// that was merged under another name keeps those it had before.
func (u *union) moves(side Tree) map[string]string {
	out, taken := map[string]string{}, map[string]bool{}
	var gone, fresh []string
	for _, at := range slices.Sorted(maps.Keys(u.base)) {
		if side[at] == nil && u.store.Writes(at) {
			gone = append(gone, at)
		}
	}
	for _, to := range slices.Sorted(maps.Keys(side)) {
		if side[to] != nil && u.base[to] == nil && u.store.Writes(to) {
			fresh = append(fresh, to)
		}
	}
	for _, at := range gone {
		sum := wiki.Parse(u.base[at]).Sum()
		i := slices.IndexFunc(fresh, func(to string) bool { return sum != "" && !taken[to] && wiki.Parse(side[to]).Sum() == sum })
		if i >= 0 {
			out[at], taken[fresh[i]] = fresh[i], true
		}
	}
	for _, to := range fresh {
		page, from, last := wiki.Parse(side[to]), "", -1
		for _, at := range gone {
			if n := follows(page, at, wiki.Parse(u.base[at]).Title()); out[at] == "" && n > last {
				from, last = at, n
			}
		}
		if from != "" && !taken[to] {
			out[from], taken[to] = to, true
		}
	}
	for _, at := range gone {
		if out[at] != "" {
			continue
		}
		was, most := names(wiki.Parse(u.base[at]), at), 0
		for _, to := range fresh {
			n := 0
			for _, name := range names(wiki.Parse(side[to]), to) {
				if slices.Contains(was, name) {
					n++
				}
			}
			if !taken[to] && n > most {
				out[at], most = to, n
			}
		}
		if most > 0 {
			taken[out[at]] = true
		}
	}
	return out
}
