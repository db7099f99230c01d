package refactor

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// A RefusedError says why a page is not moved or merged. Nothing was written.
type RefusedError struct {
	Target string // the page or the name, as given
	Reason string
	Hint   string // what helps, or ""
}

func (e *RefusedError) Error() string { return fmt.Sprintf("%q %s", e.Target, e.Reason) }

// A mover plans one move or merge.
type mover struct {
	*journal.Journal
	w             *wiki.Wiki
	st            *state.State
	page          *wiki.Page // that moves or is merged
	to            string
	title         string         // the new one, "" for none
	back          *journal.Entry // the move that this one reverts
	journal.Entry                // the planned change
	pages         map[string][]byte
	dropped       []string // connections that are removed
}

// Move renames a page and rewrites every link to it. old is a name that a link would find it by; name is a title, a
// file name, a path in the vault or a folder. The old name stays as an alias; moving the page back restores
// everything. Links in day logs are not rewritten: they find the page by the alias. With dry nothing is written. The
// error is a *[RefusedError], a *wiki.SlugError, a *wiki.AmbiguousError, a *wiki.UnresolvedError, or an
// fsutil.ErrLocked.
func Move(ctx context.Context, j *journal.Journal, old, name string, dry bool) (*journal.Change, error) {
	return change(ctx, j, journal.Moving, []string{old, name}, dry, func(m *mover) error {
		var err error
		if m.page, err = m.find(old); err != nil {
			return err
		}
		if err := m.aim(name); err != nil {
			return err
		}
		return m.move()
	})
}

// change plans one change of pages and applies it.
func change(ctx context.Context, j *journal.Journal, what string, args []string, dry bool, plan func(*mover) error) (*journal.Change, error) {
	if !dry {
		done, unlock, err := j.Begin(ctx, what)
		if err != nil {
			return nil, err
		}
		defer unlock()
		if done != nil && done.What == what && slices.Equal(done.Args, args) {
			return done, nil
		}
	}
	m := &mover{Journal: j, pages: map[string][]byte{}}
	m.What, m.Args = what, args
	var err error
	if m.st, err = j.Store.Load(); err != nil {
		return nil, err
	}
	if m.w, err = j.Wiki.Load(ctx); err != nil {
		return nil, fmt.Errorf("read the wiki: %w", err)
	}
	open := j.Open()
	open.Resume(m.st, m.w)
	if err := plan(m); err != nil {
		return nil, err
	}
	if dry || len(m.Files) == 0 {
		return m.Change(), nil
	}
	return j.Perform(ctx, &m.Entry)
}

// find returns the page with a name, if it may be changed.
func (m *mover) find(name string) (*wiki.Page, error) {
	target := strings.TrimSpace(name)
	if links := wikilink.Extract([]byte(target)); len(links) == 1 && links[0].End-links[0].Start == len(target) {
		target = links[0].Target
	}
	page, err := m.w.Resolve(strings.TrimPrefix(target, "./"))
	if err != nil {
		return nil, err
	}
	refuse := func(reason, hint string) (*wiki.Page, error) {
		return nil, &RefusedError{Target: name, Reason: reason, Hint: hint}
	}
	switch {
	case page.Kind == wiki.DayPage:
		return refuse("is the log of a day, which keeps its name", "")
	case page.Kind == wiki.CodePage:
		return refuse("is a page that memoria writes anew", "")
	case page.Linked():
		return refuse("is a symbolic link", "name the page where it lies")
	case page.Article == nil:
		return refuse("is no page", "rename it in Obsidian, or in a file manager")
	case page.ReadOnly():
		return refuse("has properties that cannot be read, so it cannot be written", "memoria lint shows the line; mend it first")
	}
	return page, nil
}

// ours reports whether a page is an article that the compiler writes.
func (m *mover) ours(p *wiki.Page) bool {
	rec, known := m.st.Pages[p.Path]
	return m.w.Ours(p, known && !rec.Deleted)
}

// move plans the renaming and everything that depends on it.
func (m *mover) move() error {
	if m.to == m.page.Path && m.title == "" {
		return nil
	}
	after, err := m.renamed(m.page.Article)
	if err != nil {
		return err
	}
	s := &shift{before: m.w, moved: map[string]string{m.page.Path: m.to}, title: m.title}
	s.after = m.w.With(map[string][]byte{m.to: after.Bytes()}, m.gone()...)
	text := s.rewrite(m.page.Path, m.to, m.page.Article)
	if after, err = m.renamed(wiki.Parse(text)); err != nil {
		return err
	}
	data := after.Bytes()
	if was, ok := m.untouched(m.page); ok {
		data = was
	}
	e := journal.Edit{Path: m.to, Verb: journal.Rename, Title: m.title, Before: m.page.Bytes(), After: data, Was: m.page.Path}
	if m.to == m.page.Path {
		e.Verb, e.Was = journal.Update, ""
	}
	m.Add([]journal.Edit{e})
	m.pages[m.to] = data
	m.follow(s, data)
	if err := m.relinked(s); err != nil {
		return err
	}
	return m.conclude(m.line())
}

