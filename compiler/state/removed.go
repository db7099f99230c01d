package state

import (
	"maps"
	"path"
	"strings"

	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// ByHand is what log.md says of an article that a person removed. The line outlives the state: while it is the last
// line about its page, the page is not made again.
const ByHand = "by hand"

// removedByHand reads from log.md and its older pages what a person removed, for when the state is lost.
func removedByHand(w *wiki.Wiki) map[string]PageRecord {
	out := map[string]PageRecord{}
	var pages []*wiki.Page
	for _, p := range w.Pages() {
		if dir, base := path.Split(p.Path); dir == w.Dir()+"/" && p.Kind == wiki.CodePage && strings.HasPrefix(base, "log") {
			pages = append(pages, p)
		}
	}
	// log.md holds the newest lines, so it sorts after log-2026-11.md
	sorting.By(pages, func(a, b *wiki.Page) int {
		return strings.Compare(strings.ReplaceAll(a.Path, "log.md", "log~"), strings.ReplaceAll(b.Path, "log.md", "log~"))
	})
	for _, p := range pages {
		for line := range strings.Lines(string(p.Bytes())) {
			if name, title, gone, ok := logged(strings.TrimRight(line, "\r\n")); ok {
				at := path.Join(w.Dir(), name+".md")
				if delete(out, at); gone && w.Page(at) == nil {
					out[at] = PageRecord{Names: []string{title}, Deleted: true}
				}
			}
		}
	}
	return out
}

// logged reads a line of log.md: "- removed `concepts/cursor` Cursor - by hand".
func logged(line string) (name, title string, gone, ok bool) {
	verb, rest, ok := strings.Cut(strings.TrimPrefix(line, "- "), " `")
	if !ok || !strings.HasPrefix(line, "- ") || strings.Contains(verb, " ") {
		return "", "", false, false
	}
	name, rest, ok = strings.Cut(rest, "`")
	title, gone = strings.CutSuffix(rest, " - "+ByHand)
	title = wikilink.Plain(strings.TrimSpace(title))
	return name, title, gone && verb == Removed && title != "", ok
}

// Remember adds what a person removed to a state that was lost.
func (s *State) Remember(w *wiki.Wiki) {
	if len(s.Pages) == 0 {
		maps.Copy(s.Pages, removedByHand(w))
	}
}
