package refactor

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
)

// Merge merges the page a into the page b. What a says and b does not goes to the section of the same heading, the
// names of a become aliases of b, links to a lead to b, and a is removed. Later entries about the subject of a go to
// b. All words of a person stay. Names, dry and errors are those of [Move].
func Merge(ctx context.Context, j *journal.Journal, a, b string, dry bool) (*journal.Change, error) {
	return change(ctx, j, journal.Merging, []string{a, b}, dry, func(m *mover) error {
		var err error
		if m.page, err = m.find(a); err != nil {
			return err
		}
		into, err := m.find(b)
		if err != nil {
			return err
		}
		m.to = into.Path
		if err := m.mergeable(into, a, b); err != nil {
			return err
		}
		return m.absorb(into)
	})
}

// mergeable returns an error if two pages cannot become one.
func (m *mover) mergeable(into *wiki.Page, a, b string) error {
	switch {
	case into == m.page:
		return &RefusedError{Target: a, Reason: "and " + b + " are the same page"}
	case m.ours(m.page) && !m.ours(into):
		return &RefusedError{Target: b, Reason: "is a page of your own, and memoria would not go on writing there", Hint: "merge it the other way round, or give it the type of an article first"}
	case m.ours(m.page) && m.page.Type() != into.Type():
		return &RefusedError{Target: a, Reason: "is of type " + string(m.page.Type()) + ", and " + b + " of type " + string(into.Type()), Hint: "only pages of one type can be merged"}
	}
	return nil
}

func (m *mover) absorb(into *wiki.Page) error {
	s := &shift{before: m.w, moved: map[string]string{m.page.Path: into.Path}, title: into.Title()}
	named, err := m.named(into.Article, into)
	if err != nil {
		return err
	}
	s.after = m.w.With(map[string][]byte{into.Path: named.Bytes()}, m.page.Path)
	theirs := wiki.Parse(s.rewrite(m.page.Path, into.Path, m.page.Article))
	page := wiki.Parse(s.rewrite(into.Path, into.Path, into.Article))
	if page, err = m.named(page, into); err != nil {
		return err
	}
	f := &merge.Fold{Page: page, From: theirs, Self: into, Wiki: s.after, Gone: m.joined(s.after, into), Note: func(text string) { m.note(into.Path, text) }}
	if f.Ours, err = m.base(s, m.page, into.Path); err != nil {
		return err
	}
	if f.Own, err = m.base(s, into, into.Path); err != nil {
		return err
	}
	if page, err = f.Run(); errors.Is(err, merge.ErrNoPlace) {
		return &RefusedError{Target: into.Path, Reason: "has no place for what is to be added: a code block or a comment is left open in it", Hint: "close it, then run this again"}
	} else if err != nil {
		return err
	}
	data := page.Bytes()
	m.Add([]journal.Edit{
		{Path: into.Path, Verb: journal.Update, Title: into.Title(), Before: into.Bytes(), After: data},
		{Path: m.page.Path, Verb: journal.Remove, Title: m.page.Title(), Before: m.page.Bytes()},
	})
	m.pages[into.Path] = data
	m.united(s, into, data)
	if err := m.relinked(s); err != nil {
		return err
	}
	// The removed page goes last: its content is elsewhere by then.
	i := slices.IndexFunc(m.Files, func(f journal.File) bool { return f.Path == m.page.Path })
	gone := m.Files[i]
	m.Files = append(slices.Delete(m.Files, i, i+1), gone)
	return m.conclude(append(m.mergeLines(into), m.disconnect(f.Gone)...))
}

// named returns the page with the names of the removed one among its aliases.
func (m *mover) named(a *wiki.Article, into *wiki.Page) (*wiki.Article, error) {
	list := a.List("aliases")
	known := append([]string{into.Title(), into.Name}, a.Aliases()...)
	for _, n := range slices.Concat([]string{m.page.Title(), m.page.Name}, m.page.Aliases()) {
		if slices.ContainsFunc(known, func(k string) bool { return strings.EqualFold(k, n) }) {
			continue
		}
		if by := m.claimed(n); by != "" {
			m.note(m.to, "does not get the name \""+n+"\", which is that of "+by+" too")
			continue
		}
		known, list = append(known, n), append(list, n)
	}
	if slices.Equal(list, a.List("aliases")) {
		return a, nil
	}
	return a.SetList("aliases", list)
}

