package search

import (
	"errors"
	"fmt"
	"math"

	"github.com/agent-admin/memoria/wiki/search/index"
	"github.com/agent-admin/memoria/wiki/search/token"
)

// A Weighted is a document in which a term stands, and what it is worth there before its rarity counts: from 0 to
// k1+1.
type Weighted struct {
	Doc   int
	Worth float64
}

// scaleOf is what the lengths of documents are held against: the averages in steps of a quarter, so that a page more
// changes the worth of no other.
func scaleOf(x *index.Index) [index.Fields]float64 {
	avg := x.Averages()
	for f := range avg {
		avg[f] = math.Exp2(math.Round(2*math.Log2(avg[f])) / 2)
	}
	return avg
}

// Scale stands for all but the document itself that the worth of its terms depends on: while it is the same, that is
// the same too.
func Scale(x *index.Index) string {
	return fmt.Sprint(token.Version, scaleOf(x), k1, fieldWeight, fieldNorm)
}

// ErrDamaged says that an index is not what was kept. One is made anew after [index.Store.Forget].
var ErrDamaged = errors.New("the search index is damaged")

// Weights calls yield for each term of the index, in order, with the documents in which it stands: what the ranking
// of an index elsewhere is made from. The slice is good until yield returns. The error may be ErrDamaged, also of
// what was read of the index before.
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
