package wiki

import (
	"path"
	"regexp"
	"strings"
	"sync"
)

// copyName matches the names that sync tools and file managers give to a second copy of a file:
// "x.sync-conflict-20260401-101010-ABC", "x (conflicted copy 2026-04-01)", and, less sure, "x (1)", "x 2".
var copyName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(.+?)(?:(\.sync-conflict-[\w-]+| \([^()]*(?i:conflict)[^()]*\))| \(\d{1,2}\)| \d)$`)
})

// CopyOf returns the page that p is a copy of, as a sync tool leaves one (C-13); nil when it is none.
// Only a name that a person may have given as well, "queue 2", has to stand over the same title.
// Nobody but its owner can tell which of the two is wanted.
func (w *Wiki) CopyOf(p *Page) *Page {
	if p.Article == nil || !strings.ContainsAny(p.Name, " .") {
		return nil
	}
	m := copyName().FindStringSubmatch(p.Name)
	if m == nil {
		return nil
	}
	original := w.byPath[path.Join(path.Dir(p.Path), m[1]+".md")]
	if original == nil || original.Article == nil || m[2] == "" && original.Title() != p.Title() {
		return nil
	}
	return original
}
