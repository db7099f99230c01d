package compiler

import (
	"slices"

	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// sameEnds finds the connection that connects what a draft of one does.
func (r *router) sameEnds(d wiki.Draft) *article {
	ends := endsOf(d.Connects)
	if d.Type != wiki.Connection || len(ends) < 2 {
		return nil
	}
	for _, a := range r.articles {
		if !r.claimed[a] && a.typ() == wiki.Connection && slices.Equal(a.ends(), ends) {
			return a
		}
	}
	return nil
}

// endsOf are the titles of what a connection connects, in one order.
func endsOf(refs []wiki.Ref) []string {
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

// ends are those of a connection that stands in the wiki, as it names them, or as it was drafted.
func (a *article) ends() []string {
	if len(a.rec.Ends) > 0 || !a.readable() {
		return a.rec.Ends
	}
	var out []string
	for _, s := range a.page.List("connects") {
		for _, l := range wikilink.Extract([]byte(s)) {
			out = append(out, wiki.Fold(l.Shown()))
		}
	}
	slices.Sort(out)
	return out
}
