package state

import (
	"fmt"
	"strings"

	"github.com/agent-admin/memoria/wiki"
)

// A FolderError says that the articles are in another folder than the configured one. Nothing was written, because a
// run in the new folder would abandon every article.
type FolderError struct{ Set, Found string }

func (e *FolderError) Error() string {
	return fmt.Sprintf("the articles are in %q, but the wiki is set to be in %q", e.Found, e.Set)
}

// FollowFolder compares the configured folder of the wiki with where the articles are. If somebody moved the whole
// folder, the state follows; if they only changed the setting, the error is a *FolderError.
func (s *State) FollowFolder(w *wiki.Wiki) error {
	dir := w.Dir()
	for _, page := range w.Articles() {
		if _, known := s.Pages[page.Path]; known || w.Ours(page, false) && !movedFrom(s, page.Path, w) {
			return nil
		}
	}
	for at, rec := range s.Pages {
		if top, _, _ := strings.Cut(at, "/"); top != dir && !rec.Deleted && w.Page(at) != nil {
			return &FolderError{Set: dir, Found: top}
		}
	}
	if len(s.Pages) == 0 {
		if top := lookalike(w); top != "" {
			return &FolderError{Set: dir, Found: top}
		}
		return nil
	}
	for _, page := range w.Articles() {
		if movedFrom(s, page.Path, w) {
			s.rebase(dir)
			break
		}
	}
	return nil
}

// movedFrom reports whether the state knows a page of the same place in another folder.
func movedFrom(s *State, at string, w *wiki.Wiki) bool {
	rest := strings.TrimPrefix(at, w.Dir())
	for old := range s.Pages {
		if _, in, _ := strings.Cut(old, "/"); "/"+in == rest && old != at && w.Page(old) == nil {
			return true
		}
	}
	return false
}

// lookalike finds a folder that looks like a wiki of the compiler: articles that cite logs, and an index.
func lookalike(w *wiki.Wiki) string {
	for _, page := range w.Pages() {
		parts := strings.Split(page.Path, "/")
		if len(parts) != 3 || page.Article == nil || w.Page(parts[0]+"/index.md") == nil || parts[0] == w.Dir() {
			continue
		}
		if t := page.Article.Type(); t.Ours() && t.Folder() == parts[1] && page.CitesLog() {
			return parts[0]
		}
	}
	return ""
}

func inFolder(at, dir string) string {
	_, rest, _ := strings.Cut(at, "/")
	return dir + "/" + rest
}

func (s *State) rebase(dir string) {
	pages := map[string]PageRecord{}
	for at, rec := range s.Pages {
		rec.Crowded = false // links by path still use the old one
		pages[inFolder(at, dir)] = rec
	}
	s.Pages = pages
}
