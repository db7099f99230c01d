package search

import (
	"math"
	"slices"

	"github.com/agent-admin/memoria/wiki/prose"
)

// A term is a wanted word as the index knows it: all terms that stand for it.
type term struct {
	wanted
	words [][]word // of each part of the index
	idf   float64
	by    string // what was taken in its place, "" if it was found
}

// terms looks up what is wanted, in each language, in its place what is nearest.
func (x *Index) terms(list []wanted, nearby bool) []term {
	var out []term
	known := make([]term, len(list))
	found := 0.0 // the rarity of the word that says most
	for i, w := range list {
		known[i] = x.term(w, variants(&w.form))
		if !prose.IsStopAnywhere(w.exact) {
			found = max(found, known[i].idf)
		}
	}
	for i, w := range list {
		t := known[i]
		if t.idf == 0 && nearby && len(w.exact) > 2 {
			t = x.nearest(w, found)
		}
		if t.idf > 0 {
			out = append(out, t)
		}
		if w.exact != w.folded {
			if t := x.term(wanted{w.form, w.weight * exactWeight, w.of}, []variant{{term: exactly + w.exact}}); t.idf > 0 {
				out = append(out, t)
			}
		}
	}
	return out
}

// A variant is a term that a form has in documents of some languages.
type variant struct {
	term string
	in   uint8 // as bits; 0 is all
}

// variants are the terms of a form in all languages. What a name has in common with a short word by
// the stems of another language than a document's must not be found in it.
func variants(f *form) (out []variant) {
	for l := range someLanguages {
		name := ""
		if l < len(languages) {
			name = languages[l]
		}
		t := f.term(name)
		i := slices.IndexFunc(out, func(v variant) bool { return v.term == t })
		if i < 0 {
			i = len(out)
			out = append(out, variant{term: t})
		}
		out[i].in |= 1 << l
	}
	if len(out) == 1 {
		out[0].in = 0
	}
	return out
}

func (x *Index) term(w wanted, names []variant) term {
	t := term{wanted: w, words: make([][]word, len(x.parts))}
	df := 0
	for i, p := range x.parts {
		for _, v := range names {
			found, ok := p.lookUp(v.term)
			if !ok {
				continue
			}
			if found.in = v.in; v.in != 0 {
				found.df = p.among(found.df, v.in)
			}
			if found.df > 0 {
				t.words[i] = append(t.words[i], found)
				df += found.df
			}
		}
	}
	t.weighIn(df, x.docs)
	return t
}

// among is about how many of some documents are in languages, which is less than to look at each.
func (r *reader) among(df int, in uint8) int {
	speak := 0
	for l, n := range r.speak {
		if in>>l&1 != 0 {
			speak += n
		}
	}
	return (df*speak + r.docs - 1) / max(1, r.docs)
}

func (t *term) weighIn(df, docs int) {
	if df > 0 {
		n := math.Max(float64(docs), float64(df))
		t.idf = math.Log(1 + (n-float64(df)+0.5)/(float64(df)+0.5))
	}
}

// oneEdit reports whether one letter more, less, other or exchanged with its neighbour makes a of b.
func oneEdit(a, b string) bool {
	if d := len(a) - len(b); d > 4 || d < -4 || a == b {
		return false
	}
	p, q := []rune(a), []rune(b)
	if len(p) < len(q) {
		p, q = q, p
	}
	if len(p)-len(q) > 1 {
		return false
	}
	i := 0
	for i < len(q) && p[i] == q[i] {
		i++
	}
	if len(p) > len(q) {
		return slices.Equal(p[i+1:], q[i:])
	}
	if i == len(q) {
		return false
	}
	return slices.Equal(p[i+1:], q[i+1:]) || i+1 < len(q) && p[i] == q[i+1] && p[i+1] == q[i] && slices.Equal(p[i+2:], q[i+2:])
}
