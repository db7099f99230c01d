package search

import (
	"errors"
	"math"
	"slices"
)

// A Document is a page or an entry of a log, as an index knows it.
type Document struct {
	Path    string // of its file
	Entry   string // id of the entry
	Heading string // what a link to the entry names
	Kind    Kind
	Title   string
	Type    string
	Tags    []string
	Project string
	Created string
	Updated string
	Lang    string // whose stems its words have; "" for none
}

// Document tells what is known of a document, by its number, from 0 on; ok is false where it counts no more.
// Numbers below Numbers are asked for.
func (x *Index) Document(n int) (d Document, ok bool) {
	for i := len(x.parts) - 1; i >= 0; i-- {
		if n < x.first[i] {
			continue
		}
		at := n - x.first[i]
		if x.parts[i].gone[at] {
			return d, false
		}
		a, ok := x.parts[i].doc(at)
		if int(a.lang) < len(languages) {
			d.Lang = languages[a.lang]
		}
		d.Path, d.Entry, d.Heading, d.Kind, d.Title, d.Type = a.Path, a.Entry, a.Heading, a.Kind, a.Title, a.Type
		d.Tags, d.Project, d.Created, d.Updated = a.Tags, a.Project, a.Created, a.Updated
		return d, ok
	}
	return d, false
}

// Numbers is one more than the highest number of a document.
func (x *Index) Numbers() int {
	last := len(x.parts) - 1
	if last < 0 {
		return 0
	}
	return x.first[last] + x.parts[last].docs
}

// A Weighted is a document in which a term stands, and what it is worth there before its rarity counts: from
// 0 to k1+1.
type Weighted struct {
	Doc   int
	Worth float64
}

// Weights calls yield for each term of the index, in order, with the documents in which it stands: what the
// ranking of an index elsewhere is made from. The lengths that documents are held against are the averages in
// steps of a quarter, so that a page more changes the worth of no other.
func (x *Index) Weights(yield func(term string, in []Weighted)) error {
	avg := x.averages()
	for f := range avg {
		avg[f] = math.Exp2(math.Round(2*math.Log2(avg[f])) / 2)
	}
	all := map[string][]Weighted{}
	for k, p := range x.parts {
		p.each("", func(w word) bool {
			p.postings(w, func(doc int, in []posting) {
				doc += x.first[k]
				length := x.lengths(doc)
				f := 0.0
				for _, at := range in {
					b := fieldNorm[at.field]
					f += fieldWeight[at.field] * float64(at.tf) / (1 - b + b*float64(length[at.field])/avg[at.field])
				}
				all[w.term] = append(all[w.term], Weighted{doc, f * (k1 + 1) / (k1 + f)})
			})
			return true
		})
	}
	terms := make([]string, 0, len(all))
	for t := range all {
		terms = append(terms, t)
	}
	slices.Sort(terms)
	for _, t := range terms {
		yield(t, all[t])
	}
	if x.damaged() {
		return errors.New("the search index is damaged")
	}
	return nil
}
