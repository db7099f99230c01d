package compiler

import "github.com/agent-admin/memoria/wiki"

// past are the turns of a draft that a page lacks: those of which it never had what was, or a merge
// has just taken it out. A person who took the History out of a page wants none.
func past(d *wiki.Draft, base, page *wiki.Article, had, before, after map[key]bool) []wiki.Turn {
	if noHistory(base, page) {
		return nil
	}
	var out []wiki.Turn
	for _, t := range d.History {
		if fresh(t.Was, had, before, after) {
			out = append(out, t)
		}
	}
	return out
}

// noHistory reports whether a person took the History out of a page that had one.
func noHistory(base, page *wiki.Article) bool {
	if base == nil {
		return false
	}
	_, was := base.Section(wiki.History)
	_, is := page.Section(wiki.History)
	return was && !is
}

// holding are the citations of what a draft says to hold.
func holding(d *wiki.Draft) map[key]bool { return draftKeys(&wiki.Draft{Points: draftPoints(d)}) }
