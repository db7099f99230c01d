package compiler

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// byHand is what log.md says of an article that a person removed. The line outlives the state: while
// it stands there and is the last about its page, the page is not made again.
const byHand = "by hand"

// bury has log.md tell of the articles that a person removed since the last run.
func (p *planner) bury() {
	for _, h := range p.hands {
		rec, known := p.state.Pages[h.path]
		if h.all || h.now != "" || !known || len(rec.Names) == 0 {
			continue
		}
		if slices.ContainsFunc(p.kept.Buried, func(l logLine) bool { return l.Path == h.path }) {
			continue // an interrupted run promised it
		}
		if when := p.when(rec); when != "" {
			p.kept.Buried = append(p.kept.Buried, logLine{Date: when, Verb: Remove.past(), Path: h.path, Title: rec.Names[0], Note: byHand})
		}
	}
}

// when is the day under which log.md tells of a page that no news is about; "" if there is no telling.
func (p *planner) when(rec pageRecord) wiki.Date {
	all := append(merge.KeysOf(rec.Cites).Days(), p.newest...)
	if len(all) == 0 {
		return ""
	}
	return last(all)
}

// tombstones reads from log.md and its older pages what a person removed, for when the state is lost.
func tombstones(w *wiki.Wiki) map[string]pageRecord {
	out := map[string]pageRecord{}
	var pages []*wiki.Page
	for _, p := range w.Pages() {
		if dir, base := path.Split(p.Path); dir == w.Dir()+"/" && p.Kind == wiki.CodePage && strings.HasPrefix(base, "log") {
			pages = append(pages, p)
		}
	}
	// log.md, the newest, comes behind log-2026-11.md
	slices.SortFunc(pages, func(a, b *wiki.Page) int {
		return strings.Compare(strings.ReplaceAll(a.Path, "log.md", "log~"), strings.ReplaceAll(b.Path, "log.md", "log~"))
	})
	for _, p := range pages {
		for line := range strings.Lines(string(p.Bytes())) {
			if name, title, gone, ok := logged(strings.TrimRight(line, "\r\n")); ok {
				at := path.Join(w.Dir(), name+".md")
				if delete(out, at); gone && w.Page(at) == nil {
					out[at] = pageRecord{Names: []string{title}, Deleted: true}
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
	title, gone = strings.CutSuffix(rest, " - "+byHand)
	title = wikilink.Plain(strings.TrimSpace(title))
	return name, title, gone && verb == Remove.past() && title != "", ok
}

// remember takes the tombstones into a state that is lost.
func (s *state) remember(w *wiki.Wiki) {
	if len(s.Pages) == 0 {
		maps.Copy(s.Pages, tombstones(w))
	}
}
