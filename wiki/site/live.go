package site

import (
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/related"
)

// fewUnknown is how many pages a live site reads at once to find mentions of a page, so that nobody has to
// wait.
const fewUnknown = 50

// namedBy returns the pages that name a page. A live site does not know this for all its pages at first, and
// until then searches for the names of this page only.
func (s *Site) namedBy(p *wiki.Page) []related.Naming {
	if !s.o.Live || s.known.Load() || s.few() {
		return s.mentions()[p]
	}
	if p.Kind == wiki.CodePage {
		return nil
	}
	all := s.find.Named(p)
	return all[:min(len(all), maxMentions)]
}

// countUnknown reports whether only a few pages are unread.
func (s *Site) countUnknown() bool {
	was := s.seen()
	if was.names != namesKey(s.src.Wiki) {
		return false
	}
	n := 0
	for _, p := range s.src.Wiki.Pages() {
		if p.Article != nil && (was.facts[p.Path] == nil || was.facts[p.Path].hash != p.Hash()) {
			n++
		}
	}
	return n <= fewUnknown
}

// Stamp returns a hash of everything that a site of the vault shows, except the bytes of pictures and other attachments:
// sites with the same stamp have the same pages. It does not build a site.
func (v Vault) Stamp(o Options) string {
	d := newDigest()
	o.key(d)
	d.text(o.Include...)
	for _, p := range v.Wiki.Pages() {
		d.text(p.Path)
		if p.Article != nil {
			d.text(p.Hash())
		}
	}
	for _, l := range v.Logs { // of which something may be withheld that is in their pages
		d.text("day", l.Date.String())
		for i := range l.Entries {
			e := &l.Entries[i]
			d.text(e.ID, e.Heading, e.Title, e.Context, e.At.String())
			for _, b := range e.Bullets {
				d.text(b.Block, b.Text)
			}
		}
	}
	return d.sum()
}
