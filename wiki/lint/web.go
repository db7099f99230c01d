package lint

import (
	"slices"

	"github.com/agent-admin/memoria/wiki"
)

// A web answers what checks ask about the links of the vault.
type web interface {
	links(p *wiki.Page) []wiki.Outlink // the links of a page, resolved
	linked(p *wiki.Page) bool          // another page links to it that code did not write
	leads(from, to *wiki.Page) bool    // one page links to another
}

// whole is the web of a snapshot of which all pages are read.
type whole struct{ *wiki.Wiki }

func (w whole) links(p *wiki.Page) []wiki.Outlink { return w.Outlinks(p) }
func (w whole) linked(p *wiki.Page) bool          { return len(w.Backlinks(p)) > 0 }
func (w whole) leads(from, to *wiki.Page) bool {
	return slices.ContainsFunc(w.Outlinks(from), func(o wiki.Outlink) bool { return o.To == to })
}
