package compiler

import (
	"path"
	"strings"

	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/refactor"
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

func handNotes(hands []hand) []journal.Note {
	var notes []journal.Note
	for _, h := range hands {
		notes = append(notes, journal.Note{Path: h.path, Text: h.text})
	}
	return notes
}

// crowds are the articles whose name began or ceased to be that of another page.
func (r *reconciler) crowds() []hand {
	var out []hand
	for _, a := range r.articles() {
		if a.page == nil || len(a.rec.Names) == 0 || a.rec.Crowded == refactor.Crowded(r.w, a.path) {
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
func collisions(w *wiki.Wiki, articles []*article) []journal.Note {
	var notes []journal.Note
	for _, a := range articles {
		if a.page == nil {
			continue
		}
		if same := namesakes(w, a.page); len(same) > 0 && copyOf(a.path, w) == "" {
			notes = append(notes, journal.Note{Path: a.path, Text: "has the same name as " + strings.Join(same, ", ") +
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

// copyOf is the page that the one at p is a copy of, "" when it is none (C-13). A copy is not compiled
// into and not linked to.
func copyOf(p string, w *wiki.Wiki) string {
	if page := w.Page(p); page != nil {
		if of := w.CopyOf(page); of != nil {
			return of.Path
		}
	}
	return ""
}

// copies reports the pages of the wiki that are copies of another.
func copies(w *wiki.Wiki) []journal.Note {
	var notes []journal.Note
	for _, p := range w.Pages() {
		if of := w.CopyOf(p); of != nil && of.Kind == wiki.ArticlePage {
			notes = append(notes, journal.Note{Path: p.Path, Text: "looks like a copy of " + of.Path + " that a sync tool made: it is left alone and not linked to"})
		}
	}
	return notes
}
