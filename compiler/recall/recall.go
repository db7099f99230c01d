// Package recall finds out what the compiler wrote of the pages whose state is lost.
package recall

import (
	"context"
	"slices"

	"github.com/agent-admin/memoria/compiler/articles"
	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
)

// A Memory is what is left to tell what the compiler wrote. Each field is required.
type Memory struct {
	Author func(context.Context, []daily.Dated, []wiki.Known) ([]draft.Draft, error) // asks nothing
	Wiki   *wiki.Wiki
	Store  wiki.Store
	By     string                                   // recipe
	Text   func(hash string) (*wiki.Article, error) // a base text that is still kept, or nil
	Keep   func(text []byte) (hash string)
	Summed func(text []byte) []byte
}

// Recall finds out what the compiler last wrote of each page: a text of its own that is still kept, or what its author
// makes of the entries that the pages rest on. A page with these bytes is the compiler's as before. One that mostly has
// their lines was edited by a person, and they are the base of its merge. So news that came in between changes the same
// lines as it would have with the state.
func (m *Memory) Recall(ctx context.Context, entries []daily.Dated, pages []*articles.Article) error {
	cites := merge.Keys{}
	var loose []*articles.Article
	for _, a := range pages {
		if len(a.Record.Names) > 0 || !a.Readable() || !m.Store.Writes(a.Path) {
			continue
		}
		loose = append(loose, a)
		cites.Add(merge.PageKeys(a.Page.Article).Sorted())
		own, err := m.Text(a.Page.Hash())
		if err != nil {
			return err
		}
		if own != nil {
			m.own(a, state.PageRecord{Names: a.Names(), By: m.By, Moved: !m.placed(a, a.Page.Title()), Base: a.Page.Hash()})
		}
	}
	if len(loose) == 0 {
		return nil
	}
	cited := func(e daily.Dated) bool {
		return slices.ContainsFunc(merge.EntryKeys(e), func(k merge.Key) bool { return cites[k] })
	}
	last := len(entries)
	for last > 0 && !cited(entries[last-1]) {
		last--
	}
	alone := slices.DeleteFunc(slices.Clone(entries[:last]), func(e daily.Dated) bool { return !cited(e) })
	best := map[*articles.Article]int{}
	for _, then := range [][]daily.Dated{entries[:last], alone} { // what no page tells of may have come since
		if err := m.redraft(ctx, then, pages, loose, best); err != nil {
			return err
		}
		if len(alone) == last {
			break
		}
	}
	return nil
}

// redraft compares pages with what the author makes of the entries that there were then.
func (m *Memory) redraft(ctx context.Context, then []daily.Dated, pages, loose []*articles.Article, best map[*articles.Article]int) error {
	past := make([]*articles.Article, len(pages)) // as they were while the compiler knew them
	was := map[*articles.Article]*articles.Article{}
	for i, a := range pages {
		c := *a
		c.Hands = c.Hands && !slices.Contains(loose, a)
		past[i], was[&c] = &c, a
	}
	drafts, err := m.Author(ctx, then, articles.Known(m.Wiki, past))
	if err != nil {
		return err
	}
	merge.Tell(drafts, then)
	router := articles.NewRouter(m.Store, m.Wiki, past)
	router.Route(drafts)
	router.Settle(func(*wiki.Page) bool { return true })
	for _, r := range router.Routes {
		a := was[r.To]
		if a == nil || r.Gone || !a.Hands || !slices.Contains(loose, a) {
			continue
		}
		text := m.Summed(r.Draft.Render())
		same := alike(wiki.Parse(text), a.Page.Article)
		switch {
		case string(text) == string(a.Page.Bytes()):
			m.own(a, state.PageRecord{Names: r.Names(), By: m.By, Edited: r.Draft.By, Ends: articles.Ends(r.Draft.Connects),
				Moved: !m.placed(a, r.Draft.Title), Base: m.Keep(text)})
		case same > best[a]:
			a.Record.Base, best[a] = m.Keep(text), same
		}
	}
	return nil
}

// own makes a page the compiler's again.
func (m *Memory) own(a *articles.Article, rec state.PageRecord) {
	rec.Hash, rec.Crowded = a.Page.Hash(), a.Record.Crowded
	rec.AddCites(merge.PageKeys(a.Page.Article))
	a.Record, a.Hands = rec, false
}

// placed reports whether a page stands where one with a title would be written.
func (m *Memory) placed(a *articles.Article, title string) bool {
	return a.Path == m.Store.PathFor(a.Type(), m.Store.Name(title))
}

// alike counts the lines of a text that a page has, too; 0 if that is not most of them.
func alike(text, page *wiki.Article) int {
	has := map[string]bool{}
	for _, s := range merge.Sections(page) {
		for _, u := range s.Units {
			has[u.Text] = true
		}
	}
	same, all := 0, 0
	for _, s := range merge.Sections(text) {
		for _, u := range s.Units {
			all++
			if has[u.Text] {
				same++
			}
		}
	}
	if same*2 <= all {
		return 0
	}
	return same
}
