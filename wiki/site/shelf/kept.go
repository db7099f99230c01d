package shelf

import (
	"cmp"
	"slices"

	"github.com/agent-admin/memoria/fsutil/pack"
)

// keptForm goes up with another form of what is kept.
const keptForm = "memoria shelf 1"

// Keep is what New takes the terms of documents from that stay as they are: a cache, which may be lost.
func (s *Shelf) Keep() []byte {
	w := pack.New(keptForm)
	w.String(s.scale)
	w.Len(len(s.order))
	for _, i := range s.order {
		w.Uint(uint64(s.number[i]))
		w.String(s.docs[i].Key)
	}
	w.Len(len(s.terms))
	for _, t := range s.terms {
		w.String(t.text)
		w.String(t.in)
	}
	return w.Bytes()
}

// readKept reads what was kept: the keys of documents by their numbers, and the terms. It is nothing where
// that is of another scale, or cannot be made sense of.
func readKept(was []byte, scale string) (keys map[uint32]string, terms []term) {
	r := pack.Open(was, keptForm)
	if r == nil || r.String() != scale {
		return nil, nil
	}
	n := r.Len()
	keys = make(map[uint32]string, n)
	for range n {
		number := uint32(r.Uint())
		keys[number] = r.String()
	}
	terms = make([]term, r.Len())
	for i := range terms {
		terms[i].text, terms[i].in = r.String(), r.String()
	}
	if !r.Done() {
		return nil, nil
	}
	return keys, terms
}

// fill finds the terms of all documents.
func (s *Shelf) fill(was []byte, weights Weights) error {
	keys, kept := readKept(was, s.scale)
	fresh := make([]bool, len(s.docs))
	left := 0
	for i := range s.docs {
		n := s.number[i]
		if key := s.docs[i].Key; key != "" && key == keys[n] {
			delete(keys, n) // what is in it at the end is gone
			left++
		} else {
			fresh[i] = true
		}
	}
	of := func(doc int) bool { return fresh[doc] }
	if left < len(s.docs)/2 {
		of, keys, kept = nil, nil, nil
	}
	var found []term
	var in []posting
	var room []byte
	err := weights(of, func(text string, list []Weight) {
		in = in[:0]
		for _, w := range list {
			in = append(in, packPosting(s.number[w.Doc], w.Worth))
		}
		slices.Sort(in)
		if room = appendPostings(room[:0], in); len(room) > 0 {
			found = append(found, term{text, string(room)})
		}
	})
	if err != nil {
		return err
	}
	s.terms = merged(without(kept, keys), found)
	return nil
}

// without takes documents out of terms.
func without(terms []term, gone map[uint32]string) (out []term) {
	if len(gone) == 0 {
		return terms
	}
	var in []posting
	var room []byte
	for _, t := range terms {
		in = unpack(in[:0], t.in)
		many := len(in)
		in = slices.DeleteFunc(in, func(p posting) bool { _, ok := gone[p.number()]; return ok })
		if len(in) < many {
			room = appendPostings(room[:0], in)
			t.in = string(room)
		}
		if t.in != "" {
			out = append(out, t)
		}
	}
	return out
}

// merged puts two lists of terms of different documents together.
func merged(a, b []term) []term {
	if len(a) == 0 {
		return b
	}
	out := make([]term, 0, len(a)+len(b))
	var in []posting
	for len(a) > 0 && len(b) > 0 {
		switch order := cmp.Compare(a[0].text, b[0].text); {
		case order < 0:
			out, a = append(out, a[0]), a[1:]
		case order > 0:
			out, b = append(out, b[0]), b[1:]
		default:
			in = unpack(unpack(in[:0], a[0].in), b[0].in)
			slices.Sort(in)
			out = append(out, term{a[0].text, string(appendPostings(nil, in))})
			a, b = a[1:], b[1:]
		}
	}
	return append(append(out, a...), b...)
}
