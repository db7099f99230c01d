// Package pack is the form of caches on disk: numbers and texts one behind the other, after a key that
// says what they are, before a sum that says whether they are whole. What is packed is never a
// source: bytes with another key or sum are no error but nothing at all, and are made again.
package pack

import (
	"encoding/binary"
	"hash/crc32"
	"strings"
	"sync"
)

// magic begins every file, so that nobody wonders what it is.
const magic = "memoria cache\n"

var table = sync.OnceValue(func() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) })

// A Writer packs.
type Writer struct{ buf []byte }

// New begins a file. The key holds all that the content depends on beside its sources, so that a change
// of any of that makes another file: a version of the form first of all.
func New(key string) *Writer { return NewIn(nil, key) }

// NewIn is New in the room of a file that was packed before and is not needed any more.
func NewIn(room []byte, key string) *Writer {
	w := &Writer{buf: append(room[:0], magic...)}
	w.String(key)
	return w
}

// Bytes ends the file and returns it.
func (w *Writer) Bytes() []byte {
	return binary.LittleEndian.AppendUint32(w.buf, crc32.Checksum(w.buf, table()))
}

// Uint packs a number that is small for the most part.
func (w *Writer) Uint(n uint64) { w.buf = binary.AppendUvarint(w.buf, n) }

// Int packs a number of either sign.
func (w *Writer) Int(n int64) { w.buf = binary.AppendVarint(w.buf, n) }

// Len packs a length; [Reader.Len] reads it.
func (w *Writer) Len(n int) { w.Uint(uint64(n)) }

// Bool packs a truth.
func (w *Writer) Bool(b bool) {
	n := byte(0)
	if b {
		n = 1
	}
	w.buf = append(w.buf, n)
}

// String packs a text.
func (w *Writer) String(s string) {
	w.Len(len(s))
	w.buf = append(w.buf, s...)
}

// Strings packs texts.
func (w *Writer) Strings(list []string) {
	w.Len(len(list))
	for _, s := range list {
		w.String(s)
	}
}

// A Reader unpacks what a Writer packed, in the same order. Texts are parts of the one text that was
// read. Once anything does not fit, all that follows is zero and Failed says so.
type Reader struct {
	rest   string
	failed bool
}

// Open reads a file of the key. It returns nil for one that is not, or is not whole.
func Open(data []byte, key string) *Reader {
	n := len(data) - 4
	if n < 0 || !strings.HasPrefix(string(data[:min(n, len(magic))]), magic) ||
		crc32.Checksum(data[:n], table()) != binary.LittleEndian.Uint32(data[n:]) {
		return nil
	}
	r := &Reader{rest: string(data[len(magic):n])}
	if r.String() != key || r.failed {
		return nil
	}
	return r
}

// Failed reports whether something did not fit.
func (r *Reader) Failed() bool { return r.failed }

// Done reports whether all was read and all fitted.
func (r *Reader) Done() bool { return !r.failed && r.rest == "" }

func (r *Reader) fail() {
	r.failed, r.rest = true, ""
}

// Uint reads what [Writer.Uint] packed.
func (r *Reader) Uint() uint64 {
	var n uint64
	for i := 0; i < len(r.rest) && i < binary.MaxVarintLen64; i++ {
		b := r.rest[i]
		n |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			r.rest = r.rest[i+1:]
			return n
		}
	}
	r.fail()
	return 0
}

// Int reads what [Writer.Int] packed.
func (r *Reader) Int() int64 {
	n := r.Uint()
	return int64(n>>1) ^ -int64(n&1)
}

// Len reads a length. It is at most what the rest of the file can hold at a byte each.
func (r *Reader) Len() int {
	n := r.Uint()
	if n > uint64(len(r.rest)) {
		r.fail()
		return 0
	}
	return int(n)
}

// Bool reads a truth.
func (r *Reader) Bool() bool {
	if r.rest == "" || r.rest[0] > 1 {
		r.fail()
		return false
	}
	b := r.rest[0] == 1
	r.rest = r.rest[1:]
	return b
}

// String reads a text.
func (r *Reader) String() string {
	n := r.Len()
	s := r.rest[:n]
	r.rest = r.rest[n:]
	return s
}

// Strings reads texts, nil for none.
func (r *Reader) Strings() []string {
	n := r.Len()
	if n == 0 {
		return nil
	}
	list := make([]string, n)
	for i := range list {
		list[i] = r.String()
	}
	return list
}
