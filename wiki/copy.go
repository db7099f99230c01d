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

// CopyOf returns the page that p is a copy of, as a sync tool leaves one; nil when it is none.
// Only a name that a person may have given as well, "queue 2", has to stand over the same title.
// Nobody but its owner can tell which of the two is wanted.
func (w *Wiki) CopyOf(p *Page) *Page {
	if p.Article == nil {
		return nil
	}
	name, sure := CopiedName(p.Name)
	if name == "" {
		return nil
	}
	original := w.byPath[path.Join(path.Dir(p.Path), name+".md")]
	if original == nil || original.Article == nil || !sure && original.Title() != p.Title() {
		return nil
	}
	return original
}

// CopiedName returns the name of the page that one of this name is a copy of if it is one, "" if it is
// none by its name; both without ".md". It is sure of a name that only a sync tool gives.
func CopiedName(name string) (original string, sure bool) {
	if !strings.ContainsAny(name, " .") {
		return "", false
	}
	m := copyName().FindStringSubmatch(name)
	if m == nil {
		return "", false
	}
	return m[1], m[2] != ""
}
