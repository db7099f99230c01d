package search

import (
	"encoding/binary"
	"hash/crc32"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/fsutil"
)

// A segment is an index of some files, in memory as it is made and as a file of
//
//	head      what it is, and where the others stand
//	files     path, stamp and hash of each file, and which documents are of it
//	lengths   of each document and field, in words; then the language of each document
//	places    where in abouts each document stands, four bytes each
//	abouts    what is known of each document, and its passages
//	words     the terms, in blocks of blockTerms, each with where its postings stand
//	blocks    the first term of each block and where it stands
//	postings  of each term: documents, passages in them, how often and in which field
//
// Each section but places, abouts, words and postings, of which only parts are read, ends in a sum; so
// does each of their parts.
type segment struct {
	base  string // sum of the segment that this one mends; "" of a whole one
	gone  []int  // documents of that one which are not any more
	files []file

	docs   int
	parts  []*stretch // what was read of the files, in their order
	pieces []piece    // the postings, by term
}

// A file is what an index knows of a file that it was made of.
type file struct {
	path    string
	stamp   fsutil.Stamp
	settled bool
	hash    string
	first   int // document
	docs    int
}

// An about is what an index knows of a document.
type about struct {
	Path    string
	Entry   string // id of the entry, of one of a day log
	Title   string
	Kind    Kind
	Type    string
	Tags    []string
	Project string
	Branch  string
	Heading string // what a link to the entry names
	Created string // days
	Updated string
	lang    uint8
	length  [fields]int
	parts   []part
}

// A part is where a passage stands.
type part struct {
	field      field
	holds      sort
	length     int
	start, end int
}

const (
	magic      = "memoria search\n"
	version    = "5"
	blockTerms = 32
	headSize   = 512
)

var castagnoli = sync.OnceValue(func() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) })

func sum(b []byte) uint32 { return crc32.Checksum(b, castagnoli()) }

func sealed(b []byte) []byte { return binary.LittleEndian.AppendUint32(b, sum(b)) }

// unsealed is what was sealed, nil if it is not whole.
func unsealed(b []byte) []byte {
	n := len(b) - 4
	if n < 0 || sum(b[:n]) != binary.LittleEndian.Uint32(b[n:]) {
		return nil
	}
	return b[:n:n]
}

// A section of the file.
const (
	secFiles = iota
	secLengths
	secPlaces
	secAbouts
	secWords
	secBlocks
	secPostings
	sections
)

// file is the file of a segment, and its sum by which another may name it.
func (s *segment) file(key string) (*sheaf, string) {
	var sec [sections][][]byte // each in pieces
	sec[secFiles] = [][]byte{s.listing()}
	sec[secLengths] = [][]byte{s.lengths()}
	var places []byte
	at := 0
	for _, x := range s.parts {
		for _, n := range x.places {
			places = binary.LittleEndian.AppendUint32(places, uint32(at)+n)
		}
		at += len(x.abouts)
		sec[secAbouts] = append(sec[secAbouts], x.abouts)
	}
	sec[secPlaces] = [][]byte{binary.LittleEndian.AppendUint32(places, uint32(at))}
	words, blocks := s.words()
	sec[secWords], sec[secBlocks] = [][]byte{words}, [][]byte{sealed(blocks)}
	for i := range s.pieces {
		sec[secPostings] = append(sec[secPostings], s.pieces[i].buf)
	}
	id, long := idOf(&sec)
	all := &sheaf{}
	all.add(headOf(key, id, s.base, s.docs, len(s.files), long, s.gone))
	for i := range sec {
		for _, b := range sec[i] {
			all.add(b)
		}
	}
	return all, id
}

