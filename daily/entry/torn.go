package entry

import (
	"bytes"
	"strings"

	"github.com/agent-admin/memoria/daily/markdown"
)

// A crash can leave the first part of an entry at the very end of a log. It is distinguished from a person's
// prose by this: all of it has the form that memoria writes. That is the opening marker and after it nothing
// but lines as format writes them, the last perhaps incomplete; or the heading of an entry that broke off
// within its time. A heading that got further may be a person's. It is overwritten only where next, the
// heading about to be written, begins with the same bytes and will stand in the same place, so that they are
// kept whoever wrote them.

// TornAt returns the length of file without its torn tail; head is the header of the log, where next is given.
func TornAt(file []byte, head string, next []byte) int {
	file = Unfilled(file)
	if i := LastMarker(file); i >= 0 && !Committed(file[i:]) && isTorn(file[i:]) {
		return headingBefore(file, i)
	}
	i := bytes.LastIndexByte(file, '\n') + 1
	last := string(file[i:])
	if last != "" {
		text := strings.TrimSuffix(last, "\r")
		if h := headingBefore(file, i); h < i && strings.HasPrefix(Opening, text) {
			return h
		}
		if TornHeading(text) || BeginsControl(text) {
			return i
		}
	} else if i > 0 {
		i = bytes.LastIndexByte(file[:i-1], '\n') + 1
		last = string(file[i:])
	}
	if last != "" && strings.HasPrefix(string(next), last) && Separator(file[:i], head) == "" {
		return i
	}
	return len(file)
}

// Unfilled removes the zeros that a power cut can leave at the end of a file: blocks that were allocated and
// never written.
func Unfilled(file []byte) []byte { return bytes.TrimRight(file, "\x00") }

// isTorn reports whether tail, which begins with an opening marker, is the first part of an
func isTorn(tail []byte) bool {
	lines := markdown.Split(tail)
	e, whole := ParseMarker(lines[0].Text)
	if !whole {
		return len(lines) == 1
	}
	n := 1 + Ours(e.ID, lines[1:])
	return n == len(lines) || n == len(lines)-1 && tail[len(tail)-1] != '\n' && BeginsOurs(e.ID, lines[n].Text)
}

// TornHeading reports whether s is an entry's heading that broke off within its time: too little for a
// person to have meant it.
func TornHeading(s string) bool {
	rest, ok := strings.CutPrefix(s, HeadingPrefix)
	return ok && strings.Trim(rest, "0123456789:-") == ""
}

// headingBefore returns where the entry begins whose marker is at i: at its heading in the line before.
func headingBefore(file []byte, i int) int {
	if i == 0 {
		return 0
	}
	h := bytes.LastIndexByte(file[:i-1], '\n') + 1
	if h == 0 {
		h = len(file) - len(bytes.TrimPrefix(file, []byte(markdown.ByteOrderMark)))
	}
	if bytes.HasPrefix(file[h:], []byte(HeadingPrefix)) {
		return h
	}
	return i
}

// LastMarker returns where the last opening marker stands, or begins to stand, in file; -1 if there is none.
func LastMarker(file []byte) int {
	if !bytes.Contains(file, []byte(Opening)) { // searching from the front is much faster
		return -1
	}
	for i := len(file); ; {
		i = bytes.LastIndex(file[:i], []byte(Opening))
		if i <= 0 || file[i-1] == '\n' {
			return i
		}
	}
}

// Committed reports whether the entry whose marker s begins with was written completely.
func Committed(s []byte) bool {
	if next := bytes.Index(s[1:], []byte("\n"+Opening)); next >= 0 {
		s = s[:next+2+len(Opening)]
	}
	lines := markdown.Split(s)
	e, ok := ParseMarker(lines[0].Text)
	return ok && !EndOf(e.ID, lines[1:]).Torn
}

// OpenedIn returns the id of the entry that a torn tail begins, or "".
func OpenedIn(tail []byte) string {
	i := LastMarker(tail)
	if i < 0 {
		return ""
	}
	e, _ := ParseMarker(markdown.Split(tail[i:])[0].Text)
	return e.ID
}

// Separator returns what stands between the file and its next entry: what head, the header, lacks in a new file,
// else an empty line.
func Separator(file []byte, head string) string {
	if len(file) < 2*len(head) { // a header at most
		text := strings.ReplaceAll(string(bytes.TrimPrefix(file, []byte(markdown.ByteOrderMark))), "\r\n", "\n")
		if rest, ok := strings.CutPrefix(head, text); ok {
			return rest + "\n"
		}
	}
	switch end := markdown.LineBreaks(file); {
	case len(bytes.TrimSpace(bytes.TrimPrefix(file, []byte(markdown.ByteOrderMark)))) == 0:
		return strings.Repeat("\n", 1-min(1, end)) + head + "\n"
	case end > 1:
		return ""
	case end == 1:
		return "\n"
	}
	return "\n\n"
}

// IsUTF16 recognises UTF-16 by its byte order mark, or by a zero in every other byte of plain text.
func IsUTF16(file []byte) bool {
	if bytes.HasPrefix(file, []byte("\xff\xfe")) || bytes.HasPrefix(file, []byte("\xfe\xff")) {
		return true
	}
	head := Unfilled(file)
	return bytes.Count(head[:min(len(head), 64)], []byte{0}) > 8
}
