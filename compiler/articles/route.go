package articles

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// A Route leads a draft to its page.
type Route struct {
	Draft draft.Draft
	Keys  merge.Keys
	Path  string
	To    *Article // nil for a new page
	Gone  bool     // a person removed the page, or the draft has lost what it connects
	Left  bool     // the page stays as it is
	loose bool     // a connection that has lost an end and is kept for its content
}

func (r *Route) slug() wiki.Slug { return PageSlug(r.Path) }

// Names returns the names of the draft, title first, and those that its page was drafted under before. Any of them
// finds the page.
func (r *Route) Names() []string {
	names := append([]string{r.Draft.Title}, r.Draft.Aliases...)
	if r.To != nil {
		names = append(names, r.To.Record.Names...)
	}
	var out []string
	seen := map[string]bool{}
	for _, n := range names {
		if !seen[wiki.Fold(n)] {
			seen[wiki.Fold(n)] = true
			out = append(out, n)
		}
	}
	return out
}

// A Router finds a page for every draft. It uses only names and takes drafts in their order, so that the same drafts
// and pages always give the same routes.
type Router struct {
	store    wiki.Store
	w        *wiki.Wiki
	articles []*Article
	Routes   []*Route
	bySlug   map[string]*Article // by folded name
	byTitle  map[string][]*Article
	byAlias  map[string][]*Article
	claimed  map[*Article]bool
	drafted  map[string]*Route // by the folded title of the draft
	written  map[string]*Route // by the folded name of the page

	Renames func(*Article) bool // reports whether an article may get another file name; nil for none
}

func NewRouter(store wiki.Store, w *wiki.Wiki, articles []*Article) *Router {
	r := &Router{
		store: store, w: w, articles: articles, bySlug: map[string]*Article{},
		byTitle: map[string][]*Article{}, byAlias: map[string][]*Article{},
		claimed: map[*Article]bool{}, drafted: map[string]*Route{}, written: map[string]*Route{},
	}
	for _, a := range articles {
		if a.Into != nil {
			continue
		}
		name := wiki.Fold(string(a.Slug()))
		if old := r.bySlug[name]; old == nil || old.Page == nil {
			r.bySlug[name] = a
		}
		for i, n := range a.Names() {
			if n = wiki.Fold(n); i == 0 {
				r.byTitle[n] = append(r.byTitle[n], a)
			} else {
				r.byAlias[n] = append(r.byAlias[n], a)
			}
		}
	}
	return r
}

// Route gives every draft its page: the one that it continues or has the name of, then one with its title or an
// alias, then a new one.
func (r *Router) Route(drafts []draft.Draft) {
	for i := range drafts {
		d := &Route{Draft: drafts[i]}
		if a := r.named(d.Draft); a != nil && !r.claimed[a] {
			r.take(d, a)
		}
		r.Routes = append(r.Routes, d)
		r.drafted[wiki.Fold(d.Draft.Title)] = d
	}
	for _, d := range r.Routes {
		if d.To != nil {
			continue
		}
		if a := r.known(d.Draft); a != nil && !r.renames(d.Draft, a) {
			r.take(d, a)
		} else if a := r.sameEnds(d.Draft); a != nil { // for example with swapped ends
			d.Draft.Title = a.Names()[0]
			r.take(d, a)
		}
	}
	for _, d := range r.Routes {
		if d.To == nil {
			d.Path = r.store.PathFor(d.Draft.Type, r.free(d.Draft))
		}
		d.Draft.Slug = d.slug()
		r.written[wiki.Fold(string(d.slug()))] = d
	}
}

// renames reports whether a draft gets another page than the one that has one of its names: the page has another file
// name than the draft, and no person cares. So the names of pages do not depend on the order in which logs arrived.
func (r *Router) renames(d draft.Draft, a *Article) bool {
	return r.Renames != nil && r.Renames(a) && !a.Kept() && d.Slug == "" && wiki.Fold(string(r.store.Name(d.Title))) != wiki.Fold(string(a.Slug())) && r.own(a.Page) &&
		!slices.ContainsFunc(r.w.LinkersOf(a.Page), func(from *wiki.Page) bool { return !r.own(from) })
}

// own reports whether a page is an article that no person edited, moved or named.
func (r *Router) own(page *wiki.Page) bool {
	return page.Kind == wiki.CodePage || slices.ContainsFunc(r.articles, func(a *Article) bool { return a.Page == page && !a.Kept() && r.store.Writes(a.Path) })
}

func (r *Router) take(d *Route, a *Article) {
	d.To, d.Path, d.Gone = a, a.Path, a.Page == nil
	r.claimed[a] = true
}

func (r *Router) named(d draft.Draft) *Article {
	if d.Slug != "" {
		return r.bySlug[wiki.Fold(string(d.Slug))]
	}
	if a := r.bySlug[wiki.Fold(string(r.store.Name(d.Title)))]; a != nil && a.Type() == d.Type {
		return a
	}
	return nil
}

// known finds the article of a draft by names: the title of either is the title or an alias of the other.
func (r *Router) known(d draft.Draft) *Article {
	lists := [][]*Article{r.byTitle[wiki.Fold(d.Title)]}
	for _, alias := range d.Aliases {
		lists = append(lists, r.byTitle[wiki.Fold(alias)])
	}
	for _, list := range append(lists, r.byAlias[wiki.Fold(d.Title)]) {
		for _, a := range list {
			if !r.claimed[a] && a.Type() == d.Type {
				return a
			}
		}
	}
	return nil
}

