package jsonl

import (
	"bytes"

	"github.com/agent-admin/memoria/flush/transcript/jsonscan"
)

// Rows hands the objects on a line to row, which reports whether one is a row; the line is usually one object. Of any
// other line it hands out the complete ones: objects without a line break between them, or after the beginning of a torn
// row, or with NUL bytes among them. part says that an object may be a part of a torn row. whole is false for a last
// line without its end, of which only what is complete at its beginning is read: the rest is still being written. Rows
// reports whether there is an unreadable part on the line.
func Rows(b []byte, whole bool, row func(b []byte, part bool) bool) (damaged bool) {
	if b = Trim(b); len(b) == 0 {
		return false
	}
	if bytes.IndexByte(b, 0) >= 0 {
		b = Trim(bytes.ReplaceAll(b, []byte{0}, nil))
	}
	var c jsonscan.Scanner
	if c.Reset(b); c.Peek() == '{' {
		if c.Skip(); !c.Bad && c.Pos == len(b) {
			return !row(b, false) && whole
		}
	}
	line, torn := b, false     // a torn row begins before b
	budget := 8*len(b) + 1<<20 // bytes to walk, for a line may hold a brace at every byte
	for len(b) > 0 && budget > 0 {
		at := bytes.IndexByte(b, '{')
		if at < 0 || !whole && at > 0 {
			break
		}
		torn = torn || at > 0
		b = b[at:]
		c.Reset(b)
		c.Skip()
		end := c.Pos
		budget -= end + 1
		// inside a torn row a nested object can look like a row, but what follows it is not a row
		if next := c.Peek(); !c.Bad && (!torn || next == 0 || next == '{') && row(b[:end], torn && nested(line[:len(line)-len(b)])) {
			b, torn = bytes.TrimSpace(b[end:]), false
			continue
		}
		if !whole {
			break
		}
		b, torn = b[1:], true
	}
	return whole
}

// nested reports whether a value that follows before may stand inside an object or a list.
func nested(before []byte) bool {
	before = bytes.TrimRight(before, " \t\r")
	return len(before) > 0 && bytes.IndexByte([]byte("[,:"), before[len(before)-1]) >= 0
}