// headOf is what stands before the sections, of which long says how long each is.
func headOf(key, id, base string, docs, files int, long [sections]int64, gone []int) []byte {
	head := append([]byte(magic), 0)
	for _, s := range [...]string{key, id, base} {
		head = appendString(head, s)
	}
	head = binary.AppendUvarint(head, uint64(docs))
	head = binary.AppendUvarint(head, uint64(files))
	for _, n := range long {
		head = binary.AppendUvarint(head, uint64(n))
	}
	head = binary.AppendUvarint(head, uint64(len(gone)))
	before := 0
	for _, n := range gone {
		head = binary.AppendUvarint(head, uint64(n-before))
		before = n
	}
	return append(binary.LittleEndian.AppendUint32(nil, uint32(len(head))), sealed(head)...)
}

// idOf names a segment by all that it holds. long is how long each section is.
func idOf(sec *[sections][][]byte) (id string, long [sections]int64) {
	var sums []byte
	for i := range sec {
		n := uint32(0)
		for _, b := range sec[i] {
			n = crc32.Update(n, castagnoli(), b)
			long[i] += int64(len(b))
		}
		sums = binary.LittleEndian.AppendUint32(binary.AppendUvarint(sums, uint64(long[i])), n)
	}
	return fsutil.Hash(sums), long
}

func (s *segment) listing() []byte {
	var b []byte
	for i := range s.files {
		b = s.files[i].append(b)
	}
	return sealed(b)
}

func (s *segment) lengths() []byte {
	b := make([]byte, 0, 2*int(fields)*s.docs+64)
	for _, x := range s.parts {
		for i := range x.lengths {
			for _, n := range x.lengths[i] {
				b = binary.AppendUvarint(b, uint64(n))
			}
		}
	}
	for _, x := range s.parts {
		b = append(b, x.langs...)
	}
	return sealed(b)
}

// words are the dictionary, and where its blocks stand.
func (s *segment) words() (words, blocks []byte) {
	n, at, from := 0, 0, 0
	before := ""
	seal := func() {
		if from < len(words) {
			words = binary.LittleEndian.AppendUint32(words, sum(words[from:]))
		}
		from = len(words)
	}
	for i := range s.pieces {
		for k := range s.pieces[i].lists {
			l := &s.pieces[i].lists[k]
			if n%blockTerms == 0 {
				seal()
				blocks = appendString(blocks, l.term)
				blocks = binary.AppendUvarint(blocks, uint64(len(words)))
				before = ""
			}
			same := shared(before, l.term)
			words = binary.AppendUvarint(words, uint64(same))
			words = appendString(words, l.term[same:])
			words = binary.AppendUvarint(words, uint64(l.df))
			words = binary.AppendUvarint(words, uint64(at))
			words = binary.AppendUvarint(words, uint64(l.long))
			before = l.term
			at += l.long
			n++
		}
	}
	seal()
	return words, blocks
}

func shared(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func (f *file) append(b []byte) []byte {
	b = appendString(b, f.path)
	for _, n := range [...]uint64{uint64(f.stamp.Size), uint64(f.stamp.ModTime), uint64(f.stamp.Change), f.stamp.Inode, uint64(f.first), uint64(f.docs)} {
		b = binary.AppendUvarint(b, n)
	}
	settled := byte(0)
	if f.settled {
		settled = 1
	}
	return appendString(append(b, settled), f.hash)
}

func (d *about) append(b []byte) []byte {
	for _, s := range [...]string{d.Path, d.Entry, d.Title, d.Type, strings.Join(d.Tags, "\n"), d.Project, d.Branch, d.Heading, d.Created, d.Updated} {
		b = appendString(b, s)
	}
	b = append(b, byte(d.Kind), d.lang)
	b = binary.AppendUvarint(b, uint64(len(d.parts)))
	at := 0
	for _, p := range d.parts {
		b = append(b, byte(p.field)|byte(p.holds)<<4)
		b = binary.AppendUvarint(b, uint64(p.length))
		b = binary.AppendVarint(b, int64(p.start-at))
		b = binary.AppendUvarint(b, uint64(p.end-p.start))
		at = p.end
	}
	return b
}
