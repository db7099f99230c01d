package site

import (
	"strings"

	"github.com/agent-admin/memoria/wiki"
)

// fewUnknown is how many pages are read at once to find who names a page of a site that is shown as it is
// asked for: no more than nobody waits for.
const fewUnknown = 50

// namedBy are the pages that name one. A site that is shown as it is asked for does not know that of all its
// pages at first, and looks for the names of this one alone until it does.
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

// countUnknown reports whether little is left to be found out.
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

// Stamp stands for all that a site of the vault shows, but the bytes of pictures and other attachments: two
// of the same stamp have the same pages. It needs no site.
func (v Vault) Stamp(o Options) string {
	d := newDigest()
	d.text(version, o.Title, o.Lang, o.BaseURL, o.Generator, strings.Join(o.Include, "\n"))
	if o.Live {
		d.text("live")
	}
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
