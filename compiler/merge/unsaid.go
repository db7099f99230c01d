package merge

import (
	"slices"

	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// Unsaid are lines of logs that a page with a person's words in it never had, and that a draft tells
// only in one point with lines that it has in other words, or that the person took out: the point is
// theirs to leave as it is, the line is news all the same. One that reads as a point that is there, or as
// all of the draft's, is none. line is what the line of a log says that a key leads to, "" where there is none.
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

// sameWords reports whether two texts use the same words, but for a few.
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
