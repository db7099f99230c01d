package search

import (
	"errors"
	"fmt"
	"math"

	"github.com/agent-admin/memoria/wiki/search/index"
	"github.com/agent-admin/memoria/wiki/search/token"
)

// A Weighted is a document that contains a term, and the term's weight there before rarity: from 0 to
// k1+1.
type Weighted struct {
	Doc   int
	Worth float64
}

// scaleOf returns the average field lengths, rounded to steps of a quarter, so that one page more does not change
// the weights of all others.
func scaleOf(x *index.Index) [index.Fields]float64 {
	avg := x.Averages()
	for f := range avg {
		avg[f] = math.Exp2(math.Round(2*math.Log2(avg[f])) / 2)
	}
	return avg
}

// Scale identifies all that the weights of a document's terms depend on except the document itself: while it is the
// same, so are the weights.
func Scale(x *index.Index) string {
	return fmt.Sprint(token.Version, scaleOf(x), k1, fieldWeight, fieldNorm)
}

// ErrDamaged says that the index on disk is damaged. It is built anew after [index.Store.Forget].
var ErrDamaged = errors.New("the search index is damaged")

// Weights calls yield for each term of the index, in order, with the documents that contain it. It serves to write an index
// that ranks alike elsewhere. The slice is valid until yield returns. The error may be ErrDamaged, also for
// damage that an earlier read of the index met.
func Weights(x *index.Index, yield func(term string, in []Weighted)) error {
	avg := scaleOf(x)
	times := func(p *index.Posting) float64 { return float64(p.Times) }
	var in []Weighted
	for _, t := range x.Terms() {
		in = in[:0]
		x.Postings(t, nil, func(doc int, list []index.Posting) {
			f := frequency(list, x.Lengths(doc), &avg, times)
			in = append(in, Weighted{doc, f * (k1 + 1) / (k1 + f)})
		})
		if len(in) > 0 {
			yield(t.Name, in)
		}
	}
	if x.Damaged() {
		return ErrDamaged
	}
	return nil
}
