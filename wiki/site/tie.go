package site

import (
	"github.com/agent-admin/memoria/wiki"
)

// A tie is a link of a page, written or a property's, and where it leads.
type tie struct {
	target string
	to     *wiki.Page
	err    error
}

// leads tells where.
func (t *tie) leads() string {
	if t.err != nil {
		return "! " + t.err.Error()
	}
	return t.to.Path
}

// tiesOf finds where the links of all pages lead, and those of their properties that say what they connect. It
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
	out := make([]tie, 0, len(targets)+len(hrefs)+len(ends))
	for _, target := range targets {
		to, err := w.ResolveFrom(p, target)
		out = append(out, tie{target, to, err})
	}
	for _, target := range hrefs {
		to, _, err := w.ResolveHref(p, target)
		out = append(out, tie{target, to, err})
	}
	for _, target := range ends {
		to, err := w.ResolveFrom(p, target)
		out = append(out, tie{target, to, err})
	}
	return out
}
