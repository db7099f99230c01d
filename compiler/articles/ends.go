package articles

import (
	"slices"

	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// sameEnds finds the connection with the same ends as a draft of one.
func (r *Router) sameEnds(d draft.Draft) *Article {
	ends := Ends(d.Connects)
	if d.Type != wiki.Connection || len(ends) < 2 {
		return nil
	}
	pages := r.endPages(ends)
	for _, a := range r.articles {
		if !r.claimed[a] && a.Type() == wiki.Connection && (slices.Equal(a.ends(), ends) || slices.Equal(r.endPages(a.ends()), pages)) {
			return a
		}
	}
	return nil
}

// endPages returns the pages of a connection's ends by their names, so that a renamed page is still the same end. A
// name without an article stands for itself.
func (r *Router) endPages(ends []string) []string {
	out := make([]string, 0, len(ends))
	for _, name := range ends {
		for _, list := range [][]*Article{r.byTitle[name], r.byAlias[name]} {
			if len(list) > 0 && list[0].Page != nil && !slices.ContainsFunc(list, func(a *Article) bool { return a != list[0] }) {
				name = list[0].Path
				break
			}
		}
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// Ends returns the sorted titles of what a connection connects.
func Ends(refs []draft.Ref) []string {
	var out []string
	for _, ref := range refs {
		name := ref.Title
		if name == "" {
			name = string(ref.Slug)
		}
		out = append(out, wiki.Fold(name))
	}
	slices.Sort(out)
	return out
}

// ends returns the ends of an existing connection, as its page names them or as it was drafted.
func (a *Article) ends() []string {
	if len(a.Record.Ends) > 0 || !a.Readable() {
		return a.Record.Ends
	}
	var out []string
	for _, s := range a.Page.List("connects") {
		for _, l := range wikilink.Extract([]byte(s)) {
			out = append(out, wiki.Fold(l.Shown()))
		}
	}
	slices.Sort(out)
	return out
}
