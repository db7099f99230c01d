package index

import (
	"cmp"
	"encoding/binary"
	"io"
	"os"
	"slices"
	"strings"
)

// A segment is read from its file, only as far as needed.
type segment struct {
	at     io.ReaderAt
	file   *os.File // nil for one in memory
	id     string
	base   string       // id of the segment that it supplements, "" for a complete one
	gone   map[int]bool // documents that no longer count
	docs   int
	nfiles int
	off    [sections]int64
	long   [sections]int64
	damage bool // something that was read was not whole

	heads   map[int]Doc // of documents, as far as they were asked for
	blocks  []block
	lengths []uint32                // fields of each document, in sequence
	langs   []uint8                 // of each document
	speak   [len(Languages) + 1]int // documents in each language
	total   [Fields]float64         // lengths of the documents that count
}

// A block is a block of terms, named by its first term.
type block struct {
	first string
	at    int
}

// open reads the head of a segment and what all queries need. It returns nil for a segment of another key or a damaged one.
func open(at io.ReaderAt, size int64, key string) *segment {
	s := &segment{at: at, gone: map[int]bool{}, heads: map[int]Doc{}}
	var n [4]byte
	if size < 8 || !s.readAt(n[:], 0) {
		return nil
	}
	long := int64(binary.LittleEndian.Uint32(n[:]))
	if long > size-4 || long > 64<<20 {
		return nil
	}
	d := decoder{rest: s.sealed(4, long)}
	rest, ok := strings.CutPrefix(string(d.rest), magic+"\x00")
	if !ok {
		return nil
	}
	d.rest = []byte(rest)
	if d.string() != key {
		return nil
	}
	s.id, s.base, s.docs, s.nfiles = d.string(), d.string(), d.int(), d.int()
	pos := 4 + long
	for i := range sections {
		s.off[i], s.long[i] = pos, int64(d.int())
		pos += s.long[i]
	}
	for range d.int() {
		if s.gone[d.int()] = true; d.bad {
			return nil
		}
	}
	if d.bad || pos != size || int64(s.docs) > size/4 || int64(s.nfiles) > size || s.long[secPlaces] != int64(s.docs+1)*4 {
		return nil
	}
	return s
}

func (s *segment) close() {
	if s != nil && s.file != nil {
		s.file.Close()
	}
}

func (s *segment) readAt(b []byte, at int64) bool {
	n, err := s.at.ReadAt(b, at)
	if n < len(b) || err != nil && err != io.EOF {
		s.damage = true
		return false
	}
	return true
}

// sealed reads a part that ends in a checksum, nil if it is damaged.
func (s *segment) sealed(at, long int64) []byte {
	if long < 0 {
		s.damage = true
		return nil
	}
	b := make([]byte, long)
	if !s.readAt(b, at) {
		return nil
	}
	if b = unsealed(b); b == nil {
		s.damage = true
	}
	return b
}

// part reads a part of a section that ends in a checksum.
func (s *segment) part(section int, from, to int64) []byte {
	if from < 0 || to > s.long[section] {
		s.damage = true
		return nil
	}
	return s.sealed(s.off[section]+from, to-from)
}

func (s *segment) whole(section int) decoder {
	return decoder{rest: s.part(section, 0, s.long[section])}
}

// files reads the files that the segment was made from.
func (s *segment) files() []file {
	if s == nil {
		return nil
	}
	d := s.whole(secFiles)
	d.text = string(d.rest)
	out := make([]file, 0, min(s.nfiles, len(d.rest)))
	for len(d.rest) > 0 {
		out = append(out, d.file())
	}
	s.damage = s.damage || d.bad || len(out) != s.nfiles
	return out
}

