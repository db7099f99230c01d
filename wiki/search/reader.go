package search

import (
	"cmp"
	"encoding/binary"
	"io"
	"slices"
	"strings"
)

// A reader reads a segment from a file, as much of it as is asked for.
type reader struct {
	at     io.ReaderAt
	size   int64
	id     string
	base   string
	gone   map[int]bool
	docs   int
	nfiles int
	off    [sections]int64
	long   [sections]int64
	blocks []block
	langs  []uint8 // of each document
	speak  [someLanguages]int
	length []uint32 // fields of each document, one behind the other
	total  [fields]float64
	damage bool // something read was not whole
}

type block struct {
	first string
	at    int
}

// open reads the head of a segment, nil if it is none of this key or not whole.
func open(at io.ReaderAt, size int64, key string) *reader {
	r := &reader{at: at, size: size}
	var n [4]byte
	if size < 8 || !r.readAt(n[:], 0) {
		return nil
	}
	long := int64(binary.LittleEndian.Uint32(n[:]))
	if long > size-8 || long > 64<<20 {
		return nil
	}
	head := make([]byte, long+4)
	if !r.readAt(head, 4) {
		return nil
	}
	d := decoder{rest: unsealed(head)}
	if !strings.HasPrefix(string(d.rest), magic+"\x00") {
		return nil
	}
	d.rest = d.rest[len(magic)+1:]
	if d.string() != key {
		return nil
	}
	r.id, r.base = d.string(), d.string()
	r.docs, r.nfiles = int(d.uint()), int(d.uint())
	pos := 4 + long + 4
	for i := range sections {
		r.off[i], r.long[i] = pos, int64(d.uint())
		if r.long[i] < 0 || r.long[i] > size {
			return nil
		}
		pos += r.long[i]
	}
	r.gone = map[int]bool{}
	before := 0
	for range d.uint() {
		before += int(d.uint())
		r.gone[before] = true
		if d.bad {
			return nil
		}
	}
	if d.bad || pos != size || r.docs < 0 || int64(r.docs) > size/4 || r.nfiles < 0 || int64(r.nfiles) > size || r.long[secPlaces] != int64(r.docs+1)*4 {
		return nil
	}
	return r
}

func (r *reader) readAt(b []byte, at int64) bool {
	n, err := r.at.ReadAt(b, at)
	return n == len(b) && (err == nil || err == io.EOF)
}

// section reads a whole section that is sealed.
func (r *reader) section(i int) []byte {
	b := make([]byte, r.long[i])
	if !r.readAt(b, r.off[i]) {
		r.damage = true
		return nil
	}
	if b = unsealed(b); b == nil {
		r.damage = true
	}
	return b
}

// part reads a sealed part of a section.
func (r *reader) part(i int, from, to int64) []byte {
	if from < 0 || to < from || to > r.long[i] {
		r.damage = true
		return nil
	}
	b := make([]byte, to-from)
	if !r.readAt(b, r.off[i]+from) {
		r.damage = true
		return nil
	}
	if b = unsealed(b); b == nil {
		r.damage = true
	}
	return b
}

// files reads what the index was made of.
func (r *reader) files() []file {
	d := decoder{rest: r.section(secFiles)}
	out := make([]file, 0, min(r.nfiles, len(d.rest)))
	for len(d.rest) > 0 && !d.bad {
		f := file{path: d.string()}
		f.stamp.Size, f.stamp.ModTime, f.stamp.Change, f.stamp.Inode = int64(d.uint()), int64(d.uint()), int64(d.uint()), d.uint()
		f.first, f.docs = int(d.uint()), int(d.uint())
		f.settled = d.byte() == 1
		f.hash = d.string()
		out = append(out, f)
	}
	if d.bad || len(out) != r.nfiles {
		r.damage = true
	}
	return out
}