// Names returns the names of a page, title first: its own, then those it was drafted under. A header that cannot be
// read gives no names.
func (a *Article) Names() []string {
	var names []string
	if a.Readable() && !a.Emptied() {
		names = append(append(names, a.Page.Title()), a.Page.Aliases()...)
	}
	names = append(names, a.Record.Names...)
	if len(names) == 0 { // a record has names, so there is a page
		for _, h := range a.Page.Doc().Headings {
			if h.Level == 1 {
				return []string{wikilink.Plain(h.Text)}
			}
		}
		names = []string{string(a.Slug())}
	}
	return names
}

// Type returns the type of an article; if the page cannot be read or is gone, that of its folder.
func (a *Article) Type() wiki.Type {
	if a.Page != nil && a.Page.Type().Ours() {
		return a.Page.Type()
	}
	return PathType(a.Path)
}

// PathType returns the type of the articles in the folder of a path.
func PathType(at string) wiki.Type {
	for _, t := range []wiki.Type{wiki.Concept, wiki.Connection, wiki.QA} {
		if strings.Contains("/"+at, "/"+t.Folder()+"/") {
			return t
		}
	}
	return ""
}

// free finds a name for a new page that no page, attachment, title or alias of the vault has in any letter case, so
// that existing links keep their meaning.
func (r *Router) free(d draft.Draft) wiki.Slug {
	for n := 0; ; n++ {
		title := d.Title
		switch n {
		case 0:
		case 1:
			title += " " + string(d.Type)
		default:
			title += fmt.Sprintf(" %d", n)
		}
		slug := r.store.Name(title)
		claims := append(r.w.Claims(string(slug)), r.w.Claims(string(slug)+".md")...)
		taken := slices.ContainsFunc(claims, func(p *wiki.Page) bool { return !r.own(p) || wiki.Fold(p.Name) == wiki.Fold(string(slug)) })
		if r.written[wiki.Fold(string(slug))] == nil && !taken {
			return slug
		}
	}
}

// Prune drops the connections that have lost an end. exists reports which pages without a draft will exist.
func (r *Router) Prune(exists func(*wiki.Page) bool) {
	for again := true; again; {
		again = false
		for _, d := range r.Routes {
			if !d.Gone && !d.loose && d.Draft.Type == wiki.Connection && len(r.refs(d, d.Draft.Connects, exists)) < len(d.Draft.Connects) {
				d.Gone, again = true, true
			}
		}
	}
}

// Keep restores connections that have lost an end and say something that nothing else says.
func (r *Router) Keep(dropped map[string]bool) {
	for _, d := range r.Routes {
		if d.Gone && d.To != nil && d.To.Page != nil && !dropped[d.Path] {
			d.Gone, d.loose = false, true
		}
	}
}

// Settle resolves what the drafts name. A link to a page that a person removed is dropped.
func (r *Router) Settle(exists func(*wiki.Page) bool) {
	r.Prune(exists)
	for _, d := range r.Routes {
		d.Draft.Connects = r.refs(d, d.Draft.Connects, exists)
		d.Draft.Consulted = r.refs(d, d.Draft.Consulted, exists)
		var related []draft.Related
		seen := map[string]bool{d.Path: true}
		for _, rel := range d.Draft.Related {
			if ref, path, ok := r.resolve(rel.Ref, exists); ok && !seen[path] {
				seen[path] = true
				related = append(related, draft.Related{Ref: ref, Why: rel.Why})
			}
		}
		d.Draft.Related = related
		d.Draft.Aliases = r.aliases(d)
	}
}

func (r *Router) refs(d *Route, refs []draft.Ref, exists func(*wiki.Page) bool) []draft.Ref {
	var out []draft.Ref
	for _, ref := range refs {
		if ref, path, ok := r.resolve(ref, exists); ok && path != d.Path {
			out = append(out, ref)
		}
	}
	return out
}

// resolve finds the page that a draft names, another draft by its title and an existing page by its slug, and the
// form of a link to it.
func (r *Router) resolve(ref draft.Ref, exists func(*wiki.Page) bool) (_ draft.Ref, path string, ok bool) {
	d := r.drafted[wiki.Fold(ref.Title)]
	if ref.Slug != "" {
		d = r.written[wiki.Fold(string(ref.Slug))]
	}
	if d != nil {
		return draft.Ref{Slug: r.linkName(d), Title: d.Draft.Title}, d.Path, !d.Gone
	}
	if ref.Slug == "" {
		return ref, "", false
	}
	p, err := r.w.Resolve(string(ref.Slug))
	if err != nil || !exists(p) {
		return ref, "", false
	}
	if ref.Title == "" {
		ref.Title = p.Title()
	}
	return draft.Ref{Slug: r.w.LinkName(p), Title: ref.Title}, p.Path, true
}

// linkName returns the target of a link to the page of a draft: its name, or its path if a person has made another
// page of that name.
func (r *Router) linkName(d *Route) wiki.Slug {
	if d.To == nil || d.To.Page == nil {
		return d.slug()
	}
	return r.w.LinkName(d.To.Page)
}

// aliases returns the aliases of a draft that no other page has.
func (r *Router) aliases(d *Route) []string {
	return slices.DeleteFunc(slices.Clone(d.Draft.Aliases), func(alias string) bool {
		name := wiki.Fold(alias)
		for _, p := range r.w.Claims(alias) {
			if p.Path != d.Path && p.Kind != wiki.ArticlePage {
				return true
			}
		}
		for _, o := range []*Route{r.drafted[name], r.written[name]} {
			if o != nil && o != d && !o.Gone {
				return true
			}
		}
		return false
	})
}
