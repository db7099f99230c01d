package site

import (
	"errors"
	"strings"

	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/site/markup"
	"github.com/agent-admin/memoria/wiki/site/view"
)

// links answers where the links of a page lead, from the page they are shown on. It implements markup.Links.
type links struct {
	s    *Site
	from *wiki.Page // whose words they are
	out  string     // the file they are shown on
}

// Place implements markup.Links.
func (l links) Place(t markup.Target) markup.Place {
	to, name, err := l.resolve(t)
	var many *wiki.AmbiguousError
	switch {
	case errors.As(err, &many):
		return markup.Place{Class: "ambiguous", Title: l.s.mayMean(many.Candidates)}
	case err != nil:
		return markup.Place{Class: "missing", Title: "no page is called " + name}
	}
	if to.Article == nil {
		file := l.s.plan.files[to.Path]
		if file == "" {
			return markup.Place{Class: "outside", Title: notHere}
		}
		return markup.Place{Href: view.Relative(l.out, file), Class: "file", Image: picture(file)}
	}
	at := l.s.plan.byPath[to.Path]
	if at == nil {
		return markup.Place{Class: "outside", Title: notHere}
	}
	id, ok := l.s.fragment(at, t.Fragment)
	class := ""
	if at.kind == view.DayPage && t.Fragment != "" && l.from.Kind != wiki.DayPage {
		class = "cite"
	}
	if !ok {
		class = strings.TrimSpace(class + " lost")
	}
	href := view.Relative(l.out, at.out)
	if at.out == l.out && id != "" {
		href = ""
	}
	return markup.Place{Href: view.WithFragment(href, id), Class: class}
}

// notHere is said of what is there and is not shown. What it is called is nobody's business.
const notHere = "not part of this site"

// mayMean tells of the pages that a link may mean those that are shown.
func (s *Site) mayMean(candidates []string) string {
	var shown []string
	for _, c := range candidates {
		if at := s.plan.byPath[c]; at != nil {
			shown = append(shown, titleOf(at))
		}
	}
	if len(shown) < 2 {
		return "may mean several pages"
	}
	return "may mean: " + strings.Join(shown, ", ")
}

// resolve finds the file that a target means, and what the page calls it.
func (l links) resolve(t markup.Target) (to *wiki.Page, name string, err error) {
	if !t.Plain {
		to, err = l.s.src.Wiki.ResolveFrom(l.from, t.Name)
		return to, t.Name, err
	}
	if t.Name == "" {
		return l.from, "", nil
	}
	return l.s.src.Wiki.ResolveHref(l.from, t.Name)
}

// fragment is the id of a place on a page; ok is false where there is no such place, and the link leads to
// the page.
func (s *Site) fragment(at *page, fragment string) (id string, ok bool) {
	fragment = strings.TrimSpace(fragment)
	if fragment == "" {
		return "", true
	}
	at.look.Do(at.findPlaces)
	if fragment[0] == '^' {
		id, ok = at.blocks[strings.ToLower(fragment[1:])]
		return id, ok
	}
	return at.headings.Find(fragment)
}

// findPlaces finds what links may lead to within a page.
func (p *page) findPlaces() {
	doc := p.Doc()
	p.blocks = make(map[string]string, len(doc.Blocks))
	for _, b := range doc.Blocks {
		if key := strings.ToLower(b.ID); p.blocks[key] == "" { // the first of several
			p.blocks[key] = "^" + b.ID
		}
	}
	texts, levels := make([]string, len(doc.Headings)), make([]int, len(doc.Headings))
	for i, h := range doc.Headings {
		texts[i], levels[i] = h.Text, h.Level
	}
	p.headings = markup.NewIndex(texts, levels)
}

// Embed implements markup.Links.
func (l links) Embed(t markup.Target) (markup.Embedded, bool) {
	to, _, err := l.resolve(t)
	if err != nil || to.Article == nil {
		return markup.Embedded{}, false
	}
	at := l.s.plan.byPath[to.Path]
	if at == nil {
		return markup.Embedded{}, false
	}
	id, _ := l.s.fragment(at, t.Fragment)
	return markup.Embedded{
		Body: at.Body(), Fragment: strings.TrimSpace(t.Fragment), Links: links{s: l.s, from: to, out: l.out}, Key: to.Path,
		Title: titleOf(at), Href: view.WithFragment(view.Relative(l.out, at.out), id),
	}, true
}

// Tag implements markup.Links.
func (l links) Tag(name string) string {
	if list := l.s.plan.byTag[wiki.Fold(name)]; list != nil {
		return view.Relative(l.out, list.out)
	}
	return ""
}

// ref is a link to a page, as it is written on another.
func (s *Site) ref(from string, to *page) view.Ref {
	return view.Ref{Href: view.Relative(from, to.out), Title: titleOf(to), Kind: sortOf(to), Description: to.Description()}
}

// sortOf is what a page is, for people and for the style sheet.
func sortOf(at *page) string {
	switch at.kind {
	case view.ArticlePage:
		return string(at.Type())
	case view.DayPage:
		return "day"
	}
	return "page"
}

func titleOf(at *page) string {
	if at.kind == view.DayPage {
		return at.Name
	}
	return at.Title()
}
