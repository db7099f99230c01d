package articles

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki"
)

// Kept reports whether a person edited, moved or removed the article, so that it keeps its name and place.
func (a *Article) Kept() bool {
	return a.Page == nil || !a.Readable() || a.Hands || a.Record.Moved
}

// copiedFrom returns the article that a person copied a page from, nil if it is none: it says of itself that it is memoria's, cites a
// log, and has the title of an article that is still there.
func copiedFrom(p *wiki.Page, w *wiki.Wiki, articles map[string]*Article) *Article {
	if p.Article == nil || !p.Article.Type().Ours() || !p.CitesLog() {
		return nil
	}
	for _, o := range w.Claims(p.Title()) {
		if a := articles[o.Path]; o != p && a != nil && a.Page != nil && wiki.Fold(o.Title()) == wiki.Fold(p.Title()) {
			return a
		}
	}
	return nil
}

// Known returns the pages that the author may continue or link to. It includes articles that a person removed, so
// that their subjects keep their names. It excludes articles that a person merged into others, copies that a sync
// tool made, and pages that a person gave the name of an article; the article continues.
func Known(w *wiki.Wiki, pages []*Article) []wiki.Known {
	var out []wiki.Known
	byPath, taken := map[string]*Article{}, map[string]bool{}
	for _, a := range pages {
		byPath[a.Path] = a
		if a.Into != nil {
			continue
		}
		names := a.Names()
		if a.Page != nil {
			taken[wiki.Fold(string(a.Slug()))], taken[wiki.Fold(names[0])] = true, true
		}
		k := wiki.Known{Slug: a.Slug(), Title: names[0], Type: a.Type(), Kept: a.Kept()}
		for _, n := range names[1:] {
			if !slices.ContainsFunc(append(k.Aliases, names[0]), func(o string) bool { return wiki.Fold(o) == wiki.Fold(n) }) {
				k.Aliases = append(k.Aliases, n)
			}
		}
		out = append(out, k)
	}
	for _, page := range w.Pages() {
		if page.Article == nil || byPath[page.Path] != nil || page.Kind == wiki.DayPage || page.Kind == wiki.CodePage || CopyOf(page.Path, w) != "" ||
			taken[wiki.Fold(strings.TrimSpace(page.Name))] || taken[wiki.Fold(page.Title())] || copiedFrom(page, w, byPath) != nil {
			continue
		}
		out = append(out, wiki.Known{Slug: page.Slug(), Title: page.Title(), Aliases: page.Aliases(), Type: page.Type(), Human: true})
	}
	return out
}
