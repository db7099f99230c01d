package adopt

import (
	"maps"
	"slices"

	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/wiki"
)

// Replaced finds pages without a sum in whose place somebody put those of another vault, as a copy of a wiki over this
// one does. What this vault had on them is no removal by a person: it returns the lines that they lack, to be compiled
// again, and the pages. They only grow from then on, because who wrote what on them is not known.
//
// The proof is that a page names other days as its sources than it did, and exactly those that its lines cite. A person
// who takes lines out does not bring the property, the list at the end and the lines into step. Where the days are the
// same, nothing tells a page of another run from one that a person shortened, and the person is believed.
func Replaced(s *state.State, w *wiki.Wiki, text func(hash string) (*wiki.Article, error)) (lacks merge.Keys, paths []string, err error) {
	lacks = merge.Keys{}
	for _, at := range slices.Sorted(maps.Keys(s.Pages)) {
		rec, page := s.Pages[at], w.Page(at)
		if page == nil || page.Article == nil || page.ReadOnly() || page.Hash() == rec.Hash || page.Sum() != "" {
			continue
		}
		base, err := text(rec.Base)
		if err != nil {
			return nil, nil, err
		}
		if base == nil || slices.Equal(page.Sources(), base.Sources()) || !sourced(page.Article) || !sourced(base) {
			continue
		}
		had := merge.PageKeys(page.Article)
		maps.Copy(lacks, merge.PageKeys(base).Minus(had))
		s.Pages[at] = state.PageRecord{Names: rec.Names, Hash: page.Hash(), Cites: had.Sorted(), Hands: true, Moved: rec.Moved, Ends: rec.Ends}
		paths = append(paths, at)
	}
	return lacks, paths, nil
}

// sourced reports whether a page names exactly the days that it cites as its sources, in its properties and at its end.
func sourced(page *wiki.Article) bool {
	var cited, listed []wiki.Date
	section, ok := page.Section(wiki.SourcesHeading)
	for _, l := range page.Doc().Links {
		d, day := wiki.DayOf(l.Target)
		switch {
		case !day || l.Property:
		case ok && l.Start >= section.Body && l.End <= section.End:
			listed = append(listed, d)
		case l.Fragment != "":
			cited = append(cited, d)
		}
	}
	slices.Sort(cited)
	sources := page.Sources()
	return len(sources) > 0 && slices.Equal(slices.Compact(cited), sources) && slices.Equal(listed, sources)
}
