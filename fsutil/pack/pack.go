// Package pack is the format of caches on disk: a key that says what they hold, then numbers and texts in sequence, then a
// checksum. A cache is never a source: a file with a bad key or checksum is treated as missing and
// rebuilt.
package pack

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"
)

// magic begins every file, so that a person can tell what it is.
const magic = "memoria cache\n"

// sumLen is how many bytes of the SHA-256 of a file end it. Hooks link that anyhow, and it needs no table when one starts.
const sumLen = 8

func sumOf(data []byte) string {
	sum := sha256.Sum256(data)
	return string(sum[:sumLen])
}

// A Writer writes a file.
type Writer struct{ buf []byte }

// New begins a file. The key holds everything that the content depends on apart from its sources, first of all the
// version of the format, so that a change of any of it invalidates the file.
func New(key string) *Writer {
	w := &Writer{buf: []byte(magic)}
	w.String(key)
	return w
}

// Part returns what was written so far, without the key and the checksum of a file. A zero Writer is ready to write a
// part of one, which goes into a file as a string.
func (w *Writer) Part() string { return string(w.buf) }

// Grow makes room for so many bytes.
func (w *Writer) Grow(n int) { w.buf = slices.Grow(w.buf, n) }

// Bytes ends the file and returns it.
func (w *Writer) Bytes() []byte {
	return append(w.buf, sumOf(w.buf)...)
}

// Uint writes a number that is usually small.
func (w *Writer) Uint(n uint64) { w.buf = binary.AppendUvarint(w.buf, n) }

// Int writes a number that may be negative.
func (w *Writer) Int(n int64) { w.buf = binary.AppendVarint(w.buf, n) }

// Len writes a length; [Reader.Len] reads it.
func (w *Writer) Len(n int) { w.Uint(uint64(n)) }

// Bool writes a bool.
func (w *Writer) Bool(b bool) {
	n := byte(0)
	if b {
		n = 1
	}
	w.buf = append(w.buf, n)
}

// String writes a string.
func (w *Writer) String(s string) {
	w.Len(len(s))
	w.buf = append(w.buf, s...)
}

// Strings writes a list of strings.
func (w *Writer) Strings(list []string) {
	w.Len(len(list))
	for _, s := range list {
		w.String(s)
	}
}

// A Reader reads what a Writer wrote, in the same order. Strings share the memory of the input. After an error
// all values are zero and Failed returns true.
type Reader struct {
	rest   string
	failed bool
}

// Open reads a file with the key. It returns nil if the file has another key or is damaged.
func Open(data []byte, key string) *Reader {
	n := len(data) - sumLen
	if n < 0 || sumOf(data[:n]) != string(data[n:]) {
		return nil
	}
	return Head(data[:n], key)
}

// Head reads the first bytes of a file with the key. Whether the file is damaged it cannot tell.
func Head(data []byte, key string) *Reader {
	rest, ok := strings.CutPrefix(string(data), magic)
	r := &Reader{rest: rest}
	if !ok || r.String() != key || r.failed {
		return nil
	}
	return r
}

// Part reads what [Writer.Part] returned.
func Part(s string) *Reader { return &Reader{rest: s} }

// Done reports whether everything was read without an error.
func (r *Reader) Done() bool { return !r.failed && r.rest == "" }

func (r *Reader) fail() {
	r.failed, r.rest = true, ""
}

// Uint reads a number that [Writer.Uint] wrote.
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

// Int reads a number that [Writer.Int] wrote.
func (r *Reader) Int() int64 {
	n := r.Uint()
	return int64(n>>1) ^ -int64(n&1)
}

// Len reads a length. It is at most the number of bytes that are left.
func (r *Reader) Len() int {
	n := r.Uint()
	if n > uint64(len(r.rest)) {
		r.fail()
		return 0
	}
	return int(n)
}

// Bool reads a bool.
func (r *Reader) Bool() bool {
	if r.rest == "" || r.rest[0] > 1 {
		r.fail()
		return false
	}
	b := r.rest[0] == 1
	r.rest = r.rest[1:]
	return b
}

// String reads a string.
func (r *Reader) String() string {
	n := r.Len()
	s := r.rest[:n]
	r.rest = r.rest[n:]
	return s
}

// Strings reads a list of strings, nil if it is empty.
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
