package compiler

import (
	"bytes"
	"slices"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
)

// follow has what the state knows of the page go with it. From now on a person has a say in what it is
// called and where it is.
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

// known notes a record under the path that the page has then.
func (m *mover) known(at, now string, rec *pageRecord) {
	if at != now {
		m.change.page(&m.st, at, nil)
	}
	m.change.page(&m.st, now, rec)
}

// recorded is what the state knew of a page before the move that is taken back, if nobody changed the
// page since.
func (m *mover) recorded(at string) (*pageRecord, bool) {
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
		if text := m.back.textOf(hash); text != nil {
			m.text(text)
		}
	}
	return was, true
}

// textOf is a text that the state refers to before the change, by its hash.
func (ch *change) textOf(hash string) []byte {
	if text, ok := ch.Texts[hash]; ok {
		return text
	}
	for _, f := range ch.Files {
		if f.Before != nil && f.was() == hash {
			return f.Before
		}
	}
	return nil
}

// shifted is what the state knows of a page whose links were rewritten: hands where there were hands,
// and none where there were none. The texts that the next merge starts from follow too.
func (m *mover) shifted(s *shift, rec pageRecord, page *wiki.Page, now string, after []byte) pageRecord {
	hash := fsutil.Hash(page.Bytes())
	if rec.Base == hash && rec.Base == rec.Hash {
		rec.Base = m.text(s.rewrite(page.Path, now, page.Article))
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

// kept rewrites a text that is kept, and returns its hash then.
func (m *mover) kept(s *shift, hash, at, now string) string {
	text, err := m.c.kept(hash)
	if err != nil || text == nil {
		return hash
	}
	return m.text(s.rewrite(at, now, text))
}

// relinked plans the pages that link to the one that goes.
func (m *mover) relinked(s *shift) error {
	for _, p := range m.w.Pages() {
		if p == m.page || p.Article == nil || p.Kind == wiki.CodePage || p.Path == m.to {
			continue
		}
		if !m.links(p) {
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
		m.add([]Edit{{Path: p.Path, Verb: Update, Title: p.Title(), Before: p.Bytes(), After: after}})
		m.pages[p.Path] = after
		if rec, ok := m.st.Pages[p.Path]; ok {
			if was, ok := m.recorded(p.Path); ok {
				rec = *was
			} else {
				rec = m.shifted(s, rec, p, p.Path, after)
			}
			m.change.page(&m.st, p.Path, &rec)
		}
	}
	return nil
}

// links reports whether a page links to the one that goes, or did before the move that is taken back.
func (m *mover) links(p *wiki.Page) bool {
	if _, ok := m.untouched(p); ok {
		return true
	}
	return slices.ContainsFunc(m.w.Outlinks(p), func(o wiki.Outlink) bool { return o.To == m.page })
}

// logLinks notes the links of a log that do not lead where they did: logs are not rewritten.
func (m *mover) logLinks(s *shift, p *wiki.Page) {
	for _, o := range m.w.Outlinks(p) {
		if o.To != m.page {
			continue
		}
		to, err := s.after.ResolveFrom(p, o.Target)
		if o.Markdown {
			to, _, err = s.after.ResolveHref(p, o.Target)
		}
		if err != nil || to.Path != s.to {
			m.note(p.Path, "is a log and stays as it is, though its link to "+o.Target+" does not lead there any more")
		}
	}
}

// conclude plans what follows from the pages: the index, log.md, and which names are shared.
func (m *mover) conclude(lines []logLine) error {
	removed := m.gone()
	after := m.w.With(m.pages, removed...)
	lines = slices.DeleteFunc(lines, func(l logLine) bool { return l.Date == "" })
	if m.back != nil {
		m.codeBack(after)
	} else {
		m.add(indexEdits(m.c, m.w, after))
		m.add(m.logEdits(lines))
	}
	for at, rec := range m.st.Pages {
		p, planned := m.Pages[at]
		if planned && p.After == nil {
			continue
		}
		if planned {
			rec = *p.After
		}
		if is := crowded(after, at); is != rec.Crowded {
			rec.Crowded = is
			m.change.page(&m.st, at, &rec)
		}
	}
	m.c.keepOld(&m.change)
	return nil
}

// logEdits are the pages of the wiki's log with lines added.
func (m *mover) logEdits(lines []logLine) []Edit {
	if info, err := m.c.Vault.Lstat(m.c.logPath()); err == nil && info.IsDir() || len(lines) == 0 {
		return nil
	}
	var edits []Edit
	for _, f := range m.w.Log(logDays(lines)...) {
		e := Edit{Path: f.Path, Verb: Create, After: f.Data, code: true}
		if page := m.w.Page(f.Path); page != nil && page.Article != nil {
			e.Verb, e.Before = Update, page.Bytes()
		}
		edits = append(edits, e)
	}
	return edits
}

// codeBack plans the index and log.md when a move is taken back: as they were, where nobody changed
// them since.
func (m *mover) codeBack(after *wiki.Wiki) {
	whole := true
	for _, f := range m.back.Files {
		if now, err := m.c.hashOf(f.Path); err != nil || now != f.Now {
			whole = false
		}
	}
	if !whole {
		m.add(indexEdits(m.c, m.w, after))
	}
	for _, f := range m.back.Files {
		page := m.w.Page(f.Path)
		if !f.Code || page == nil || page.Article == nil {
			continue
		}
		now := page.Bytes()
		switch {
		case f.Before != nil && (whole || isLog(f.Path) && fsutil.Hash(now) == f.Now):
			m.add([]Edit{{Path: f.Path, Verb: Update, Before: now, After: f.Before, code: true}})
		case len(f.Lines) > 0:
			m.add([]Edit{{Path: f.Path, Verb: Update, Before: now, After: withoutLines(now, f.Lines), code: true}})
		}
	}
}
