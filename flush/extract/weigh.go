package extract

import (
	"slices"

	"github.com/agent-admin/memoria/flush/extract/rank"
)

// A Weighed sentence has what the weights say of it, and the numbers that the trees are asked about.
type Weighed struct {
	Keep, Harm int // see [rank.Head]
	Numbers    []int16
}

// Weigh weighs the sentences of a stretch, each beside its neighbours and against all others.
func Weigh(m *rank.Model, all []Sentence) []Weighed {
	out, order := make([]Weighed, len(all)), make([]int, len(all))
	best := make(map[int]int) // of each turn
	for i := range all {
		s, w := &all[i], &out[i]
		w.Keep, w.Harm = m.Score(rank.Keep, &s.Features), m.Score(rank.Harm, &s.Features)
		order[i] = w.Keep
		if b, ok := best[s.Turn]; !ok || w.Keep > b {
			best[s.Turn] = w.Keep
		}
	}
	slices.Sort(order)
	last := len(all) - 1
	for i := range all {
		w := &out[i]
		beside := func(k int) (keep, harm int) {
			if k < 0 || k > last || all[k].Turn != all[i].Turn {
				return -4 * rank.One, -4 * rank.One
			}
			return out[k].Keep, out[k].Harm
		}
		above, aboveHarm := beside(i - 1)
		below, belowHarm := beside(i + 1)
		worse, _ := slices.BinarySearch(order, w.Keep)
		for _, n := range [...]int{w.Keep, w.Harm, above, below, aboveHarm, belowHarm, best[all[i].Turn] - w.Keep, len(all) - worse, 100 * worse / len(all), order[max(0, last-10)], order[last-len(all)/10]} {
			w.Numbers = append(w.Numbers, rank.Short(n))
		}
		w.Numbers = append(w.Numbers, all[i].Features.Numbers()...)
	}
	return out
}
