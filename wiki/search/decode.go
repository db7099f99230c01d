package search

import "encoding/binary"

// A posting is how often a term stands in a passage.
type posting struct {
	passage int
	field   field
	tf      int
	exact   int // of these, without marks
}

// postings reads where a term stands: f gets each document with its passages, which are good until the next.
func (r *reader) postings(w word, f func(doc int, in []posting)) { r.read(w, nil, f) }

// postingsIn is postings for some documents, in order: what is said of others is passed over, which is most of
// what a common word costs.
func (r *reader) postingsIn(w word, docs []int, f func(doc int, in []posting)) {
	if len(docs) > 0 {
		r.read(w, docs, f)
	}
}

func (r *reader) read(w word, only []int, f func(doc int, in []posting)) {
	b := r.part(secPostings, w.at, w.at+w.long)
	in := make([]posting, 0, 16)
	doc, at := -1, 0
	for at >= 0 && at < len(b) {
		var n uint64
		n, at = uvarint(b, at)
		doc += int(n) + 1
		if doc >= r.docs || doc < 0 {
			at = -1
			break
		}
		for len(only) > 0 && only[0] < doc {
			if only = only[1:]; len(only) == 0 {
				return
			}
		}
		if only != nil && only[0] != doc || r.gone[doc] || w.in != 0 && w.in>>r.langs[doc]&1 == 0 {
			at = pass(b, at)
			continue
		}
		if in, at = passages(b, at, in[:0]); at >= 0 {
			f(doc, in)
		}
	}
	r.damage = r.damage || at < 0
}

// passages reads those of a document into in. next is where the next one stands, -1 if they are damaged.
func passages(b []byte, at int, in []posting) (out []posting, next int) {
	for passage := -1; ; {
		var step, n uint64
		if step, at = uvarint(b, at); step == 0 || at < 0 {
			return in, at
		}
		passage += int(step)
		n, at = uvarint(b, at)
		p := posting{passage: passage, tf: int(n >> 4), field: min(field(n>>1&7), fields-1), exact: int(n >> 4)}
		if n&1 == 0 {
			n, at = uvarint(b, at)
			p.exact = int(n)
		}
		in = append(in, p)
	}
}

// pass is passages for who has no use for them.
func pass(b []byte, at int) (next int) {
	for {
		var n uint64
		if n, at = uvarint(b, at); n == 0 || at < 0 {
			return at
		}
		if n, at = uvarint(b, at); n&1 == 0 {
			_, at = uvarint(b, at)
		}
	}
}

// uvarint is the number at a place in b, and the place behind it: -1 where there is none.
func uvarint(b []byte, at int) (n uint64, next int) {
	if uint(at) < uint(len(b)) && b[at] < 0x80 {
		return uint64(b[at]), at + 1
	}
	return longUvarint(b, at)
}

func longUvarint(b []byte, at int) (n uint64, next int) {
	if at < 0 || at >= len(b) {
		return 0, -1
	}
	n, w := binary.Uvarint(b[at:])
	if w <= 0 {
		return 0, -1
	}
	return n, at + w
}
