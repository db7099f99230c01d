package jsonl

import "bytes"

const (
	blobLimit  = 64 << 10  // bytes kept of a string without a blank in it, such as an image
	textLimit  = 1 << 20   // bytes kept of any other string
	tightLimit = 128 << 10 // the same, once a line has filled half of its limit
)

// A squeezer shortens a line that is too long to hold: it keeps only the beginning of images and other
// blobs, and of strings longer than anybody reads. What is left parses as the line would have. It takes the
// line in pieces.
type squeezer struct {
	inside bool // of a string
	escape bool // after a backslash
	text   bool // the string has a blank, an escape or a byte beyond ASCII
	drop   bool // the rest of the string is dropped
	full   bool // the rest of the line is dropped
	length int  // bytes of the string so far
}

// run moves what is to be kept of b[in:] to out, up to the line end or the end of b, and returns the new
// lengths of out and of what was read. The line begins at start; b[start:in] was processed before.
func (s *squeezer) run(b []byte, start, in int) (out, next int) {
	out = in
	for ; in < len(b); in++ {
		if s.drop && s.inside && !s.escape {
			if in += plainPrefix(b[in:min(len(b), in+512)]); in == len(b) {
				break
			}
		}
		ch := b[in]
		if ch == '\n' {
			return out, in
		}
		if s.keep(ch, out-start) {
			b[out] = ch
			out++
		}
	}
	return out, in
}

// plainPrefix returns how many bytes at the beginning of b are neither quote, backslash nor line end.
func plainPrefix(b []byte) int {
	for _, ch := range []byte{'"', '\\', '\n'} {
		if n := bytes.IndexByte(b, ch); n >= 0 {
			b = b[:n]
		}
	}
	return len(b)
}

// keep reports whether the next byte of the line is kept; size is how many bytes were kept before it.
func (s *squeezer) keep(ch byte, size int) bool {
	if s.full = s.full || size >= hardLimit; s.full {
		return false
	}
	if !s.inside {
		if ch == '"' {
			*s = squeezer{inside: true}
		}
		return true
	}
	if s.escape {
		s.escape = false
	} else if ch == '"' {
		s.inside = false
		return true
	} else if ch == '\\' {
		s.escape, s.text = true, true
	} else if ch <= ' ' || ch >= 0x80 {
		s.text = true
	}
	if s.drop {
		return false
	}
	s.length++
	limit := blobLimit
	if s.text {
		limit = textLimit
		if size > hardLimit/2 {
			limit = tightLimit
		}
	}
	s.drop = s.length >= limit && !s.escape
	return true
}
