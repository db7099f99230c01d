package refactor

import (
	"bytes"
	"slices"

	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
)

// follow moves the state's record of the page along. From now on the name and place of the page are a person's
// choice.
func (m *mover) follow(s *shift, after []byte) {
	rec, ok := m.st.Pages[m.page.Path]
	if !ok {
		return
	}
	if was, ok := m.recorded(m.page.Path); ok {
		m.known(m.page.Path, m.to, was)
		return
	}
	rec = m.shifted(s, rec, m.page, m.to, after)
	rec.Hands, rec.Moved = true, true
	m.known(m.page.Path, m.to, &rec)
}

// known stores a record under the page's new path.
func (m *mover) known(at, now string, rec *state.PageRecord) {
	if at != now {
		m.Entry.SetPage(m.st, at, nil)
	}
	m.Entry.SetPage(m.st, now, rec)
}

// recorded returns the state's record of a page before the move that is reverted, if nobody changed the page since.
func (m *mover) recorded(at string) (*state.PageRecord, bool) {
	p := m.w.Page(at)
	if p == nil {
		return nil, false
	}
	if _, ok := m.untouched(p); !ok {
		return nil, false
	}
	was := m.back.Pages[at].Before
	if at == m.page.Path {
		was = m.back.Pages[m.back.Moved.From].Before
	}
	if was == nil {
		return nil, false
	}
	for _, hash := range []string{was.Base, was.Draft} {
		if text := m.back.TextOf(hash); text != nil {
			m.AddText(text)
		}
	}
	return was, true
}

// shifted returns the record of a page whose links were rewritten. The page counts as edited by a person only if it
// did before. The base texts of merges are rewritten too.
func (m *mover) shifted(s *shift, rec state.PageRecord, page *wiki.Page, now string, after []byte) state.PageRecord {
	hash := fsutil.Hash(page.Bytes())
	if rec.Base == hash && rec.Base == rec.Hash {
		rec.Base = m.AddText(s.rewrite(page.Path, now, page.Article))
	} else {
		rec.Base = m.kept(s, rec.Base, page.Path, now)
	}
	rec.Draft = m.kept(s, rec.Draft, page.Path, now)
	if rec.Hash == hash {
		rec.Hash = fsutil.Hash(after)
	} else {
		rec.Hands = true
	}
	return rec
}

// kept rewrites a stored text and returns its new hash.
func (m *mover) kept(s *shift, hash, at, now string) string {
	text, err := m.Store.Text(hash)
	if err != nil || text == nil {
		return hash
	}
	return m.AddText(s.rewrite(at, now, text))
}

// relinked plans the pages that link to what moves.
func (m *mover) relinked(s *shift) error {
	for _, p := range m.w.Pages() {
		if p == m.page || p.Article == nil || p.Kind == wiki.CodePage || p.Path == m.to {
			continue
		}
		if !m.links(s, p) {
			continue
		}
		if p.Kind == wiki.DayPage {
			m.logLinks(s, p)
			continue
		}
		after := s.rewrite(p.Path, p.Path, p.Article)
		if was, ok := m.untouched(p); ok {
			after = was
		}
		if bytes.Equal(after, p.Bytes()) {
			continue
		}
		if p.ReadOnly() || p.Linked() {
			m.note(p.Path, "cannot be written, so its links stay as they are")
			continue
		}
		m.Add([]journal.Edit{{Path: p.Path, Verb: journal.Update, Title: p.Title(), Before: p.Bytes(), After: after}})
		m.pages[p.Path] = after
		if rec, ok := m.st.Pages[p.Path]; ok {
			if was, ok := m.recorded(p.Path); ok {
				rec = *was
			} else {
				rec = m.shifted(s, rec, p, p.Path, after)
			}
			m.Entry.SetPage(m.st, p.Path, &rec)
		}
	}
	return nil
}

// links reports whether a page links to what moves, or did before the move that is reverted.
func (m *mover) links(s *shift, p *wiki.Page) bool {
	if _, ok := m.untouched(p); ok {
		return true
	}
	return slices.ContainsFunc(m.w.Outlinks(p), func(o wiki.Outlink) bool { return s.moves(o.To) })
}

// logLinks notes the links of a log whose target changes, because logs are not rewritten.
func (m *mover) logLinks(s *shift, p *wiki.Page) {
	for _, o := range m.w.Outlinks(p) {
		if !s.moves(o.To) {
			continue
		}
		to, err := s.after.ResolveFrom(p, o.Target)
		if o.Markdown {
			to, _, err = s.after.ResolveHref(p, o.Target)
		}
		if err != nil || to.Path != s.dest(o.To) {
			m.note(p.Path, "is a log and stays as it is, though its link to "+o.Target+" does not lead there any more")
		}
	}
}

// conclude plans what depends on the pages: the index, log.md, and which names are shared.
func (m *mover) conclude(lines []state.LogLine) error {
	after := m.w.With(m.pages, m.gone()...)
	lines = slices.DeleteFunc(lines, func(l state.LogLine) bool { return l.Date == "" })
	if m.back != nil {
		m.codeBack(after)
	} else {
		index, _ := m.IndexEdits(m.w, after, nil)
		log, _ := m.LogEdits(m.w, lines)
		m.Add(append(index, log...))
	}
	for at, rec := range m.st.Pages {
		p, planned := m.Pages[at]
		if planned && p.After == nil {
			continue
		}
		if planned {
			rec = *p.After
		}
		if is := Crowded(after, at); is != rec.Crowded {
			rec.Crowded = is
			m.Entry.SetPage(m.st, at, &rec)
		}
	}
	m.KeepTexts(&m.Entry)
	return nil
}

// codeBack plans the index and log.md when a move is reverted: as they were, if nobody changed them since.
func (m *mover) codeBack(after *wiki.Wiki) {
	whole := true
	for _, f := range m.back.Files {
		if now, err := m.HashOf(f.Path); err != nil || now != f.Now {
			whole = false
		}
	}
	if !whole {
		index, _ := m.IndexEdits(m.w, after, nil)
		m.Add(index)
	}
	for _, f := range m.back.Files {
		page := m.w.Page(f.Path)
		if !f.Code || page == nil || page.Article == nil {
			continue
		}
		now := page.Bytes()
		switch {
		case f.Before != nil && (whole || journal.IsLog(f.Path) && fsutil.Hash(now) == f.Now):
			m.Add([]journal.Edit{{Path: f.Path, Verb: journal.Update, Before: now, After: f.Before, Code: true}})
		case len(f.Lines) > 0:
			m.Add([]journal.Edit{{Path: f.Path, Verb: journal.Update, Before: now, After: journal.WithoutLines(now, f.Lines), Code: true}})
		}
	}
}
