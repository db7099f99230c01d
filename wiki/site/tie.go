package site

import (
	"slices"

	"github.com/agent-admin/memoria/wiki"
)

// A tie is a link of a page, from its text or a property, and its target.
type tie struct {
	target string
	to     *wiki.Page
	err    error
}

// leads returns the target.
func (t *tie) leads() string {
	if t.err != nil {
		return "! " + t.err.Error()
	}
	return t.to.Path
}

// tiesOf returns the links of all pages with their targets, and those of the properties that say what pages connect. It
// reads no page.
func tiesOf(w *wiki.Wiki) map[*wiki.Page][]tie {
	pages := w.Pages()
	all := make([][]tie, len(pages))
	wiki.Each(len(pages), func(i int) {
		if pages[i].Article != nil {
			all[i] = tiesIn(w, pages[i])
		}
	})
	out := make(map[*wiki.Page][]tie, len(pages))
	for i, p := range pages {
		if len(all[i]) > 0 {
			out[p] = all[i]
		}
	}
	return out
}

func tiesIn(w *wiki.Wiki, p *wiki.Page) []tie {
	targets, hrefs, ends := p.Targets(), p.Hrefs(), p.Connects()
	out := make([]tie, len(targets)+len(hrefs)+len(ends))
	for i, target := range slices.Concat(targets, hrefs, ends) {
		t := &out[i]
		if t.target = target; i >= len(targets) && i < len(targets)+len(hrefs) {
			t.to, _, t.err = w.ResolveHref(p, target)
		} else {
			t.to, t.err = w.ResolveFrom(p, target)
		}
	}
	return out
}
