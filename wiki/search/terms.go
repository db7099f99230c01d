package search

import (
	"cmp"
	"math"
	"slices"

	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/search/index"
	"github.com/agent-admin/memoria/wiki/search/token"
)

// A term is a wanted word with all terms of the index that stand for it.
type term struct {
	wanted
	in  []index.Term
	idf float64
	by  string // its replacement, "" if it was found
}

// termsOf looks up the wanted words in each language, and with nearby replaces those that are missing by the most similar
// terms.
func termsOf(x *index.Index, list []wanted, nearby bool) []term {
	var out []term
	known := make([]term, len(list))
	found := 0.0 // the rarity of the word that says most
	for i, w := range list {
		known[i] = termOf(x, w, variantsOf(&w.Form))
		if !prose.IsStopAnywhere(w.Exact) {
			found = max(found, known[i].idf)
		}
	}
	for i, w := range list {
		t := known[i]
		if t.idf == 0 && nearby && len(w.Exact) > 2 {
			t = nearest(x, w, found)
		}
		if t.idf > 0 {
			out = append(out, t)
		}
		if w.Exact != w.Folded {
			marked := wanted{w.Form, w.weight * exactWeight, w.of}
			if t := termOf(x, marked, []variant{{name: index.Exactly + w.Exact}}); t.idf > 0 {
				out = append(out, t)
			}
		}
	}
	return out
}

// A variant is the term of a form in documents of some languages.
type variant struct {
	name string
	in   uint8 // as bits; 0 is all
}

// variantsOf returns the terms of a form in all languages. A name must not match a short word by the stemmer of a
// language other than the document's.
func variantsOf(f *token.Form) (out []variant) {
	for l, lang := range append(index.Languages[:], "") {
		t := f.Term(lang)
		i := slices.IndexFunc(out, func(v variant) bool { return v.name == t })
		if i < 0 {
			i = len(out)
			out = append(out, variant{name: t})
		}
		out[i].in |= 1 << l
	}
	if len(out) == 1 {
		out[0].in = 0
	}
	return out
}

func termOf(x *index.Index, w wanted, variants []variant) term {
	t := term{wanted: w}
	df := 0
	for _, v := range variants {
		if in, ok := x.Term(v.name, v.in); ok {
			t.in = append(t.in, in)
			df += in.DF
		}
	}
	if df > 0 {
		n := math.Max(float64(x.Documents()), float64(df))
		t.idf = math.Log(1 + (n-float64(df)+0.5)/(float64(df)+0.5))
	}
	return t
}

// worth returns what a term adds to the share of the query that a passage contains.
func (t *term) worth() float64 { return t.weight * t.idf }

// A search for a whole prompt runs while somebody waits and returns strong matches only, so most words of a long text
// can be skipped.

// rarest returns the rarest terms; the others occur in so many documents that reading their postings costs more than it
// tells. words are the words that count: those of the terms, and words that occur nowhere, of which a long text has
// many, up to half as many as most.
func rarest(all []wanted, found []term, most int) (words []wanted, terms []term) {
	sorting.Stable(found, byWorth)
	is := func(list []term, w wanted) bool {
		return slices.ContainsFunc(list, func(t term) bool { return t.of == w.of && t.Exact == w.Exact })
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

func byWorth(a, b term) int { return cmp.Compare(b.worth(), a.worth()) }

// enough sorts terms by worth, the highest first, and returns how many of them are needed so that a passage without any of
// these cannot reach least.
func enough(terms []term, least float64) (few int) {
	if least -= 1e-9; least <= 0 { // what sums differ by that are made in another order
		return len(terms)
	}
	sorting.Stable(terms, byWorth)
	sum := 0.0
	for few = len(terms); few > 0; few-- {
		if sum += terms[few-1].worth(); sum >= least {
			break
		}
	}
	return few
}

// needOf returns the worth of a passage that contains all words, including those that occur nowhere.
func needOf(x *index.Index, words []wanted, terms []term) float64 {
	all := 0.0
	for _, w := range words {
		idf := math.Log(1 + float64(x.Documents())/0.5)
		for i := range terms {
			if terms[i].Exact == w.Exact && terms[i].by == "" {
				idf = terms[i].idf
			}
		}
		all += w.weight * idf
	}
	return math.Max(all, 1e-9)
}