// base returns the compiler's last version of a page, as its text reads at another path; nil if there is none.
func (m *mover) base(s *shift, page *wiki.Page, now string) (*wiki.Article, error) {
	rec := m.st.Pages[page.Path]
	base, err := m.Store.Text(rec.Base)
	if base == nil && err == nil && !rec.Hands && rec.Hash == fsutil.Hash(page.Bytes()) {
		base = page.Article
	}
	if err != nil || base == nil {
		return nil, err
	}
	return wiki.Parse(s.rewrite(page.Path, now, base)), nil
}

// united updates the records of the two: the removed page is not made again; the other gets all citations and counts
// as edited by a person.
func (m *mover) united(s *shift, into *wiki.Page, after []byte) {
	gone, known := m.st.Pages[m.page.Path]
	ours := m.ours(m.page)
	if known || ours {
		if len(gone.Names) == 0 {
			gone.Names = append([]string{m.page.Title()}, m.page.Aliases()...)
		}
		gone.AddCites(merge.PageKeys(m.page.Article))
		gone.Deleted, gone.Base, gone.Draft = true, "", ""
		m.Entry.SetPage(m.st, m.page.Path, &gone)
	}
	rec, ok := m.st.Pages[into.Path]
	if !ok {
		return
	}
	rec = m.shifted(s, rec, into, into.Path, after)
	rec.AddCites(merge.KeysOf(gone.Cites))
	rec.AddCites(merge.PageKeys(wiki.Parse(after)))
	rec.Hands = true
	m.Entry.SetPage(m.st, into.Path, &rec)
}

// mergeLines returns the lines of log.md. They also record, in case the state is lost, that the removed page is not
// to be made again.
func (m *mover) mergeLines(into *wiki.Page) []state.LogLine {
	rec, ok := m.Pages[m.page.Path]
	if !ok || rec.After == nil {
		return nil
	}
	day := lastDay(*rec.After)
	return []state.LogLine{
		{Date: day, Verb: "merged", Path: into.Path, Title: into.Title(), Note: "with " + stemOf(strings.TrimPrefix(m.page.Path, m.w.Dir()+"/"))},
		{Date: day, Verb: journal.Remove.Past(), Path: m.page.Path, Title: m.page.Title(), Note: state.ByHand},
	}
}

// joined returns the connections of the two pages, which connect one page with itself now, if the compiler alone wrote
// them and no other page links to them.
func (m *mover) joined(after *wiki.Wiki, into *wiki.Page) map[string]bool {
	out := map[string]bool{}
	for _, p := range after.Pages() {
		if p.Article == nil || p.Type() != wiki.Connection {
			continue
		}
		all, ends := p.Connects(), map[string]bool{}
		for _, t := range all {
			if to, err := after.ResolveFrom(p, t); err == nil {
				ends[to.Path] = true
			}
		}
		if len(all) < 2 || len(ends) != 1 || !ends[into.Path] {
			continue
		}
		rec, known := m.st.Pages[p.Path]
		if out[p.Path] = known && !rec.Hands && !rec.Moved && rec.Hash == fsutil.Hash(p.Bytes()) && !m.linked(after, p, into.Path); !out[p.Path] {
			m.note(p.Path, "connected the two pages and stays, because somebody wrote in it or links to it")
		}
	}
	return out
}

// linked reports whether a page but one links to a page, or is generated.
func (m *mover) linked(w *wiki.Wiki, p *wiki.Page, but string) bool {
	return slices.ContainsFunc(w.LinkersOf(p), func(from *wiki.Page) bool { return from.Kind != wiki.CodePage && from.Path != but })
}

// disconnect plans the removal of connections of a page with itself. It returns their lines of log.md.
func (m *mover) disconnect(joined map[string]bool) (lines []state.LogLine) {
	after := m.w.With(m.pages, m.page.Path)
	for _, at := range slices.Sorted(maps.Keys(joined)) {
		if p := m.w.Page(at); joined[at] && !m.linked(after, after.Page(at), at) {
			m.Files = slices.DeleteFunc(m.Files, func(f journal.File) bool { return f.Path == at })
			m.Add([]journal.Edit{{Path: at, Verb: journal.Remove, Title: p.Title(), Before: p.Bytes()}})
			lines = append(lines, state.LogLine{Date: lastDay(m.st.Pages[at]), Verb: journal.Remove.Past(), Path: at, Title: p.Title()})
			m.Entry.SetPage(m.st, at, nil)
			delete(m.pages, at)
			m.dropped = append(m.dropped, at)
		}
	}
	return lines
}
