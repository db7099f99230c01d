package search

import (
	"context"
	"encoding/binary"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// A stretch is what an indexer noted, by term.
type stretch struct {
	*indexer
	count []uint32 // how often each term was noted
	order []int32  // its terms by name
	start []uint32 // where each term begins in found; one more at the end
	found []uint32 // passage<<1, and 1 for what has no marks, by term, in the order of the texts
	doc0  int      // number of the first document
}

// sorted puts together what an indexer noted.
func (x *indexer) sorted() *stretch {
	s := &stretch{indexer: x, count: x.count(), order: make([]int32, len(x.terms)), start: make([]uint32, len(x.terms)+1), found: make([]uint32, len(x.log))}
	for i := range s.order {
		s.order[i] = int32(i)
		s.start[i+1] = s.start[i] + s.count[i]
	}
	slices.SortFunc(s.order, func(a, b int32) int { return strings.Compare(x.terms[a], x.terms[b]) })
	next := slices.Clone(s.start)
	at := 0
	for p, end := range x.ends {
		for _, t := range x.log[at:end] {
			n := &next[t>>1]
			s.found[*n] = uint32(p)<<1 | t&1
			*n++
		}
		at = int(end)
	}
	x.log = nil
	return s
}

// A list is the postings of a term.
type list struct {
	term string
	df   int
	long int // bytes
}

// A piece is the postings of some terms that follow each other.
type piece struct {
	of    []named
	lists []list
	buf   []byte
}

// A named is a term and which it is in each stretch, -1 where it is not.
type named struct {
	term string
	in   []int32
}

// all are the terms of all stretches, sorted.
func all(parts []*stretch) []named {
	if len(parts) == 0 {
		return nil
	}
	most := 0
	for _, p := range parts {
		most = max(most, len(p.order))
	}
	out := make([]named, 0, most+most/4)
	room := []int32{}
	at := make([]int, len(parts))
	for {
		least, none := "", true
		for k, p := range parts {
			if at[k] < len(p.order) {
				if name := p.terms[p.order[at[k]]]; none || name < least {
					least, none = name, false
				}
			}
		}
		if none {
			return out
		}
		if len(room) < len(parts) {
			room = make([]int32, 1024*len(parts))
		}
		in := room[:len(parts):len(parts)]
		room = room[len(parts):]
		for k, p := range parts {
			in[k] = -1
			if at[k] < len(p.order) && p.terms[p.order[at[k]]] == least {
				in[k] = p.order[at[k]]
				at[k]++
			}
		}
		out = append(out, named{least, in})
	}
}

// pieces makes the postings of all terms, several pieces at once.
func pieces(ctx context.Context, parts []*stretch) ([]piece, error) {
	terms := all(parts)
	total := 0
	for _, p := range parts {
		total += len(p.found)
	}
	workers := runtime.GOMAXPROCS(0)
	if total < 1<<16 {
		workers = 1
	}
	out := make([]piece, 0, 4*workers)
	first, n := 0, 0
	for i := range terms {
		for k, t := range terms[i].in {
			if t >= 0 {
				n += int(parts[k].count[t])
			}
		}
		if i+1 == len(terms) || n*4*workers > total && len(out) < 4*workers-1 {
			out = append(out, piece{of: terms[first : i+1]})
			first, n = i+1, 0
		}
	}
	next := make(chan *piece, len(out))
	for i := range out {
		next <- &out[i]
	}
	close(next)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for p := range next {
				if ctx.Err() == nil {
					p.write(parts)
				}
			}
		})
	}
	wg.Wait()
	return out, ctx.Err()
}

func (p *piece) write(parts []*stretch) {
	total := 0
	for i := range p.of {
		for k, t := range p.of[i].in {
			if t >= 0 {
				total += int(parts[k].count[t])
			}
		}
	}
	p.buf = make([]byte, 0, 4*total+8*len(p.of)) // most are shorter, and what is not written to costs nothing
	p.lists = make([]list, len(p.of))
	for i := range p.of {
		from := len(p.buf)
		w := writing{buf: p.buf, doc: -1}
		for k, t := range p.of[i].in {
			if t >= 0 {
				w.stretch(parts[k], t)
			}
		}
		if w.df > 0 {
			w.buf = append(w.buf, 0)
		}
		p.buf = binary.LittleEndian.AppendUint32(w.buf, sum(w.buf[from:]))
		p.lists[i] = list{p.of[i].term, w.df, len(p.buf) - from}
	}
}

// A writing is the postings of a term on their way into bytes.
type writing struct {
	buf []byte
	doc int // the last one, -1 for none
	df  int
}

// postingMost is how many bytes a word of a text is in the postings, at most.
const postingMost = 4*binary.MaxVarintLen32 + 1

// stretch adds where a term stands in a stretch.
func (w *writing) stretch(s *stretch, term int32) {
	found := s.found[s.start[term]:s.start[term+1]]
	buf, before, first := w.buf, uint32(0), uint32(0)
	for i := 0; i < len(found); {
		passage, tf, exact := found[i]>>1, uint32(1), found[i]&1
		for i++; i < len(found) && found[i]>>1 == passage; i++ {
			tf++
			exact += found[i] & 1
		}
		if cap(buf)-len(buf) < postingMost {
			buf = slices.Grow(buf, postingMost*(len(found)-i+1))
		}
		about := s.passages[passage]
		if doc := s.doc0 + int(about>>3); doc != w.doc {
			if w.df > 0 {
				buf = append(buf, 0)
			}
			buf = appendNumber(buf, uint32(doc-w.doc-1))
			w.doc = doc
			w.df++
			first = s.first[about>>3]
			before = first - 1
		}
		buf = appendNumber(buf, passage-before)
		before = passage
		n := tf<<4 | about&7<<1
		if exact == tf {
			buf = appendNumber(buf, n|1)
		} else {
			buf = appendNumber(appendNumber(buf, n), exact)
		}
	}
	w.buf = buf
}

// appendNumber is binary.AppendUvarint, the short way for the numbers that are small.
func appendNumber(b []byte, n uint32) []byte {
	if n < 0x80 {
		return append(b, byte(n))
	}
	return binary.AppendUvarint(b, uint64(n))
}
