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
	docs  []about
	lists []list
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
	version    = "3"
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

// bytes is the file of a segment, and its sum by which another may name it.
func (s *segment) bytes(key string) ([]byte, string) {
	var sec [sections][]byte
	for _, f := range s.files {
		sec[secFiles] = f.append(sec[secFiles])
	}
	sec[secFiles] = sealed(sec[secFiles])
	for i := range s.docs {
		for _, n := range s.docs[i].length {
			sec[secLengths] = binary.AppendUvarint(sec[secLengths], uint64(n))
		}
		sec[secPlaces] = binary.LittleEndian.AppendUint32(sec[secPlaces], uint32(len(sec[secAbouts])))
		sec[secAbouts] = append(sec[secAbouts], sealed(s.docs[i].append(nil))...)
	}
	sec[secPlaces] = binary.LittleEndian.AppendUint32(sec[secPlaces], uint32(len(sec[secAbouts])))
	for i := range s.docs {
		sec[secLengths] = append(sec[secLengths], s.docs[i].lang)
	}
	sec[secLengths] = sealed(sec[secLengths])
	s.words(&sec)
	head := append([]byte(magic), 0)
	head = appendString(head, key)
	id := idOf(&sec)
	head = appendString(head, id)
	head = appendString(head, s.base)
	head = binary.AppendUvarint(head, uint64(len(s.docs)))
	head = binary.AppendUvarint(head, uint64(len(s.files)))
	for i := range sec {
		head = binary.AppendUvarint(head, uint64(len(sec[i])))
	}
	head = binary.AppendUvarint(head, uint64(len(s.gone)))
	before := 0
	for _, n := range s.gone {
		head = binary.AppendUvarint(head, uint64(n-before))
		before = n
	}
	all := binary.LittleEndian.AppendUint32(nil, uint32(len(head)))
	all = append(all, sealed(head)...)
	for i := range sec {
		all = append(all, sec[i]...)
	}
	return all, id
}

// idOf names a segment by all that it holds.
func idOf(sec *[sections][]byte) string {
	var sums []byte
	for i := range sec {
		sums = binary.LittleEndian.AppendUint32(binary.AppendUvarint(sums, uint64(len(sec[i]))), sum(sec[i]))
	}
	return fsutil.Hash(sums)
}

// words writes the dictionary and the postings.
func (s *segment) words(sec *[sections][]byte) {
	total := 0
	for i := range s.lists {
		total += len(s.lists[i].buf) + 4
	}
	sec[secPostings] = make([]byte, 0, total)
	var block []byte
	before := ""
	seal := func() {
		if block != nil {
			sec[secWords] = append(sec[secWords], sealed(block)...)
			block = nil
		}
	}
	for i := range s.lists {
		l := &s.lists[i]
		if i%blockTerms == 0 {
			seal()
			sec[secBlocks] = appendString(sec[secBlocks], l.term)
			sec[secBlocks] = binary.AppendUvarint(sec[secBlocks], uint64(len(sec[secWords])))
			before = ""
		}
		n := shared(before, l.term)
		block = binary.AppendUvarint(block, uint64(n))
		block = appendString(block, l.term[n:])
		block = binary.AppendUvarint(block, uint64(l.df))
		block = binary.AppendUvarint(block, uint64(len(sec[secPostings])))
		block = binary.AppendUvarint(block, uint64(len(l.buf)+4))
		before = l.term
		sec[secPostings] = append(sec[secPostings], l.buf...)
		sec[secPostings] = binary.LittleEndian.AppendUint32(sec[secPostings], sum(l.buf))
	}
	seal()
	sec[secBlocks] = sealed(sec[secBlocks])
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
