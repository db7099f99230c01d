package wiki

import (
	"path"
	"strings"

	"github.com/agent-admin/memoria/fsutil/lazy"
)

// copyName matches the names that sync tools and file managers give to a second copy of a file:
// "x.sync-conflict-20260401-101010-ABC", "x (conflicted copy 2026-04-01)", and, less sure, "x (1)", "x 2", and with the
// name of a computer "x-DESKTOP-4F2K".
var copyName = lazy.Regexp(`^(.+?)(?:(\.sync-conflict-[\w-]+| \([^()]*(?i:conflict)[^()]*\))| \(\d{1,2}\)| \d|-[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*)$`)

// CopyOf returns the page of which p is a copy that a sync tool made, nil if it is none. If a person may
// have chosen p's name as well, "queue 2", the titles have to be the same. Only the owner can decide which
// of the two to keep.
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

// CopiedName returns the name of the page of which a page of this name would be a copy, "" if the name is
// not that of a copy; both without ".md". sure reports whether only a sync tool gives such a name.
func CopiedName(name string) (original string, sure bool) {
	if !strings.ContainsAny(name, " .") && name == strings.ToLower(name) {
		return "", false
	}
	m := copyName().FindStringSubmatch(name)
	if m == nil {
		return "", false
	}
	return m[1], m[2] != ""
}
