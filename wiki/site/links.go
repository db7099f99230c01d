package site

import (
	"errors"
	"strings"

	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/site/markup"
	"github.com/agent-admin/memoria/wiki/site/plan"
	"github.com/agent-admin/memoria/wiki/site/view"
)

// links says where the links of a page lead, from the page they are shown on. It implements markup.Links.
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
		file := l.s.plan.Files[to.Path]
		if file == "" {
			return markup.Place{Class: "outside", Title: notHere}
		}
		return markup.Place{Href: view.Relative(l.out, file), Class: "file", Image: plan.Picture(file)}
	}
	at := l.s.plan.ByPath[to.Path]
	if at == nil {
		return markup.Place{Class: "outside", Title: notHere}
	}
	id, ok := at.Place(t.Fragment)
	class := ""
	if at.View == view.DayPage && t.Fragment != "" && l.from.Kind != wiki.DayPage {
		class = "cite"
	}
	if !ok {
		class = strings.TrimSpace(class + " lost")
	}
	href := view.Relative(l.out, at.Out)
	if at.Out == l.out && id != "" {
		href = ""
	}
	return markup.Place{Href: view.WithFragment(href, id), Class: class}
}

// notHere is shown for a page that exists but is not part of the site. Its title must not be revealed.
const notHere = "not part of this site"

// mayMean describes the shown pages among those that a link may mean.
func (s *Site) mayMean(candidates []string) string {
	var shown []string
	for _, c := range candidates {
		if at := s.plan.ByPath[c]; at != nil {
			shown = append(shown, at.Shown())
		}
	}
	if len(shown) < 2 {
		return "may mean several pages"
	}
	return "may mean: " + strings.Join(shown, ", ")
}

// resolve returns the file that a target means, and the page's name for it.
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

// Embed implements markup.Links.
func (l links) Embed(t markup.Target) (markup.Embedded, bool) {
	to, _, err := l.resolve(t)
	if err != nil || to.Article == nil {
		return markup.Embedded{}, false
	}
	at := l.s.plan.ByPath[to.Path]
	if at == nil {
		return markup.Embedded{}, false
	}
	id, _ := at.Place(t.Fragment)
	return markup.Embedded{
		Body: at.Body(), Fragment: strings.TrimSpace(t.Fragment), Links: links{s: l.s, from: to, out: l.out}, Key: to.Path,
		Title: at.Shown(), Href: view.WithFragment(view.Relative(l.out, at.Out), id),
	}, true
}

// Tag implements markup.Links.
func (l links) Tag(name string) string {
	if list := l.s.plan.ByTag[wiki.Fold(name)]; list != nil {
		return view.Relative(l.out, list.Out)
	}
	return ""
}

// ref returns a link to a page, as it is written on another.
func (s *Site) ref(from string, to *plan.Page) view.Ref {
	return view.Ref{Href: view.Relative(from, to.Out), Title: to.Shown(), Kind: to.Sort()}
}
