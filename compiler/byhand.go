package compiler

import (
	"path"
	"strings"

	"github.com/agent-admin/memoria/wiki"
)

// A hand is what a person did to an article since the last run, or to the meaning of its name. The
// pages that link to it are looked at again, though no log tells anything new.
type hand struct {
	path string // as the state knows it
	now  string // where it is now; "" when it is gone
	all  bool   // the whole wiki went
	text string
}

func handNotes(hands []hand) []Note {
	var notes []Note
	for _, h := range hands {
		notes = append(notes, Note{Path: h.path, Text: h.text})
	}
	return notes
}

// crowds are the articles whose name began or ceased to be that of another page.
func (r *reconciler) crowds() []hand {
	var out []hand
	for _, a := range r.articles() {
		if a.page == nil || len(a.rec.Names) == 0 || a.rec.Crowded == crowded(r.w, a.path) {
			continue
		}
		h := hand{path: a.path, now: a.path, text: "has its name to itself again, and links say it"}
		if !a.rec.Crowded {
			h.text = "shares its name with " + strings.Join(namesakes(r.w, a.page), ", ") + ", and links say its path"
		}
		out = append(out, h)
	}
	return out
}

// crowded reports whether a link to the article has to say its path, because another page has its name.
func crowded(w *wiki.Wiki, at string) bool {
	page := w.Page(at)
	return page != nil && string(w.LinkName(page)) != page.Name
}

// namesakes are the pages with the file name of an article.
func namesakes(w *wiki.Wiki, page *wiki.Page) []string {
	var out []string
	for _, p := range w.Named(page.Name) {
		if p != page {
			out = append(out, p.Path)
		}
	}
	return out
}

// collisions reports the articles whose file name another page has.
func collisions(w *wiki.Wiki, articles []*article) []Note {
	var notes []Note
	for _, a := range articles {
		if a.page == nil {
			continue
		}
		if same := namesakes(w, a.page); len(same) > 0 && copyOf(a.path, w) == "" {
			notes = append(notes, Note{Path: a.path, Text: "has the same name as " + strings.Join(same, ", ") +
				": memoria links to the article by its path; rename one of them so that other links are clear"})
		}
	}
	return notes
}

// touched says what a person did to an article that a page links to, "" when nothing that the link
// has to follow. It is what the link says that counts: by its title a page is found in any place.
func touched(page *wiki.Page, hands []hand) string {
	for _, l := range page.Links() {
		name := wiki.Fold(path.Base(strings.TrimSuffix(l.Target, ".md")))
		for _, h := range hands {
			slug := string(pageSlug(h.path))
			if wiki.Fold(slug) != name {
				continue
			}
			switch {
			case h.now == "":
				return "linked to " + slug + ", which was removed by hand"
			case h.now != h.path:
				return "links to " + h.now + ", moved there by hand"
			default:
				return "links to " + slug + ", which " + strings.Split(h.text, ",")[0]
			}
		}
	}
	return ""
}
