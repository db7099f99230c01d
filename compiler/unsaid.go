package compiler

import (
	"slices"

	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// unsaid are lines of logs that a page with a person's words in it never had, and that a draft tells
// only in one point with lines that it has in other words, or that the person took out: the point is
// theirs to leave as it is, the line is news all the same. One that reads as a point that is there, or as
// all of the draft's, is none.
func (p *planner) unsaid(d *draft.Draft, page *wiki.Article, points []wiki.Point, had, after merge.Keys) []wiki.Point {
	told := merge.Keys{}
	for _, x := range points {
		told.Cite(x.Cites)
	}
	var out []wiki.Point
	for _, x := range merge.DraftPoints(d) {
		if len(x.Cites) < 2 {
			continue
		}
		for _, c := range x.Cites {
			k := merge.CiteKey(c)
			if had[k] || after[k] || told[k] {
				continue
			}
			text := p.line(k)
			if text == "" || sameWords(text, x.Text) || pageSays(page, text) {
				continue
			}
			told[k] = true
			out = append(out, wiki.Point{Text: text, Cites: []wiki.Cite{c}})
		}
	}
	return out
}

// line is what the line of a log says that a citation leads to, "" where there is no such line alone.
func (p *planner) line(k merge.Key) string {
	s := p.byDay[k.Day()]
	if s == nil {
		return ""
	}
	for _, e := range s.seen {
		for _, b := range e.Bullets {
			if b.Block != "" && merge.LineKey(e, b) == k {
				return b.Text
			}
		}
	}
	return ""
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
