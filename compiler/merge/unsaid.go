package merge

import (
	"slices"

	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// Unsaid returns points for log lines that a person's page never had and that the draft combines in one point with
// lines that the page says in other words or that the person removed. The combined point stays as the person left it,
// but the new line must not be lost. A line that reads like an existing point, or like the whole point of the draft,
// is left out. line returns the log line that a key leads to, "" if there is none.
func Unsaid(d *draft.Draft, page *wiki.Article, points []wiki.Point, had, after Keys, line func(Key) string) []wiki.Point {
	told := Keys{}
	for _, x := range points {
		told.Cite(x.Cites)
	}
	var out []wiki.Point
	for _, x := range DraftPoints(d) {
		if len(x.Cites) < 2 {
			continue
		}
		for _, c := range x.Cites {
			k := CiteKey(c)
			if had[k] || after[k] || told[k] {
				continue
			}
			text := line(k)
			if text == "" || sameWords(text, x.Text) || pageSays(page, text) {
				continue
			}
			told[k] = true
			out = append(out, wiki.Point{Text: text, Cites: []wiki.Cite{c}})
		}
	}
	return out
}

func pageSays(page *wiki.Article, text string) bool {
	for _, section := range []string{wiki.KeyPoints, wiki.Details, wiki.History} {
		if slices.ContainsFunc(page.PointsIn(section), func(x wiki.Point) bool { return sameWords(text, x.Text) }) {
			return true
		}
	}
	return false
}

// sameWords reports whether two texts use the same words, with few exceptions.
func sameWords(a, b string) bool {
	x, y := proof.Stems(proof.Folded(a)), proof.Stems(proof.Folded(b))
	both := 0
	for w := range x {
		if y[w] {
			both++
		}
	}
	return 5*both >= 4*max(len(x), len(y))
}