// gone returns the paths that no longer exist.
func (m *mover) gone() []string {
	if m.to == m.page.Path {
		return m.dropped
	}
	return append(m.dropped, m.page.Path)
}

// renamed returns the page under its new title, with its old names among its aliases.
func (m *mover) renamed(a *wiki.Article) (*wiki.Article, error) {
	old, out, err := m.page.Title(), a, error(nil)
	if m.title != "" {
		if _, own := a.Text("title"); own || m.page.Kind == wiki.ArticlePage {
			if out, err = out.SetText("title", m.title); err != nil {
				return nil, err
			}
		}
		for _, h := range a.Doc().Headings {
			if h.Level == 1 && wikilink.Plain(h.Text) == old {
				if out, err = out.SetHeading(m.title); err != nil {
					return nil, err
				}
			}
			break
		}
	}
	return m.aliased(out, old)
}

// aliased updates the aliases to the new name of the page.
func (m *mover) aliased(a *wiki.Article, old string) (*wiki.Article, error) {
	is := []string{path.Base(stemOf(m.to)), m.title}
	var drop []string
	if m.back != nil {
		drop = m.back.Moved.Aliases
	}
	same := func(a, b string) bool { return strings.EqualFold(a, b) }
	list := slices.DeleteFunc(a.List("aliases"), func(s string) bool {
		return slices.Contains(drop, s) || slices.ContainsFunc(is, func(n string) bool { return same(n, s) })
	})
	m.Moved = &journal.Renaming{From: m.page.Path, To: m.to}
	if m.title != "" {
		m.Moved.Was, m.Moved.Is = old, m.title
	}
	if m.back == nil {
		for _, n := range []string{old, m.page.Name} {
			keep := n == old && m.title != "" || n == m.page.Name && m.to != m.page.Path
			known := slices.ContainsFunc(append(append(is, a.Title()), append(list, a.List("alias")...)...), func(s string) bool { return same(s, n) })
			if !keep || known {
				continue
			}
			if by := m.claimed(n); by != "" {
				m.note(m.to, fmt.Sprintf("does not keep the name %q, which is that of %s too", n, by))
				continue
			}
			list = append(list, n)
			m.Moved.Aliases = append(m.Moved.Aliases, n)
		}
	}
	if slices.Equal(list, a.List("aliases")) {
		return a, nil
	}
	if len(list) == 0 {
		return a.Delete("aliases")
	}
	return a.SetList("aliases", list)
}

// claimed returns the path of another page that has a name, or "".
func (m *mover) claimed(name string) string {
	for _, p := range m.w.Claims(name) {
		if p != m.page && p.Path != m.to {
			return p.Path
		}
	}
	return ""
}

func (m *mover) note(at, text string) {
	n := journal.Note{Path: at, Text: text}
	if !slices.Contains(m.Notes, n) {
		m.Notes = append(m.Notes, n)
	}
}

// untouched returns a page as it was before the move that is reverted, if nobody changed it since.
func (m *mover) untouched(p *wiki.Page) ([]byte, bool) {
	if m.back == nil {
		return nil, false
	}
	for _, f := range m.back.Files {
		if f.Path == p.Path && !f.Code && f.Before != nil && f.Now == fsutil.Hash(p.Bytes()) {
			return f.Before, true
		}
	}
	return nil, false
}

// line returns the line of log.md about the move; none for a person's page.
func (m *mover) line() []state.LogLine {
	if !m.ours(m.page) || m.to == m.page.Path && m.title == "" {
		return nil
	}
	rec := m.st.Pages[m.page.Path]
	rec.AddCites(merge.PageKeys(m.page.Article))
	title := m.title
	if title == "" {
		title = m.page.Title()
	}
	note := "it was " + stemOf(strings.TrimPrefix(m.page.Path, m.w.Dir()+"/"))
	if m.to == m.page.Path {
		note = "it was called " + m.page.Title()
	}
	return []state.LogLine{{Date: lastDay(rec), Verb: "renamed", Path: m.to, Title: title, Note: note}}
}

// lastDay returns the newest day that a page cites, "" if it cites none.
func lastDay(rec state.PageRecord) wiki.Date {
	if all := merge.KeysOf(rec.Cites).Days(); len(all) > 0 {
		return all[len(all)-1].Day()
	}
	return ""
}

// Crowded reports whether links to the article must use its path because another page has its name.
func Crowded(w *wiki.Wiki, at string) bool {
	page := w.Page(at)
	return page != nil && string(w.LinkName(page)) != page.Name
}
