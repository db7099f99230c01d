package compiler

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// A route leads a draft to its page.
type route struct {
	draft draft.Draft
	keys  merge.Keys
	path  string
	to    *article // nil for a new page
	gone  bool     // the page was removed by hand, or the draft has lost what it connects
	left  bool     // the page stays as it is
	loose bool     // a connection that has lost an end and is kept for what it says
}

func (r *route) slug() wiki.Slug { return pageSlug(r.path) }

// names are those of the draft, title first, and those that its page was drafted under before: by
// any of them it is found again.
func (r *route) names() []string {
	names := append([]string{r.draft.Title}, r.draft.Aliases...)
	if r.to != nil {
		names = append(names, r.to.rec.Names...)
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

// A router finds a page for every draft. What it decides depends on the names alone, and drafts
// are taken in their order, so that the same drafts and pages always give the same routes.
type router struct {
	store    wiki.Store
	w        *wiki.Wiki
	articles []*article
	routes   []*route
	bySlug   map[string]*article // by folded name
	byTitle  map[string][]*article
	byAlias  map[string][]*article
	claimed  map[*article]bool
	drafted  map[string]*route // by the folded title of the draft
	written  map[string]*route // by the folded name of the page
}

func newRouter(store wiki.Store, w *wiki.Wiki, articles []*article) *router {
	r := &router{
		store: store, w: w, articles: articles, bySlug: map[string]*article{},
		byTitle: map[string][]*article{}, byAlias: map[string][]*article{},
		claimed: map[*article]bool{}, drafted: map[string]*route{}, written: map[string]*route{},
	}
	for _, a := range articles {
		if a.into != nil {
			continue
		}
		name := wiki.Fold(string(a.slug()))
		if old := r.bySlug[name]; old == nil || old.page == nil {
			r.bySlug[name] = a
		}
		for i, n := range a.names() {
			if n = wiki.Fold(n); i == 0 {
				r.byTitle[n] = append(r.byTitle[n], a)
			} else {
				r.byAlias[n] = append(r.byAlias[n], a)
			}
		}
	}
	return r
}

// route gives every draft its page: the one it says it continues or has the name of, then one that
// goes by its title or an alias (B-24), then a new one.
func (r *router) route(drafts []draft.Draft) {
	for i := range drafts {
		d := &route{draft: drafts[i], keys: merge.DraftKeys(&drafts[i])}
		if a := r.named(d.draft); a != nil && !r.claimed[a] {
			r.take(d, a)
		}
		r.routes = append(r.routes, d)
		r.drafted[wiki.Fold(d.draft.Title)] = d
	}
	for _, d := range r.routes {
		if d.to != nil {
			continue
		}
		if a := r.known(d.draft); a != nil {
			r.take(d, a)
		} else if a := r.sameEnds(d.draft); a != nil { // the other way round, say
			d.draft.Title = a.names()[0]
			r.take(d, a)
		}
	}
	for _, d := range r.routes {
		if d.to == nil {
			d.path = r.store.PathFor(d.draft.Type, r.free(d.draft))
		}
		d.draft.Slug = d.slug()
		r.written[wiki.Fold(string(d.slug()))] = d
	}
}

func (r *router) take(d *route, a *article) {
	d.to, d.path, d.gone = a, a.path, a.page == nil
	r.claimed[a] = true
}

func (r *router) named(d draft.Draft) *article {
	if d.Slug != "" {
		return r.bySlug[wiki.Fold(string(d.Slug))]
	}
	if a := r.bySlug[wiki.Fold(string(wiki.MakeSlug(d.Title)))]; a != nil && a.typ() == d.Type {
		return a
	}
	return nil
}

// known finds the article that a draft is about by its names: the title of either is the title or
// an alias of the other.
func (r *router) known(d draft.Draft) *article {
	lists := [][]*article{r.byTitle[wiki.Fold(d.Title)]}
	for _, alias := range d.Aliases {
		lists = append(lists, r.byTitle[wiki.Fold(alias)])
	}
	for _, list := range append(lists, r.byAlias[wiki.Fold(d.Title)]) {
		for _, a := range list {
			if !r.claimed[a] && a.typ() == d.Type {
				return a
			}
		}
	}
	return nil
}

// names are those a page goes by, title first: its own, then those it was drafted under. What stands
// in a header that cannot be read is no name.
func (a *article) names() []string {
	var names []string
	if a.readable() {
		names = append(append(names, a.page.Title()), a.page.Aliases()...)
	}
	names = append(names, a.rec.Names...)
	if len(names) == 0 { // a record has names, so there is a page
		for _, h := range a.page.Doc().Headings {
			if h.Level == 1 {
				return []string{wikilink.Plain(h.Text)}
			}
		}
		names = []string{string(a.slug())}
	}
	return names
}

// typ is the type of an article; one that cannot be read, or is gone, has that of its folder.
func (a *article) typ() wiki.Type {
	if a.page != nil && a.page.Type().Ours() {
		return a.page.Type()
	}
	for _, t := range []wiki.Type{wiki.Concept, wiki.Connection, wiki.QA} {
		if strings.Contains("/"+a.path, "/"+t.Folder()+"/") {
			return t
		}
	}
	return ""
}

// free finds a name for a new page that no page, attachment, title or alias of the vault has in any
// case (E-16): a link that somebody wrote never changes its meaning.
func (r *router) free(d draft.Draft) wiki.Slug {
	for n := 0; ; n++ {
		title := d.Title
		switch n {
		case 0:
		case 1:
			title += " " + string(d.Type)
		default:
			title += fmt.Sprintf(" %d", n)
		}
		slug := wiki.MakeSlug(title)
		if r.written[wiki.Fold(string(slug))] == nil && len(r.w.Claims(string(slug)))+len(r.w.Claims(string(slug)+".md")) == 0 {
			return slug
		}
	}
}

// prune drops the connections that have lost an end: exists tells which of the pages without a draft
// will be there.
func (r *router) prune(exists func(*wiki.Page) bool) {
	for again := true; again; {
		again = false
		for _, d := range r.routes {
			if !d.gone && !d.loose && d.draft.Type == wiki.Connection && len(r.refs(d, d.draft.Connects, exists)) < len(d.draft.Connects) {
				d.gone, again = true, true
			}
		}
	}
}

// keep brings the connections back that have lost an end and say what nothing else says.
func (r *router) keep(dropped map[string]bool) {
	for _, d := range r.routes {
		if d.gone && d.to != nil && d.to.page != nil && !dropped[d.path] {
			d.gone, d.loose = false, true
		}
	}
}

// settle resolves what the drafts name. A link to what a person removed is dropped with it.
func (r *router) settle(exists func(*wiki.Page) bool) {
	r.prune(exists)
	for _, d := range r.routes {
		d.draft.Connects = r.refs(d, d.draft.Connects, exists)
		d.draft.Consulted = r.refs(d, d.draft.Consulted, exists)
		var related []draft.Related
		seen := map[string]bool{d.path: true}
		for _, rel := range d.draft.Related {
			if ref, path, ok := r.resolve(rel.Ref, exists); ok && !seen[path] {
				seen[path] = true
				related = append(related, draft.Related{Ref: ref, Why: rel.Why})
			}
		}
		d.draft.Related = related
		d.draft.Aliases = r.aliases(d)
	}
}

func (r *router) refs(d *route, refs []draft.Ref, exists func(*wiki.Page) bool) []draft.Ref {
	var out []draft.Ref
	for _, ref := range refs {
		if ref, path, ok := r.resolve(ref, exists); ok && path != d.path {
			out = append(out, ref)
		}
	}
	return out
}

// resolve finds the page that a draft names, another draft by its title and an existing page by its
// slug, and how a link names it.
func (r *router) resolve(ref draft.Ref, exists func(*wiki.Page) bool) (_ draft.Ref, path string, ok bool) {
	d := r.drafted[wiki.Fold(ref.Title)]
	if ref.Slug != "" {
		d = r.written[wiki.Fold(string(ref.Slug))]
	}
	if d != nil {
		return draft.Ref{Slug: r.linkName(d), Title: d.draft.Title}, d.path, !d.gone
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

// linkName is what a link to the page of a draft says: its name, or its path once a person has made
// another page of that name.
func (r *router) linkName(d *route) wiki.Slug {
	if d.to == nil || d.to.page == nil {
		return d.slug()
	}
	return r.w.LinkName(d.to.page)
}

// aliases are those of a draft that no other page goes by.
func (r *router) aliases(d *route) []string {
	return slices.DeleteFunc(slices.Clone(d.draft.Aliases), func(alias string) bool {
		name := wiki.Fold(alias)
		for _, p := range r.w.Claims(alias) {
			if p.Path != d.path && p.Kind != wiki.ArticlePage {
				return true
			}
		}
		for _, o := range []*route{r.drafted[name], r.written[name]} {
			if o != nil && o != d && !o.gone {
				return true
			}
		}
		return false
	})
}

// cited are the citations of all drafts that have a page.
func (r *router) cited() merge.Keys {
	all := merge.Keys{}
	for _, d := range r.routes {
		if !d.gone {
			maps.Copy(all, d.keys)
		}
	}
	return all
}
