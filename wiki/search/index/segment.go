package index

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"slices"

	"github.com/agent-admin/memoria/fsutil"
)

// The file of a segment is
//
//	head      what it is, and how long each of the others is
//	files     path, stamp and hash of each file, and which documents are of it
//	lengths   of each document and field, in words; then the language of each document
//	places    where in docs each document stands, four bytes each
//	docs      what is known of each document, and its passages
//	terms     in blocks of blockTerms, each with where its postings stand
//	blocks    the first term of each block and where it stands
//	postings  of each term, see list
//
// What is read as a whole ends in a sum: head, files, lengths, blocks, each document, each block of terms and the
// postings of each term.
const (
	secFiles = iota
	secLengths
	secPlaces
	secDocs
	secTerms
	secBlocks
	secPostings
	sections
)

const (
	magic      = "memoria search\n"
	version    = "6" // of the form of the file
	blockTerms = 32
)

// A file is what an index knows of a file that it was made of.
type file struct {
	path    string
	stamp   fsutil.Stamp
	settled bool // the stamp tells that the file did not change
	hash    string
	first   int // document
	docs    int
}

// encode makes the file of a segment. base is the id of the segment that it stands beside, "" of a whole one, and gone
// are the documents of that one which are not any more.
func (b *builder) encode(key, base string, gone []int) []byte {
	var sec [sections][]byte
	for i := range b.files {
		sec[secFiles] = b.files[i].append(sec[secFiles])
	}
	sec[secFiles] = seal(sec[secFiles], 0)
	sec[secLengths] = seal(append(b.lengths, b.langs...), 0)
	sec[secPlaces] = binary.LittleEndian.AppendUint32(b.places, uint32(len(b.docs)))
	sec[secDocs] = b.docs
	lists := b.sorted()
	for _, l := range lists {
		sec[secPostings] = append(sec[secPostings], l.buf...)
	}
	sec[secTerms], sec[secBlocks] = dictionary(lists)
	sum, size := uint32(0), 0
	for _, s := range sec {
		sum = crc32.Update(sum, castagnoli(), s)
		size += len(s)
	}
	id := fmt.Sprintf("%08x-%d", sum, size)

	head := append([]byte(magic), 0)
	for _, s := range [...]string{key, id, base} {
		head = appendString(head, s)
	}
	head = appendNumbers(head, len(b.langs), len(b.files))
	for _, s := range sec {
		head = appendNumbers(head, len(s))
	}
	head = appendNumbers(head, len(gone))
	head = appendNumbers(head, gone...)
	head = seal(head, 0)
	data := binary.LittleEndian.AppendUint32(make([]byte, 0, 4+len(head)+size), uint32(len(head)))
	data = append(data, head...)
	return append(data, slices.Concat(sec[:]...)...)
}

// dictionary are the terms, each without what it shares with the one before it in its block.
func dictionary(lists []*list) (terms, blocks []byte) {
	at := 0
	for chunk := range slices.Chunk(lists, blockTerms) {
		blocks = appendString(blocks, chunk[0].name)
		blocks = appendNumbers(blocks, len(terms))
		from, before := len(terms), ""
		for _, l := range chunk {
			same := shared(before, l.name)
			terms = appendNumbers(terms, same)
			terms = appendString(terms, l.name[same:])
			terms = appendNumbers(terms, l.df, at, len(l.buf))
			before = l.name
			at += len(l.buf)
		}
		terms = seal(terms, from)
	}
	return terms, seal(blocks, 0)
}

func shared(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func (f *file) append(b []byte) []byte {
	b = appendString(b, f.path)
	for _, n := range [...]uint64{uint64(f.stamp.Size), uint64(f.stamp.ModTime), uint64(f.stamp.Change), f.stamp.Inode} {
		b = binary.AppendUvarint(b, n)
	}
	settled := 0
	if f.settled {
		settled = 1
	}
	return appendString(appendNumbers(b, f.first, f.docs, settled), f.hash)
}

func (d *decoder) file() (f file) {
	f.path = d.string()
	f.stamp = fsutil.Stamp{Size: int64(d.uint()), ModTime: int64(d.uint()), Change: int64(d.uint()), Inode: d.uint()}
	f.first, f.docs, f.settled = d.int(), d.int(), d.int() == 1
	f.hash = d.string()
	return f
}

// texts are those of a document in the order in which they are kept.
func (d *Doc) texts() []*string {
	return []*string{&d.Path, &d.Entry, &d.Title, &d.Type, &d.Project, &d.Branch, &d.Heading, &d.Created, &d.Updated}
}

func (d *Doc) append(b []byte, lang uint8) []byte {
	for _, s := range d.texts() {
		b = appendString(b, *s)
	}
	b = appendNumbers(b, int(d.Kind), int(lang), len(d.Tags))
	for _, t := range d.Tags {
		b = appendString(b, t)
	}
	b = appendNumbers(b, len(d.Passages))
	for _, p := range d.Passages {
		b = appendNumbers(b, int(p.Field), int(p.Traits), p.Length, p.Start, p.End-p.Start)
	}
	return b
}

func (d *decoder) doc() (out Doc) {
	for _, s := range out.texts() {
		*s = d.string()
	}
	out.Kind, out.Lang = Kind(d.int()), languageOf(uint8(d.int()))
	for range d.int() {
		if out.Tags = append(out.Tags, d.string()); d.bad {
			return Doc{}
		}
	}
	for range d.int() {
		p := Passage{Field: min(Field(d.int()), Fields-1), Traits: Trait(d.int()), Length: d.int(), Start: d.int()}
		p.End = p.Start + d.int()
		if out.Passages = append(out.Passages, p); d.bad {
			return Doc{}
		}
	}
	return out
}
