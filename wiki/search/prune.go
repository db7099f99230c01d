package search

import (
	"cmp"
	"slices"
)

// What a prompt asks about is looked for while somebody waits, and nothing weak is wanted: most of a long text can
// be left alone.

// rarest are the terms that say most. The others are in so many documents that to read where they stand costs
// more than it tells. Words are those that count: these, and such as are nowhere, of which a long text has many,
// up to half as many as are wanted.
func rarest(all []wanted, found []term, most int) (words []wanted, terms []term) {
	slices.SortStableFunc(found, func(a, b term) int { return cmp.Compare(b.worth(), a.worth()) })
	is := func(list []term, w wanted) bool {
		return slices.ContainsFunc(list, func(t term) bool { return t.of == w.of && t.exact == w.exact })
	}
	for _, w := range all {
		if len(words) < most/2 && !is(found, w) {
			words = append(words, w)
		}
	}
	terms = found[:min(most-len(words), len(found))]
	for _, w := range all {
		if is(terms, w) {
			words = append(words, w)
		}
	}
	return words, terms
}

// worth is what a passage that holds a term holds of a query.
func (t *term) worth() float64 { return t.weight * t.idf }

// byWorth sorts terms, the worthiest first, and returns how many of them there are such that a passage that holds
// none of these cannot hold as much as least.
func byWorth(terms []term, least float64) (few int) {
	if least -= 1e-9; least <= 0 { // what sums differ by that are made in another order
		return len(terms)
	}
	slices.SortStableFunc(terms, func(a, b term) int { return cmp.Compare(b.worth(), a.worth()) })
	sum := 0.0
	for few = len(terms); few > 0; few-- {
		if sum += terms[few-1].worth(); sum >= least {
			break
		}
	}
	return few
}

// above are the documents that have a score, in order.
func above(score []float64) (docs []int) {
	for doc, s := range score {
		if s > 0 {
			docs = append(docs, doc)
		}
	}
	return docs
}

func numbers(found []candidate) []int {
	docs := make([]int, len(found))
	for i := range found {
		docs[i] = found[i].doc
	}
	return docs
}

// parted are documents by the part of the index that they are in, each by its number there, in order.
func (x *Index) parted(docs []int) [][]int {
	out := make([][]int, len(x.parts))
	for _, doc := range slices.Compact(slices.Sorted(slices.Values(docs))) {
		for k := len(x.parts) - 1; k >= 0; k-- {
			if doc >= x.first[k] {
				out[k] = append(out[k], doc-x.first[k])
				break
			}
		}
	}
	return out
}
