package compiler

import (
	"maps"
	"path"
	"slices"

	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/wiki"
)

// An article is a page of ours: one that stands in the wiki, one that a person removed, or both
// unknown to the state.
type article struct {
	path string
	page *wiki.Page // nil when a person removed it
	rec  state.PageRecord
	from string   // where the state knew it, if a person has moved it since
	into *article // of one that is gone: the page that has its name for an alias now
	// hands: a person's words are, or may be, in it.
	hands bool
}

func (a *article) slug() wiki.Slug { return pageSlug(a.path) }

func pageSlug(p string) wiki.Slug {
	base := path.Base(p)
	return wiki.Slug(base[:len(base)-len(path.Ext(base))])
}

// readable reports whether the page can be changed without harm.
func (a *article) readable() bool { return a.page != nil && !a.page.ReadOnly() }

// reconcile holds the state against the pages there are: which page is ours, which a person edited,
// moved or removed. The articles are in the order of their paths; hands is what a person did to them
// since the last run.
func reconcile(s *state.State, w *wiki.Wiki, store wiki.Store) (articles []*article, hands []hand) {
	r := &reconciler{w: w, store: store, byPath: map[string]*article{}}
	index := store.Folder() + "/index.md"
	var lost []string
	removed := 0 // since the last run
	for _, at := range slices.Sorted(maps.Keys(s.Pages)) {
		rec := s.Pages[at]
		page := w.Page(at)
		switch {
		case page == nil || page.Article == nil:
			lost = append(lost, at)
			if !rec.Deleted {
				removed++
			}
		case !page.ReadOnly() && !w.Ours(page, true):
			hands = append(hands, hand{path: at, now: at, text: "was an article and is a person's page now"})
		default:
			if rec.Deleted {
				hands = append(hands, hand{path: at, now: at, text: "was put back, and goes on"})
			}
			rec.Deleted = false
			r.add(&article{path: at, page: page, rec: rec, hands: rec.Hands || page.Hash() != rec.Hash})
		}
	}
	r.adopt(s)
	if removed > 0 && w.Page(index) == nil && r.none() {
		return r.articles(), append(hands, allGone(index))
	}
	moved := r.follow(s, lost)
	for _, at := range lost {
		rec := s.Pages[at]
		if to := moved[at]; to != nil {
			rec.Deleted, rec.Moved = false, true
			to.from = at
			to.rec, to.hands = rec, rec.Hands || to.page.Hash() != rec.Hash
			hands = append(hands, hand{path: at, now: to.path, text: "was moved to " + to.path + ", and goes on there"})
			continue
		}
		a := &article{path: at, rec: rec, into: r.merged(at, rec)}
		switch {
		case rec.Deleted:
		case a.into != nil:
			hands = append(hands, hand{path: at, now: a.into.path, text: "was merged into " + a.into.path + " by hand, and what is new of it goes there"})
		default:
			hands = append(hands, hand{path: at, text: "was removed by hand, and is not made again"})
		}
		a.rec.Deleted = true
		r.add(a)
	}
	return r.articles(), append(hands, r.crowds()...)
}

func allGone(index string) hand {
	return hand{path: path.Dir(index), all: true, text: "all articles are gone, the index too: they are made again"}
}

// merged finds the article that a person has merged a removed one into: its title, or its name, is an
// alias there now.
func (r *reconciler) merged(at string, rec state.PageRecord) *article {
	names := append([]string{string(pageSlug(at))}, rec.Names[:min(1, len(rec.Names))]...)
	for _, a := range r.articles() {
		if !a.readable() {
			continue
		}
		for _, alias := range a.page.Aliases() {
			if slices.ContainsFunc(names, func(n string) bool { return wiki.Fold(n) == wiki.Fold(alias) }) {
				return a
			}
		}
	}
	return nil
}

type reconciler struct {
	w      *wiki.Wiki
	store  wiki.Store
	byPath map[string]*article
	loose  []*article // ours by their looks, in no record
}

func (r *reconciler) add(a *article) { r.byPath[a.path] = a }

func (r *reconciler) articles() []*article {
	var out []*article
	for _, at := range slices.Sorted(maps.Keys(r.byPath)) {
		out = append(out, r.byPath[at])
	}
	return out
}

func (r *reconciler) none() bool {
	for _, a := range r.byPath {
		if a.page != nil {
			return false
		}
	}
	return true
}

// adopt finds the pages that are ours though the state does not know them: it was lost, or they
// were moved or copied here. Whatever is in them may be a person's. A page in our folders that
// cannot be read may be ours too, so its name stays taken.
func (r *reconciler) adopt(s *state.State) {
	for _, p := range r.w.Pages() {
		_, known := s.Pages[p.Path]
		if known || p.Article == nil || p.Kind == wiki.CodePage || p.Kind == wiki.DayPage || copyOf(p.Path, r.w) != "" {
			continue
		}
		a := &article{path: p.Path, page: p, hands: true}
		switch {
		case p.ReadOnly():
			if r.store.Writes(p.Path) {
				r.add(a)
			}
		case r.w.Ours(p, false):
			r.add(a)
			r.loose = append(r.loose, a)
		}
	}
}

// traits are what a page is known again by, the best first: its bytes, its file name, its title,
// the lines of the logs it cites.
type traits [4]string

const citesTrait = 3

func traitsOf(at string, r state.PageRecord) traits {
	return traits{r.Hash, wiki.Fold(string(pageSlug(at))), wiki.Fold(r.Names[0]), join(r.Cites)}
}

func (a *article) traits() traits {
	cites := merge.PageKeys(a.page.Article).Sorted()
	return traits{a.page.Hash(), wiki.Fold(string(a.slug())), wiki.Fold(a.page.Title()), join(cites)}
}

func join(keys []merge.Key) string {
	s := ""
	for _, k := range keys {
		s += string(k) + "\n"
	}
	return s
}

// follow finds where pages went that are not where they were. A better trait of any page goes before
// a worse one of another; that two cite the same lines proves something only while no third does.
func (r *reconciler) follow(s *state.State, lost []string) map[string]*article {
	moved := map[string]*article{}
	taken := map[*article]bool{}
	if len(lost) == 0 {
		return moved
	}
	for trait := range len(traits{}) {
		from, to := map[string][]string{}, map[string][]*article{}
		for _, at := range lost {
			if v := traitsOf(at, s.Pages[at])[trait]; v != "" && moved[at] == nil {
				from[v] = append(from[v], at)
			}
		}
		for _, a := range r.loose {
			if v := a.traits()[trait]; !taken[a] {
				to[v] = append(to[v], a)
			}
		}
		for v, pages := range from {
			if len(to[v]) == 0 || trait == citesTrait && len(pages)+len(to[v]) > 2 {
				continue
			}
			moved[pages[0]], taken[to[v][0]] = to[v][0], true
		}
	}
	return moved
}