// weigh reads the lengths of the documents.
func (r *reader) weigh() {
	d := decoder{rest: r.section(secLengths)}
	r.length = make([]uint32, r.docs*int(fields))
	for i := range r.length {
		r.length[i] = uint32(d.uint())
		if !r.gone[i/int(fields)] {
			r.total[i%int(fields)] += float64(r.length[i])
		}
	}
	r.langs = make([]uint8, r.docs)
	for i := range r.langs {
		r.langs[i] = min(d.byte(), uint8(len(languages)))
		r.speak[r.langs[i]]++
	}
	if d.bad {
		r.damage = true
	}
	d = decoder{rest: r.section(secBlocks)}
	for len(d.rest) > 0 && !d.bad {
		r.blocks = append(r.blocks, block{d.string(), int(d.uint())})
	}
}

// doc reads what is known of a document.
func (r *reader) doc(i int) (a about, ok bool) {
	var n [8]byte
	if i < 0 || i >= r.docs || !r.readAt(n[:], r.off[secPlaces]+4*int64(i)) {
		r.damage = true
		return a, false
	}
	d := decoder{rest: r.part(secAbouts, int64(binary.LittleEndian.Uint32(n[:])), int64(binary.LittleEndian.Uint32(n[4:])))}
	a.Path, a.Entry, a.Title, a.Type = d.string(), d.string(), d.string(), d.string()
	if tags := d.string(); tags != "" {
		a.Tags = strings.Split(tags, "\n")
	}
	a.Project, a.Branch, a.Heading, a.Created, a.Updated = d.string(), d.string(), d.string(), d.string(), d.string()
	a.Kind, a.lang = Kind(d.byte()), d.byte()
	at := 0
	for range d.uint() {
		b := d.byte()
		p := part{field: field(b & 15), holds: sort(b >> 4), length: int(d.uint())}
		p.start = at + int(d.int())
		p.end = p.start + int(d.uint())
		at = p.end
		if d.bad {
			break
		}
		a.parts = append(a.parts, p)
	}
	if d.bad {
		r.damage = true
	}
	return a, !d.bad
}

// A word is a term of the dictionary.
type word struct {
	term     string
	df       int
	at, long int64
	in       uint8 // languages of the documents in which it counts, as bits; 0 is all
}

// lookUp finds a term.
func (r *reader) lookUp(term string) (w word, ok bool) {
	r.each(term, func(x word) bool {
		if x.term == term {
			w, ok = x, true
		}
		return x.term < term
	})
	return w, ok
}

// each calls f for the terms from one on, until f returns false. The first may be before it.
func (r *reader) each(from string, f func(word) bool) {
	i, found := slices.BinarySearchFunc(r.blocks, from, func(b block, t string) int { return cmp.Compare(b.first, t) })
	if !found {
		i = max(0, i-1)
	}
	for ; i < len(r.blocks); i++ {
		end := r.long[secWords]
		if i+1 < len(r.blocks) {
			end = int64(r.blocks[i+1].at)
		}
		d := decoder{rest: r.part(secWords, int64(r.blocks[i].at), end)}
		before := ""
		for len(d.rest) > 0 {
			n := int(d.uint())
			tail := d.string()
			w := word{df: int(d.uint()), at: int64(d.uint()), long: int64(d.uint())}
			if d.bad || n > len(before) {
				r.damage = true
				return
			}
			w.term = before[:n] + tail
			before = w.term
			if w.term < from {
				continue
			}
			if !f(w) {
				return
			}
		}
	}
}

// A decoder reads numbers and texts; once something does not fit, all that follows is zero.
type decoder struct {
	rest []byte
	bad  bool
}

func (d *decoder) uint() uint64 {
	n, w := binary.Uvarint(d.rest)
	if w <= 0 {
		d.bad, d.rest = true, nil
		return 0
	}
	d.rest = d.rest[w:]
	return n
}

func (d *decoder) int() int64 {
	n, w := binary.Varint(d.rest)
	if w <= 0 {
		d.bad, d.rest = true, nil
		return 0
	}
	d.rest = d.rest[w:]
	return n
}

func (d *decoder) byte() byte {
	if len(d.rest) == 0 {
		d.bad = true
		return 0
	}
	b := d.rest[0]
	d.rest = d.rest[1:]
	return b
}

func (d *decoder) string() string {
	n := d.uint()
	if n > uint64(len(d.rest)) {
		d.bad, d.rest = true, nil
		return ""
	}
	s := string(d.rest[:n])
	d.rest = d.rest[n:]
	return s
}
