package site

import (
	"fmt"
	"strings"

	"github.com/agent-admin/memoria/wiki"
)

// fewUnknown is how many pages a live site reads at once to find mentions of a page, so that nobody has to
// wait.
const fewUnknown = 50

// namedBy returns the pages that name a page. A live site does not know this for all its pages at first, and
// until then searches for the names of this page only.
func (s *Site) namedBy(p *wiki.Page) []naming {
	if !s.o.Live || s.known.Load() || s.few() {
		return s.mentions()[p]
	}
	if p.Kind == wiki.CodePage {
		return nil
	}
	var out []naming
	for _, n := range s.find.Named(p) {
		if len(out) == maxMentions {
			break
		}
		out = append(out, naming{n.By, n.At})
	}
	return out
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
	d.text(version, fmt.Sprint(o.Live, o.Markdown), o.Title, o.Lang, o.BaseURL, o.Generator, strings.Join(o.Include, "\n"))
	for _, name := range sortedKeys(o.Templates) {
		d.text(name, string(o.Templates[name]))
	}
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
