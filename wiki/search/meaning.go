package search

import (
	"slices"

	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki/search/vector"
)

// smooth bounds how much the first places count when two orders are joined.
const smooth = 60

// join makes one order of the order by words, which is best and then rest, and of the passages that mean something
// like the query, by reciprocal rank fusion (G. Cormack, C. Clarke, S. Büttcher, "Reciprocal rank fusion outperforms
// Condorcet and individual rank learning methods", 2009). What -word leaves out stays out.
func (r *ranking) join(best []candidate, rest []scored, near []vector.Near) ([]candidate, []scored) {
	at, behind := map[int]int{}, map[int]bool{}
	for i := range best {
		at[best[i].doc] = i
		best[i].score = 1 / float64(smooth+i)
	}
	for _, s := range rest {
		behind[s.doc] = true
	}
	taken := map[int]bool{}
	for place, n := range near {
		score := 1 / float64(smooth+place)
		if i, ok := at[n.Doc]; ok {
			best[i].score += score
			continue
		}
		d, ok := r.x.Doc(n.Doc)
		if !ok || n.Passage >= len(d.Passages) || !r.q.Filter.holds(&d) || len(r.q.without) > 0 && !behind[n.Doc] {
			continue
		}
		taken[n.Doc] = true
		best = append(best, candidate{scored: scored{n.Doc, score}, Doc: d, passage: n.Passage, line: true})
	}
	rest = slices.DeleteFunc(rest, func(s scored) bool { return taken[s.doc] })
	sorting.Stable(best, func(a, b candidate) int { return better(a.scored, b.scored) })
	return best, rest
}