// weigh reads the lengths and languages of the documents, and the offsets of the terms.
func (s *segment) weigh() {
	d := s.whole(secLengths)
	s.lengths = make([]uint32, s.docs*int(Fields))
	for i := range s.lengths {
		s.lengths[i] = uint32(d.uint())
		if !s.gone[i/int(Fields)] {
			s.total[i%int(Fields)] += float64(s.lengths[i])
		}
	}
	s.langs = make([]uint8, s.docs)
	for i := range copy(s.langs, d.rest) {
		s.langs[i] = min(s.langs[i], uint8(len(Languages)))
		s.speak[s.langs[i]]++
	}
	s.damage = s.damage || d.bad || len(d.rest) != s.docs
	d = s.whole(secBlocks)
	for len(d.rest) > 0 {
		s.blocks = append(s.blocks, block{d.string(), d.int()})
	}
	s.damage = s.damage || d.bad
}

// doc reads a document.
func (s *segment) doc(i int) (Doc, bool) { return s.decoded(i, (*decoder).doc) }

// head returns a document without its passages, which is read once: a filter looks at all documents, for each query.
func (s *segment) head(i int) (Doc, bool) {
	d, ok := s.heads[i]
	if !ok {
		if d, ok = s.decoded(i, (*decoder).head); ok {
			s.heads[i] = d
		}
	}
	return d, ok
}

func (s *segment) decoded(i int, read func(*decoder) Doc) (Doc, bool) {
	var n [8]byte
	if i < 0 || i >= s.docs || !s.readAt(n[:], s.off[secPlaces]+4*int64(i)) {
		return Doc{}, false
	}
	d := decoder{rest: s.part(secDocs, int64(binary.LittleEndian.Uint32(n[:])), int64(binary.LittleEndian.Uint32(n[4:])))}
	out := read(&d)
	s.damage = s.damage || d.bad
	return out, !d.bad
}

// A word is a term of the dictionary and the offset of its postings.
type word struct {
	term     string
	df       int
	at, long int64
}

// each calls f for the terms from one on, until f returns false.
func (s *segment) each(from string, f func(word) bool) {
	i, found := slices.BinarySearchFunc(s.blocks, from, func(b block, t string) int { return cmp.Compare(b.first, t) })
	if !found {
		i = max(0, i-1)
	}
	for ; i < len(s.blocks); i++ {
		end := s.long[secTerms]
		if i+1 < len(s.blocks) {
			end = int64(s.blocks[i+1].at)
		}
		d := decoder{rest: s.part(secTerms, int64(s.blocks[i].at), end)}
		before := ""
		for len(d.rest) > 0 {
			same, tail := d.int(), d.string()
			w := word{df: d.int(), at: int64(d.int()), long: int64(d.int())}
			if d.bad || same > len(before) {
				s.damage = true
				return
			}
			w.term = before[:same] + tail
			before = w.term
			if w.term >= from && !f(w) {
				return
			}
		}
	}
}

// A Posting is how often a term occurs in a passage.
type Posting struct {
	Passage int
	Field   Field
	Times   int
	Exact   int // of these, without marks
}

// postings calls f with the documents that contain a term, all of them or only some, in order, and with its
// postings there, which are valid until f returns. It skips the postings of other documents, which are most of the cost
// of a common word. langs are the languages of the documents that count, as bits; 0 means all.
func (s *segment) postings(w word, langs uint8, only []int, f func(doc int, in []Posting)) {
	d := decoder{rest: s.part(secPostings, w.at, w.at+w.long)}
	in := make([]Posting, 0, 16)
	some := only != nil
	for doc := -1; len(d.rest) > 0; {
		if doc += d.int() + 1; doc >= s.docs {
			d.bad = true
			break
		}
		for some && len(only) > 0 && only[0] < doc {
			only = only[1:]
		}
		if some && len(only) == 0 {
			return
		}
		skip := some && only[0] != doc || s.gone[doc] || langs != 0 && langs>>s.langs[doc]&1 == 0
		in = in[:0]
		for passage := -1; ; {
			step := d.uint()
			if step == 0 {
				break
			}
			n := d.uint()
			exact := n >> 4
			if n&1 == 0 {
				exact = d.uint()
			}
			if passage += int(step); !skip {
				in = append(in, Posting{passage, min(Field(n>>1&7), Fields-1), int(n >> 4), int(exact)})
			}
		}
		if d.bad {
			break
		}
		if !skip {
			f(doc, in)
		}
	}
	s.damage = s.damage || d.bad
}
