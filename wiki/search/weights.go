package search

import (
	"cmp"
	"errors"
	"fmt"
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

// scale is what the lengths of documents are held against: the averages in steps of a quarter, so that a page
// more changes the worth of no other.
func (x *Index) scale() [fields]float64 {
	avg := x.averages()
	for f := range avg {
		avg[f] = math.Exp2(math.Round(2*math.Log2(avg[f])) / 2)
	}
	return avg
}

// Scale stands for all but the document itself that the worth of its terms depends on: while it is the same,
// that is the same too.
func (x *Index) Scale() string { return fmt.Sprint(version, x.scale(), k1, fieldWeight, fieldNorm) }

// A place is where the postings of a term lie.
type place struct {
	word
	part int
}

// ErrDamaged says that an index is not what was kept. One is made anew after [Store.Forget].
var ErrDamaged = errors.New("the search index is damaged")

// Weights calls yield for each term of the index, in order, with those of some documents in which it stands,
// of all where of is nil: what the ranking of an index elsewhere is made from. The slice is good until yield
// returns. The error may be ErrDamaged, also of what was read of the index before.
func (x *Index) Weights(of func(doc int) bool, yield func(term string, in []Weighted)) error {
	avg := x.scale()
	only := make([][]int, len(x.parts))
	var places []place
	for k, p := range x.parts {
		if of != nil {
			for n := range p.docs {
				if of(x.first[k] + n) {
					only[k] = append(only[k], n)
				}
			}
			if only[k] == nil {
				continue
			}
		}
		p.each("", func(w word) bool {
			places = append(places, place{w, k})
			return true
		})
	}
	if len(x.parts) > 1 {
		slices.SortStableFunc(places, func(a, b place) int { return cmp.Compare(a.term, b.term) })
	}
	var in []Weighted
	for i, at := range places {
		p := x.parts[at.part]
		p.read(at.word, only[at.part], func(doc int, list []posting) {
			doc += x.first[at.part]
			f := worthOf(list, x.lengths(doc), &avg)
			in = append(in, Weighted{doc, f * (k1 + 1) / (k1 + f)})
		})
		if i+1 == len(places) || places[i+1].term != at.term {
			if len(in) > 0 {
				yield(at.term, in)
			}
			in = in[:0]
		}
	}
	if x.damaged() {
		return ErrDamaged
	}
	return nil
}

// worthOf weighs the fields in which a term stands by their lengths.
func worthOf(in []posting, length []uint32, avg *[fields]float64) (f float64) {
	for _, at := range in {
		b := fieldNorm[at.field]
		f += fieldWeight[at.field] * float64(at.tf) / (1 - b + b*float64(length[at.field])/avg[at.field])
	}
	return f
}
