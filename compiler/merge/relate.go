package merge

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// Relink returns the page with the compiler's links corrected: those in lines of Related Concepts and elements of
// connects that base, the compiler's last version, has too. now returns the new target of a link, or false if it
// leads nowhere; then the link is removed. Relink returns the page itself if there is nothing to correct.
func Relink(page, base *wiki.Article, now func(target string) (string, bool)) (*wiki.Article, error) {
	said := func(text string) (string, bool) {
		links := wikilink.Extract([]byte(text))
		if len(links) == 0 {
			return text, true
		}
		to, ok := now(links[0].Target)
		return strings.Replace(text, "[["+links[0].Target, "[["+to, 1), ok
	}
	old := base.List("connects")
	var list []string
	for _, s := range page.List("connects") {
		is, keep := s, true
		if slices.Contains(old, s) && len(wikilink.Extract([]byte(s))) == 1 {
			is, keep = said(s)
		}
		if keep {
			list = append(list, is)
		}
	}
	if !slices.Equal(list, page.List("connects")) {
		var err error
		if page, err = page.SetList("connects", list); err != nil {
			return nil, err
		}
	}
	return related(page, base, func(_ *Section, u Unit) (string, bool) { return said(u.Text) })
}

// related edits the lines of Related Concepts that base has too. edit returns the new line, or false to remove it. An
// empty section is removed.
func related(page, base *wiki.Article, edit func(s *Section, u Unit) (text string, keep bool)) (*wiki.Article, error) {
	was, is := find(Sections(base), wiki.RelatedConcepts), find(Sections(page), wiki.RelatedConcepts)
	if was == nil || is == nil {
		return page, nil
	}
	m := &merger{theirs: page}
	left := len(is.Units)
	for _, u := range is.Units {
		if !u.Item() || !slices.ContainsFunc(was.Units, func(b Unit) bool { return b.Text == u.Text }) {
			continue
		}
		switch text, keep := edit(is, u); {
		case !keep:
			m.splices = append(m.splices, m.cut(u, is.end))
			left--
		case text != u.Text:
			m.splices = append(m.splices, Splice{u.Start, u.End, text})
		}
	}
	if len(m.splices) == 0 {
		return page, nil
	}
	out := wiki.Parse(m.spliced())
	if left == 0 {
		return out.RemoveSection(wiki.RelatedConcepts)
	}
	return out, nil
}
