package related

import (
	"slices"

	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
)

// Overturned returns the lines of logs that the history of an article cites, by day and block id,
// "2026-11-27#^k3f9a2c", each with the day on which another line replaced it.
func Overturned(p *wiki.Page) map[string]string {
	out := map[string]string{}
	for _, pt := range p.PointsIn(wiki.History) {
		if until, _, _, ok := draft.ReadReplacement(pt.Text); ok && len(pt.Cites) > 1 && pt.Cites[0].Block != "" {
			out[string(pt.Cites[0].Date)+"#^"+pt.Cites[0].Block] = until
		}
	}
	return out
}

// overturn marks the lines of entries that the history of an article cites, and moves them after those that hold.
func (f *Finder) overturn(entries []Entry) {
	until := map[string]string{}
	read := map[*wiki.Page]bool{}
	for i := range entries {
		day := f.Wiki.Page(entries[i].Path)
		if day == nil {
			continue
		}
		for _, p := range f.Wiki.LinkersOf(day) {
			if p.Kind == wiki.ArticlePage && !read[p] {
				read[p] = true
				for cite, day := range Overturned(p) {
					until[cite] = max(until[cite], day)
				}
			}
		}
	}
	for i := range entries {
		list := entries[i].Bullets
		for k := range list {
			list[k].Until = until[list[k].Cite]
		}
		slices.SortStableFunc(list, func(a, b Bullet) int { return min(len(a.Until), 1) - min(len(b.Until), 1) })
	}
}

// Said returns the text of a line; for an overturned one it adds until when it held.
func (b *Bullet) Said() string {
	if b.Until == "" {
		return b.Text
	}
	return "until " + b.Until + ": " + b.Text
}
