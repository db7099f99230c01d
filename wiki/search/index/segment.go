package index

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"slices"
)

// The file of a segment is
//
//	head      what it is, and the length of each other part
//	files     path, stamp and hash of each file, and its documents
//	lengths   of each document and field, in words; then the language of each document
//	places    the offset of each document in docs, four bytes each
//	docs      the documents and their passages
//	terms     in blocks of blockTerms, each with the offset of its postings
//	blocks    the first term of each block and its offset
//	postings  of each term, see list
//
// Each unit that is read as a whole ends in a checksum: head, files, lengths, blocks, each document, each block of terms
// and the postings of each term.
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
	version    = "7" // of the form of the file
	blockTerms = 32
)

// encode makes the file of a segment. base is the id of the segment that it supplements, "" for a complete one, and gone
// are the documents of base that no longer exist.
func encode(parts []*builder, key, base string, gone []int) []byte {
	var sec [sections][]byte
	var langs []byte
	files := 0
	for _, b := range parts {
		for _, f := range b.files {
			f.first += len(langs)
			sec[secFiles] = f.append(sec[secFiles])
		}
		files += len(b.files)
		sec[secLengths] = append(sec[secLengths], b.lengths...)
		for _, at := range b.places {
			sec[secPlaces] = binary.LittleEndian.AppendUint32(sec[secPlaces], uint32(len(sec[secDocs])+at))
		}
		sec[secDocs] = append(sec[secDocs], b.docs...)
		langs = append(langs, b.langs...)
	}
	sec[secFiles] = seal(sec[secFiles], 0)
	sec[secLengths] = seal(append(sec[secLengths], langs...), 0)
	sec[secPlaces] = binary.LittleEndian.AppendUint32(sec[secPlaces], uint32(len(sec[secDocs])))
	var lists []list
	lists, sec[secPostings] = join(parts)
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
	head = appendNumbers(head, len(langs), files)
	for _, s := range sec {
		head = appendNumbers(head, len(s))
	}
	head = appendNumbers(head, len(gone))
	head = appendNumbers(head, gone...)
	head = seal(head, 0)
	data := binary.LittleEndian.AppendUint32(make([]byte, 0, 4+len(head)+size), uint32(len(head)))
	data = append(data, head...)
	for _, s := range sec {
		data = append(data, s...)
	}
	return data
}

// dictionary returns the terms, each without the prefix that it shares with the one before it in its block.
func dictionary(lists []list) (terms, blocks []byte) {
	at := 0
	for chunk := range slices.Chunk(lists, blockTerms) {
		blocks = appendString(blocks, chunk[0].name)
		blocks = appendNumbers(blocks, len(terms))
		from, before := len(terms), ""
		for _, l := range chunk {
			same := shared(before, l.name)
			terms = appendNumbers(terms, same)
			terms = appendString(terms, l.name[same:])
			terms = appendNumbers(terms, l.df, at, l.size)
			before = l.name
			at += l.size
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
