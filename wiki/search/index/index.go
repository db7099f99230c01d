package index

import (
	"bytes"
	"math"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil/sorting"
)

// An Index holds the documents of a folder and the positions of their words. It is used by one goroutine at a
// time; several need one each.
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

// Swallow reads the files of the index into memory, for one who reads all of it.
func (x *Index) Swallow() {
	for _, p := range x.parts {
		if b := make([]byte, p.off[sections-1]+p.long[sections-1]); p.readAt(b, 0) {
			p.at = bytes.NewReader(b)
		}
	}
}

// Close closes the files of the index.
func (x *Index) Close() {
	for _, p := range x.parts {
		p.close()
	}
}

// Documents returns the number of documents.
func (x *Index) Documents() int { return x.docs }

// Numbers returns one more than the highest document number. Some lower numbers may no longer count.
func (x *Index) Numbers() int {
	last := len(x.parts) - 1
	if last < 0 {
		return 0
	}
	return x.first[last] + x.parts[last].docs
}

// Damaged reports whether a part that was read was damaged. Results come from the other parts.
func (x *Index) Damaged() bool {
	return slices.ContainsFunc(x.parts, func(p *segment) bool { return p.damage })
}

// A File is a file that an index was built from.
type File struct {
	Hash  string // of its content, see package fsutil
	First int    // number of its first document
}

// Files returns the files that the index was built from, by path.
func (x *Index) Files() map[string]File {
	out := map[string]File{}
	for i, p := range x.parts { // the later ones are of what changed since
		for _, f := range p.files() {
			if f.docs == 0 || !p.gone[f.first] {
				out[f.path] = File{f.hash, x.first[i] + f.first}
			}
		}
	}
	return out
}

// part returns the segment of a document, and its number there.
func (x *Index) part(doc int) (*segment, int) {
	i := len(x.parts) - 1
	for doc < x.first[i] {
		i--
	}
	return x.parts[i], doc - x.first[i]
}

// Doc returns a document by its number; ok is false if it no longer counts.
func (x *Index) Doc(n int) (d Doc, ok bool) {
	p, at := x.part(n)
	if p.gone[at] {
		return d, false
	}
	return p.doc(at)
}

// Head is Doc without its passages.
func (x *Index) Head(n int) (d Doc, ok bool) {
	p, at := x.part(n)
	if p.gone[at] {
		return d, false
	}
	return p.head(at)
}

// Counts reports whether a document still counts.
func (x *Index) Counts(n int) bool {
	p, at := x.part(n)
	return !p.gone[at]
}

// Lengths returns the lengths of a document's fields in words.
func (x *Index) Lengths(n int) []uint32 {
	p, at := x.part(n)
	at *= int(Fields)
	return p.lengths[at : at+int(Fields)]
}

// Averages returns the mean lengths of the fields, at least 1.
func (x *Index) Averages() (out [Fields]float64) {
	for f := range out {
		for _, p := range x.parts {
			out[f] += p.total[f]
		}
		out[f] = math.Max(1, out[f]/math.Max(1, float64(x.docs)))
	}
	return out
}

// A Term is a term of the index in documents of some languages.
type Term struct {
	Name  string
	DF    int // documents, about
	langs uint8
	in    []word // of each part; of length 0 if the part does not have the term
}

// Term looks up a term in documents of some languages, given as bits; 0 means all.
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

// among estimates how many of df documents are in the languages; looking at each would cost more.
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

// Each calls f for the terms from one on, with the number of documents that contain each, until f returns false. A term
// comes once for each segment that holds it.
func (x *Index) Each(from string, f func(name string, df int) bool) {
	for _, p := range x.parts {
		p.each(from, func(w word) bool { return f(w.term, w.df) })
	}
}

// Terms returns all terms of the index, sorted.
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
	sorting.By(out, func(a, b Term) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// Postings calls f with the documents that contain a term, in order: all of them, or only the given ones, which must be
// sorted. The postings are valid until f returns.
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
