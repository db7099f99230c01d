package search

import (
	"cmp"
	"slices"
)

// What stands beside a line says what the line is about.
var (
	besideWeight = 0.1 // of what each neighbour of a passage is worth
	answerWeight = 0.3 // more, of one that asks
	wholeWeight  = 0.3 // of what a line's page or entry is worth
)

// beside is what passages are worth: what their own words are, and a little of their neighbours.
func beside(parts []part, own []float64, asks sort) []float64 {
	out := make([]float64, len(own))
	for n := range own {
		out[n] = own[n] * passageField[parts[n].field]
	}
	for n := range own {
		if parts[n].field < inBody {
			continue
		}
		if n > 0 && parts[n-1].field >= inBody {
			out[n] += besideWeight * own[n-1]
			if parts[n-1].holds&question != 0 && parts[n].holds&question == 0 {
				out[n] += answerWeight * own[n-1]
			}
		}
		if n+1 < len(own) {
			out[n] += besideWeight * own[n+1]
		}
	}
	for n := range out {
		if parts[n].field >= inBody {
			out[n] *= parts[n].holds.answers(asks)
		}
	}
	return out
}

// lines are the passages of documents, each by itself, the best first.
func lines(found []candidate) (out []candidate) {
	for _, f := range found {
		for n, w := range f.worth {
			if p := f.about.parts[n]; w > 0 && p.field >= inBody && p.end > p.start {
				line := f
				line.passage, line.line, line.cover, line.score = n, true, f.covers[n], w+wholeWeight*f.score
				out = append(out, line)
			}
		}
	}
	slices.SortFunc(out, func(a, b candidate) int { return cmp.Or(better(a.scored, b.scored), cmp.Compare(a.passage, b.passage)) })
	return out
}
