package memories

import (
	"bytes"
	"errors"
)

// What memoria publishes into a file of the agent stands between two marks, each on its own line.
const (
	blockBegin = "<!-- memoria:begin -->"
	blockEnd   = "<!-- memoria:end -->"
)

// ErrBlock says that a file holds one mark of a published block without the other, or several, so that it is unknown
// which text is a person's.
var ErrBlock = errors.New("the marks of what memoria published there are damaged")

// blockIn finds the published block: src[start:end] is its lines, marks and line end included. start is -1 if there
// is none. The error is ErrBlock.
func blockIn(src []byte) (start, end int, err error) {
	start, end = -1, -1
	at := 0
	code := 0 // end of the code block that was last seen
	for line := range bytes.Lines(src) {
		if at < code {
			at += len(line) // marks that a person writes about
			continue
		}
		if n := fenced(src[at:]); n > 0 {
			code = at + n
			at += len(line)
			continue
		}
		text := bytes.TrimPrefix(line, []byte("\ufeff"))
		if bytes.HasPrefix(text, []byte("    ")) || bytes.HasPrefix(text, []byte("\t")) { // a line of code
			at += len(line)
			continue
		}
		switch string(bytes.TrimSpace(text)) {
		case blockBegin:
			if start >= 0 {
				return -1, -1, ErrBlock
			}
			start = at
			if at == 0 {
				start = len(line) - len(bytes.TrimPrefix(line, []byte("\ufeff")))
			}
		case blockEnd:
			if start < 0 || end >= 0 {
				return -1, -1, ErrBlock
			}
			end = at + len(line)
		}
		at += len(line)
	}
	if start >= 0 && end < 0 {
		return -1, -1, ErrBlock
	}
	return start, end, nil
}

// fenced returns the length of the block of code that src begins with; 0 if it begins with none, or with one that
// does not end.
func fenced(src []byte) (n int) {
	var mark []byte
	for line := range bytes.Lines(src) {
		n += len(line)
		text := bytes.TrimSpace(line)
		if mark == nil {
			for _, m := range []string{"```", "~~~"} {
				if bytes.HasPrefix(text, []byte(m)) {
					mark = text[:len(text)-len(bytes.TrimLeft(text, m[:1]))]
				}
			}
			if mark == nil {
				return 0
			}
		} else if bytes.HasPrefix(text, mark) && len(bytes.Trim(text, string(mark[:1]))) == 0 {
			return n
		}
	}
	return 0
}

// withoutBlock returns a file without the block that memoria published. If the marks are damaged, it drops everything
// from the first mark on.
func withoutBlock(src []byte) []byte {
	start, end, err := blockIn(src)
	switch {
	case err != nil:
		first := len(src)
		for _, mark := range []string{blockBegin, blockEnd} {
			if i := bytes.Index(src, []byte(mark)); i >= 0 {
				first = min(first, i)
			}
		}
		return src[:first]
	case start < 0:
		return src
	}
	return append(bytes.Clone(src[:start]), src[end:]...)
}
