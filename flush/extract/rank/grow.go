package rank

import (
	"math"
	"slices"
)

// A Case is a sentence by the numbers that the trees are asked about. Weight is how much it counts.
type Case struct {
	Numbers []int16
	Yes     bool
	Weight  float64
}

// How the trees are found: each takes a part of the step that would mend most of what those before it get wrong.
const (
	trees    = 200
	part     = 0.05
	ridge    = 20.0 // keeps a step small that few cases ask for
	least    = 6.0  // what a branch must weigh
	quantile = 32   // how many limits are tried of a number
)

// Grow finds the trees of a head. The result depends on the cases and their order alone.
func (m *Model) Grow(h Head, cases []Case) {
	g := newGrowth(cases)
	m.trees[h] = nil
	for range trees {
		t := g.tree()
		for i, at := range g.at {
			g.score[i] += float64(t.adds[at-len(t.asks)]) / One
		}
		m.trees[h] = append(m.trees[h], t)
	}
}

// A growth holds what the trees so far say of each case.
type growth struct {
	cases  []Case
	limits [][]int16 // to try of each number
	bins   [][]uint8 // of each number, how many limits each case is above
	score  []float64
	slope  []float64 // of the loss
	bend   []float64 // of the slope
	at     []int     // where in the tree
}

func newGrowth(cases []Case) *growth {
	n := len(cases)
	g := &growth{cases: cases, score: make([]float64, n), slope: make([]float64, n), bend: make([]float64, n), at: make([]int, n)}
	for k := range cases[0].Numbers {
		sorted := make([]int16, n)
		for i := range cases {
			sorted[i] = cases[i].Numbers[k]
		}
		slices.Sort(sorted)
		limits := []int16{}
		for q := range quantile {
			if x := sorted[q*n/quantile]; x < sorted[n-1] && !slices.Contains(limits, x) {
				limits = append(limits, x)
			}
		}
		bins := make([]uint8, n)
		for i := range cases {
			at, _ := slices.BinarySearch(limits, cases[i].Numbers[k])
			bins[i] = uint8(at)
		}
		g.limits, g.bins = append(g.limits, limits), append(g.bins, bins)
	}
	return g
}

// tree finds the next tree, and leaves in at where it leads each case.
func (g *growth) tree() (t tree) {
	for i, c := range g.cases {
		p := 1 / (1 + math.Exp(-g.score[i]))
		g.slope[i], g.bend[i], g.at[i] = -c.Weight*p, c.Weight*p*(1-p), 0
		if c.Yes {
			g.slope[i] += c.Weight
		}
	}
	for node := range t.asks {
		t.asks[node] = g.ask(node)
		for i, at := range g.at {
			if at == node {
				g.at[i] = t.asks[node].next(node, g.cases[i].Numbers)
			}
		}
	}
	var slope, bend [1 << depth]float64
	for i, at := range g.at {
		slope[at-len(t.asks)] += g.slope[i]
		bend[at-len(t.asks)] += g.bend[i]
	}
	for k := range slope {
		t.adds[k] = Short(int(math.Round(part * One * slope[k] / (bend[k] + ridge))))
	}
	return t
}

// ask returns the question that parts the cases at a node best.
func (g *growth) ask(node int) ask {
	best, out := 1e-9, ask{0, math.MaxInt16}
	var here []int
	allSlope, allBend := 0.0, 0.0
	for i, at := range g.at {
		if at == node {
			here = append(here, i)
			allSlope += g.slope[i]
			allBend += g.bend[i]
		}
	}
	for k, limits := range g.limits {
		var slope, bend [quantile + 1]float64
		for _, i := range here {
			b := g.bins[k][i]
			slope[b] += g.slope[i]
			bend[b] += g.bend[i]
		}
		low, lowBend := 0.0, 0.0
		for b, limit := range limits {
			low += slope[b]
			lowBend += bend[b]
			high, highBend := allSlope-low, allBend-lowBend
			if lowBend < least || highBend < least {
				continue
			}
			if gain := low*low/(lowBend+ridge) + high*high/(highBend+ridge) - allSlope*allSlope/(allBend+ridge); gain > best {
				best, out = gain, ask{uint8(k), limit}
			}
		}
	}
	return out
}
