package articles

import (
	"path"
	"strings"

	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/refactor"
	"github.com/agent-admin/memoria/wiki"
)

// A Hand is what a person did to an article since the last run, or to the meaning of its name. The pages that link to
// it are checked again, even if no log has news.
type Hand struct {
	Path string // as the state knows it
	Now  string // where it is now; "" when it is gone
	All  bool   // the whole wiki was removed
	Text string
}

func Notes(hands []Hand) []journal.Note {
	var notes []journal.Note
	for _, h := range hands {
		notes = append(notes, journal.Note{Path: h.Path, Text: h.Text})
	}
	return notes
}

// crowds returns the articles that began or ceased to share their name with another page.
func (r *reconciler) crowds() []Hand {
	var out []Hand
	for _, a := range r.articles() {
		if a.Page == nil || len(a.Record.Names) == 0 || a.Record.Crowded == refactor.Crowded(r.w, a.Path) {
			continue
		}
		h := Hand{Path: a.Path, Now: a.Path, Text: "has its name to itself again, and links say it"}
		if !a.Record.Crowded {
			h.Text = "shares its name with " + strings.Join(namesakes(r.w, a.Page), ", ") + ", and links say its path"
		}
		out = append(out, h)
	}
	return out
}

// namesakes returns the pages with the file name of an article.
func namesakes(w *wiki.Wiki, page *wiki.Page) []string {
	var out []string
	for _, p := range w.Named(page.Name) {
		if p != page {
			out = append(out, p.Path)
		}
	}
	return out
}

// Collisions reports the articles whose file name another page has.
func Collisions(w *wiki.Wiki, articles []*Article) []journal.Note {
	var notes []journal.Note
	for _, a := range articles {
		if a.Page == nil {
			continue
		}
		if same := namesakes(w, a.Page); len(same) > 0 && CopyOf(a.Path, w) == "" {
			notes = append(notes, journal.Note{Path: a.Path, Text: "has the same name as " + strings.Join(same, ", ") +
				": memoria links to the article by its path; rename one of them so that other links are clear"})
		}
	}
	return notes
}

// Touched returns what a person did to an article that a page links to, or "" if the link need not change. The target
// text of the link decides: a link by title finds a page in any place.
func Touched(page *wiki.Page, hands []Hand) string {
	for _, l := range page.Links() {
		name := wiki.Fold(path.Base(strings.TrimSuffix(l.Target, ".md")))
		for _, h := range hands {
			slug := string(PageSlug(h.Path))
			if wiki.Fold(slug) != name {
				continue
			}
			switch {
			case h.Now == "":
				return "linked to " + slug + ", which was removed by hand"
			case h.Now != h.Path:
				return "links to " + h.Now + ", moved there by hand"
			default:
				return "links to " + slug + ", which " + strings.Split(h.Text, ",")[0]
			}
		}
	}
	return ""
}

// CopyOf returns the page that the one at p is a copy of, or "". Copies are not compiled into and not linked to.
func CopyOf(p string, w *wiki.Wiki) string {
	if page := w.Page(p); page != nil {
		if of := w.CopyOf(page); of != nil {
			return of.Path
		}
	}
	return ""
}

// Copies reports the pages of the wiki that are copies of another.
func Copies(w *wiki.Wiki, pages []*Article) []journal.Note {
	var notes []journal.Note
	byPath := map[string]*Article{}
	for _, a := range pages {
		byPath[a.Path] = a
	}
	for _, p := range w.Pages() {
		if of := w.CopyOf(p); of != nil && of.Kind == wiki.ArticlePage {
			notes = append(notes, journal.Note{Path: p.Path, Text: "looks like a copy of " + of.Path + " that a sync tool made: it is left alone and not linked to"})
		} else if a := copiedFrom(p, w, byPath); a != nil && byPath[p.Path] == nil {
			notes = append(notes, journal.Note{Path: p.Path, Text: "is a copy of " + a.Path + ": it is left alone and not linked to, until it has a title of its own"})
		}
	}
	return notes
}
