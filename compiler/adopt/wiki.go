package adopt

import (
	"bytes"
	"maps"
	"slices"

	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/catalog"
)

// A Tree is the files below the wiki's folder, by their paths from the vault's root: all of them, or those that
// changed on either side.
type Tree map[string][]byte

// A Union is what makes one wiki of two.
type Union struct {
	Files map[string][]byte           // that differ from the trunk's; nil is removed
	Waits map[string][]merge.Conflict // lines of the person here that gave way: see Merged
}

// Wiki merges the articles and the log below the wiki's folder. What one side removed and the other edited by hand
// stays; what the other only generated goes. A page that one side moved is merged in its new place. The pages that list
// the articles are left to the next compile, and a person's own pages are left out.
func Wiki(folder string, base, ours, theirs Tree, bases func(sum string) []byte) Union {
	u := &union{base: base, ours: ours, theirs: theirs, bases: bases, store: wiki.Store{Wiki: folder}}
	u.Files, u.Waits = map[string][]byte{}, map[string][]merge.Conflict{}
	paths := Tree{}
	for _, t := range []Tree{base, ours, theirs} {
		maps.Copy(paths, t)
	}
	moved := map[string]bool{}
	for _, at := range slices.Sorted(maps.Keys(paths)) {
		if to := u.moved(at); to != "" {
			moved[to] = true
		}
	}
	for _, at := range slices.Sorted(maps.Keys(paths)) {
		switch {
		case catalog.IsLog(folder, at):
			u.put(at, catalog.MergeLog(base[at], ours[at], theirs[at]))
		case u.store.Writes(at) && !moved[at]:
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
}

func (u *union) put(at string, text []byte) {
	if is, there := u.theirs[at]; there != (text != nil) || !bytes.Equal(is, text) {
		u.Files[at] = text
	}
}

// page merges the page at a path that no side moved there.
func (u *union) page(at string) {
	b, o, t := u.base[at], u.ours[at], u.theirs[at]
	to := u.moved(at)
	switch {
	case to != "" && o == nil: // moved here
		if t == nil || bytes.Equal(b, t) {
			t = b
		}
		u.both(to, b, u.ours[to], t)
		u.put(at, nil)
	case to != "": // moved on the trunk
		u.both(to, b, o, u.theirs[to])
	case o != nil && t != nil:
		u.both(at, b, o, t)
	case o == nil && b != nil && (bytes.Equal(b, t) || wiki.Parse(t).Fits()):
		u.put(at, nil)
	case t == nil && !bytes.Equal(b, o) && (b == nil || !wiki.Parse(o).Fits()):
		u.put(at, o)
	}
}

// both merges a page that both sides have.
func (u *union) both(at string, base, ours, theirs []byte) {
	m := Merge(base, ours, theirs, u.bases)
	u.put(at, m.Page)
	if m.Base != nil {
		u.Files[BaseName(wiki.Sum(m.Base))] = m.Base
	}
	if len(m.Waits) > 0 {
		u.Waits[at] = m.Waits
	}
}

// moved returns where one of the sides moved the page at a path, "" if none did.
func (u *union) moved(at string) string {
	b := u.base[at]
	if b == nil || !u.store.Writes(at) {
		return ""
	}
	title := wiki.Parse(b).Title()
	for _, side := range []Tree{u.ours, u.theirs} {
		if side[at] != nil {
			continue
		}
		for _, to := range slices.Sorted(maps.Keys(side)) {
			if u.base[to] == nil && u.store.Writes(to) && Follows(wiki.Parse(side[to]), at, title) {
				return to
			}
		}
	}
	return ""
}
