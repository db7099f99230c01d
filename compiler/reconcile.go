package compiler

import (
	"maps"
	"path"
	"slices"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
)

// An article is a page of ours: one that stands in the wiki, one that a person removed, or both
// unknown to the state.
type article struct {
	path string
	page *wiki.Page // nil when a person removed it
	rec  pageRecord
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
// moved or removed. The articles are in the order of their paths.
func reconcile(s *state, w *wiki.Wiki, store wiki.Store) (articles []*article, notes []Note) {
	r := &reconciler{w: w, store: store, byPath: map[string]*article{}}
	index := indexPath(store)
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
			notes = append(notes, Note{Path: at, Text: "was an article and is a person's page now"})
		default:
			rec.Deleted = false
			r.add(&article{path: at, page: page, rec: rec, hands: rec.Hands || fsutil.Hash(page.Bytes()) != rec.Hash})
		}
	}
	r.adopt(s)
	if removed > 0 && w.Page(index) == nil && r.none() {
		return r.articles(), append(notes, Note{Path: path.Dir(index), Text: "all articles are gone, the index too: they are made again"})
	}
	for _, at := range lost {
		rec := s.Pages[at]
		if to := r.follow(at, rec); to != nil {
			rec.Deleted, rec.Moved = false, true
			to.rec, to.hands = rec, rec.Hands || fsutil.Hash(to.page.Bytes()) != rec.Hash
			notes = append(notes, Note{Path: to.path, Text: "was " + at + ", and goes on here"})
			continue
		}
		if !rec.Deleted {
			notes = append(notes, Note{Path: at, Text: "was removed by hand, and is not made again"})
		}
		rec.Deleted = true
		r.add(&article{path: at, rec: rec})
	}
	return r.articles(), notes
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
func (r *reconciler) adopt(s *state) {
	for _, p := range r.w.Pages() {
		_, known := s.Pages[p.Path]
		if known || p.Article == nil || p.Kind == wiki.CodePage || p.Kind == wiki.DayPage || copyOf(p.Path, r.w) != "" {
			continue
		}
		a := &article{path: p.Path, page: p, hands: true}
		switch {
		case p.ReadOnly():
			if writable(r.store, p.Path) {
				r.add(a)
			}
		case r.w.Ours(p, false):
			r.add(a)
			r.loose = append(r.loose, a)
		}
	}
}

// follow finds where a page went that is not where it was: to a page of the same bytes, of the same
// name, or that cites the same lines of the logs.
func (r *reconciler) follow(from string, rec pageRecord) *article {
	for _, same := range []func(*article) bool{
		func(a *article) bool { return fsutil.Hash(a.page.Bytes()) == rec.Hash },
		func(a *article) bool { return wiki.Fold(string(a.slug())) == wiki.Fold(string(pageSlug(from))) },
		func(a *article) bool {
			return len(rec.Names) > 0 && wiki.Fold(a.page.Title()) == wiki.Fold(rec.Names[0])
		},
		func(a *article) bool {
			return len(rec.Cites) > 0 && slices.Equal(rec.Cites, slices.Sorted(maps.Keys(pageKeys(a.page.Article))))
		},
	} {
		if i := slices.IndexFunc(r.loose, same); i >= 0 {
			a := r.loose[i]
			r.loose = slices.Delete(r.loose, i, i+1)
			return a
		}
	}
	return nil
}
