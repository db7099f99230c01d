package index

import (
	"math"
	"slices"
	"strings"
)

// An Index knows the documents of a folder and where their words stand. Several goroutines may use it only if each
// has one of its own.
type Index struct {
	Unchecked bool // it was taken as it was kept: files may have changed since
	Store     *Store

	parts []*segment
	first []int // number of the first document of each part
	docs  int   // that count
}

func (s *Store) index(parts ...*segment) *Index {
	x := &Index{Store: s}
	n := 0
	for _, p := range parts {
		if p == nil {
			continue
		}
		p.weigh()
		x.parts = append(x.parts, p)
		x.first = append(x.first, n)
		n += p.docs
		x.docs += p.docs - len(p.gone)
	}
	return x
}

// Close ends the use of the files.
func (x *Index) Close() {
	for _, p := range x.parts {
		p.close()
	}
}

// Documents is how many documents there are.
func (x *Index) Documents() int { return x.docs }

// Numbers is one more than the highest number of a document. Some of those below may count no more.
func (x *Index) Numbers() int {
	last := len(x.parts) - 1
	if last < 0 {
		return 0
	}
	return x.first[last] + x.parts[last].docs
}

// Damaged reports whether something that was read was not whole. The answers rest on the rest.
func (x *Index) Damaged() bool {
	return slices.ContainsFunc(x.parts, func(p *segment) bool { return p.damage })
}

// Hashes are the content hashes of the files that the index was made of, as package fsutil makes them, by their
// paths.
func (x *Index) Hashes() map[string]string {
	out := map[string]string{}
	for _, p := range x.parts { // the later ones are of what changed since
		for _, f := range p.files() {
			out[f.path] = f.hash
		}
	}
	return out
}

// part is the part of a document, and its number there.
func (x *Index) part(doc int) (*segment, int) {
	i := len(x.parts) - 1
	for doc < x.first[i] {
		i--
	}
	return x.parts[i], doc - x.first[i]
}

// Doc is what is known of a document, by its number; ok is false where it counts no more.
func (x *Index) Doc(n int) (d Doc, ok bool) {
	p, at := x.part(n)
	if p.gone[at] {
		return d, false
	}
	return p.doc(at)
}

// Counts reports whether a document still counts.
func (x *Index) Counts(n int) bool {
	p, at := x.part(n)
	return !p.gone[at]
}

// Lengths are those of a document's fields, in words.
func (x *Index) Lengths(n int) []uint32 {
	p, at := x.part(n)
	at *= int(Fields)
	return p.lengths[at : at+int(Fields)]
}

// Averages are the mean lengths of the fields, at least 1.
func (x *Index) Averages() (out [Fields]float64) {
	for f := range out {
		for _, p := range x.parts {
			out[f] += p.total[f]
		}
		out[f] = math.Max(1, out[f]/math.Max(1, float64(x.docs)))
	}
	return out
}

// A Term is a word of the index in documents of some languages.
type Term struct {
	Name  string
	DF    int // documents, about
	langs uint8
	in    []word // of each part; without a length where it is nowhere
}

// Term looks up a term in documents of some languages, as bits; 0 is all.
func (x *Index) Term(name string, langs uint8) (t Term, ok bool) {
	t = Term{Name: name, langs: langs, in: make([]word, len(x.parts))}
	for i, p := range x.parts {
		p.each(name, func(w word) bool {
			if w.term == name {
				t.in[i] = w
				t.DF += p.among(w.df, langs)
			}
			return false
		})
	}
	return t, t.DF > 0
}

// among is about how many of some documents are in languages, which is less than to look at each.
func (s *segment) among(df int, langs uint8) int {
	if langs == 0 {
		return df
	}
	speak := 0
	for l, n := range s.speak {
		if langs>>l&1 != 0 {
			speak += n
		}
	}
	return (df*speak + s.docs - 1) / max(1, s.docs)
}

// Each calls f with the terms from one on, and in how many documents each stands, until f returns false; once for
// each part of the index.
func (x *Index) Each(from string, f func(name string, df int) bool) {
	for _, p := range x.parts {
		p.each(from, func(w word) bool { return f(w.term, w.df) })
	}
}

// Terms are all terms of the index, in order.
func (x *Index) Terms() (out []Term) {
	at := map[string]int{}
	for i, p := range x.parts {
		p.each("", func(w word) bool {
			n, known := at[w.term]
			if !known {
				n = len(out)
				at[w.term] = n
				out = append(out, Term{Name: w.term, in: make([]word, len(x.parts))})
			}
			out[n].in[i] = w
			out[n].DF += w.df
			return true
		})
	}
	slices.SortFunc(out, func(a, b Term) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// Postings calls f with the documents in which a term stands, in order: all of them, or only some, which are given in
// order. The postings are good until f returns.
func (x *Index) Postings(t Term, only []int, f func(doc int, in []Posting)) {
	for i, p := range x.parts {
		if t.in[i].long == 0 {
			continue
		}
		var some []int
		if only != nil {
			some = []int{}
			for _, doc := range only {
				if at := doc - x.first[i]; at >= 0 && at < p.docs {
					some = append(some, at)
				}
			}
			if len(some) == 0 {
				continue
			}
		}
		p.postings(t.in[i], t.langs, some, func(doc int, in []Posting) { f(x.first[i]+doc, in) })
	}
}
