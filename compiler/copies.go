package compiler

import (
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/wiki"
)

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
