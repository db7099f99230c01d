package agent

import (
	"bytes"
	"errors"
)

const (
	maxPayload = 8 << 20 // bytes kept of one payload
	maxString  = 1 << 20 // bytes kept of one string in it
)

var (
	errNoObject = errors.New("payload is no JSON object")
	errTooLarge = errors.New("payload holds more than 8 MiB")
)

var byteOrderMark = []byte("\xef\xbb\xbf")

// A frame finds the end of one JSON object in a stream whose end may never come, and keeps its members. Of a long
// string it keeps the beginning, and in the place of an array or object it keeps [], since nothing in those is
// wanted. It looks at quotes and brackets only, and does not validate the object.
type frame struct {
	buf      []byte
	depth    int
	inString bool
	escaped  bool // the byte before was a backslash
	length   int  // of the string so far
	done     bool
	err      error // with done: why the object is not whole
}

// feed takes the next bytes. What follows the object is not looked at.
func (f *frame) feed(p []byte) {
	for len(p) > 0 && !f.done {
		if f.depth == 0 {
			p = f.begin(p)
			continue
		}
		var n int
		if f.inString {
			n = f.inside(p)
		} else {
			n = f.outside(p)
		}
		p = p[n:]
		if len(f.buf) > maxPayload {
			f.done, f.err = true, errTooLarge
		}
	}
}

// begin skips white space and a byte order mark before the object.
func (f *frame) begin(p []byte) []byte {
	for len(p) > 0 {
		c := p[0]
		switch {
		case c == '{' && (len(f.buf) == 0 || bytes.Equal(f.buf, byteOrderMark)):
			f.buf, f.depth = append(f.buf[:0], c), 1
			return p[1:]
		case len(f.buf) < len(byteOrderMark) && c == byteOrderMark[len(f.buf)]:
			f.buf = append(f.buf, c)
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		default:
			f.done, f.err = true, errNoObject
			return nil
		}
		p = p[1:]
	}
	return p
}

// outside takes bytes up to the next string, or to the end of the object.
func (f *frame) outside(p []byte) int {
	for i, c := range p {
		switch {
		case c == '{' || c == '[':
			if f.depth++; f.depth == 2 {
				f.buf = append(f.buf, "[]"...)
			}
		case c == '}' || c == ']':
			f.depth--
			if f.done = f.depth == 0; f.done {
				f.buf = append(f.buf, '}')
				return i + 1
			}
		case c == '"':
			f.inString, f.length = true, 0
			if f.depth == 1 {
				f.buf = append(f.buf, c)
			}
			return i + 1
		case f.depth == 1:
			f.buf = append(f.buf, c)
		}
	}
	return len(p)
}

// inside takes bytes up to the end of a string.
func (f *frame) inside(p []byte) int {
	for i, c := range p {
		switch {
		case f.escaped:
			f.escaped = false
		case c == '\\':
			f.escaped = true
		case c == '"':
			f.keep(p[:i])
			f.close()
			return i + 1
		}
	}
	f.keep(p)
	return len(p)
}

// keep adds bytes of a string while there is room for them.
func (f *frame) keep(p []byte) {
	if room := maxString - f.length; room > 0 && f.depth == 1 {
		f.buf = append(f.buf, p[:min(room, len(p))]...)
	}
	f.length += len(p)
}

// close ends a string so that it stays valid: if it was cut, its last backslash may have lost the character that it
// escapes.
func (f *frame) close() {
	f.inString = false
	if f.depth > 1 {
		return
	}
	if f.length > maxString && (len(f.buf)-len(bytes.TrimRight(f.buf, `\`)))%2 == 1 {
		f.buf = f.buf[:len(f.buf)-1]
	}
	f.buf = append(f.buf, '"')
}
