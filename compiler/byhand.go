package compiler

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/compiler/refactor"
	"github.com/agent-admin/memoria/compiler/state"
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

// bury has log.md tell of the articles that a person removed since the last run.
func (p *planner) bury() {
	for _, h := range p.hands {
		rec, known := p.state.Pages[h.path]
		if h.all || h.now != "" || !known || len(rec.Names) == 0 {
			continue
		}
		if slices.ContainsFunc(p.kept.Buried, func(l state.LogLine) bool { return l.Path == h.path }) {
			continue // an interrupted run promised it
		}
		if when := p.when(rec); when != "" {
			p.kept.Buried = append(p.kept.Buried, state.LogLine{Date: when, Verb: journal.Remove.Past(), Path: h.path, Title: rec.Names[0], Note: state.ByHand})
		}
	}
}

// when is the day under which log.md tells of a page that no news is about; "" if there is no telling.
func (p *planner) when(rec state.PageRecord) wiki.Date {
	all := append(merge.KeysOf(rec.Cites).Days(), p.newest...)
	if len(all) == 0 {
		return ""
	}
	return last(all)
}
