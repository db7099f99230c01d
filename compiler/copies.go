package compiler

import (
	"path"
	"regexp"
	"strings"

	"github.com/agent-admin/memoria/wiki"
)

// copyName matches the names that sync tools and file managers give to a second copy of a file:
// "x.sync-conflict-20260401-101010-ABC", "x (conflicted copy 2026-04-01)", "x (1)", "x 2".
var copyName = regexp.MustCompile(`^(.+?)(?:\.sync-conflict-[\w-]+| \([^()]*(?i:conflict)[^()]*\)| \(\d{1,2}\)| \d)$`)

// copyOf is the page that p is a copy of, "" when it is none (C-13). A copy is not compiled into
// and not linked to, and nobody but its owner can tell which of the two is wanted.
func copyOf(p string, w *wiki.Wiki) string {
	m := copyName.FindStringSubmatch(strings.TrimSuffix(path.Base(p), ".md"))
	if m == nil {
		return ""
	}
	original := path.Join(path.Dir(p), m[1]+".md")
	if w.Page(original) == nil {
		return ""
	}
	return original
}

// copies reports the pages of the wiki that are copies of another.
func copies(w *wiki.Wiki) []Note {
	var notes []Note
	for _, p := range w.Pages() {
		if p.Article == nil {
			continue
		}
		if of := copyOf(p.Path, w); of != "" && w.Page(of).Kind == wiki.ArticlePage {
			notes = append(notes, Note{Path: p.Path, Text: "looks like a copy of " + of + " that a sync tool made: it is left alone and not linked to"})
		}
	}
	return notes
}
