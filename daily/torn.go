package daily

import (
	"bytes"
	"github.com/agent-admin/memoria/daily/entry"
	"strings"

	"github.com/agent-admin/memoria/daily/markdown"
)

// A crash can leave the first part of an entry at the very end of a log. It is distinguished from a person's
// prose by this: all of it has the form that memoria writes. That is the opening marker and after it nothing
// but lines as format writes them, the last perhaps incomplete; or the heading of an entry that broke off
// within its time. A heading that got further may be a person's. It is overwritten only where next, the
// heading about to be written, begins with the same bytes and will stand in the same place, so that they are
// kept whoever wrote them.

// tornAt returns the length of file without its torn tail; head is the header of the log, where next is given.
func tornAt(file []byte, head string, next []byte) int {
	file = unfilled(file)
	if i := lastMarker(file); i >= 0 && !committed(file[i:]) && isTorn(file[i:]) {
		return headingBefore(file, i)
	}
	i := bytes.LastIndexByte(file, '\n') + 1
	last := string(file[i:])
	if last != "" {
		text := strings.TrimSuffix(last, "\r")
		if h := headingBefore(file, i); h < i && strings.HasPrefix(entry.Opening, text) {
			return h
		}
		if tornHeading(text) || entry.BeginsControl(text) {
			return i
		}
	} else if i > 0 {
		i = bytes.LastIndexByte(file[:i-1], '\n') + 1
		last = string(file[i:])
	}
	if last != "" && strings.HasPrefix(string(next), last) && separator(file[:i], head) == "" {
		return i
	}
	return len(file)
}

// unclosedTail records the entry in the torn tail of a log, if the tail holds its id.
func (p *parser) unclosedTail(tail []byte) {
	title := ""
	for i, l := range markdown.Split(tail) {
		if _, text, ok := markdown.Heading(l.Text); ok && i == 0 {
			_, _, title, _ = entry.ParseHeading(text)
		}
		if e, ok := entry.ParseMarker(l.Text); ok {
			p.log.Unclosed = append(p.log.Unclosed, Unclosed{e.ID, title, len(p.lines) + i + 1})
			return
		}
	}
}

// unfilled removes the zeros that a power cut can leave at the end of a file: blocks that were allocated and
// never written.
func unfilled(file []byte) []byte { return bytes.TrimRight(file, "\x00") }

// isTorn reports whether tail, which begins with an opening marker, is the first part of an entry.
func isTorn(tail []byte) bool {
	lines := markdown.Split(tail)
	e, whole := entry.ParseMarker(lines[0].Text)
	if !whole {
		return len(lines) == 1
	}
	n := 1 + entry.Ours(e.ID, lines[1:])
	return n == len(lines) || n == len(lines)-1 && tail[len(tail)-1] != '\n' && entry.BeginsOurs(e.ID, lines[n].Text)
}

// tornHeading reports whether s is an entry's heading that broke off within its time: too little for a
// person to have meant it.
func tornHeading(s string) bool {
	rest, ok := strings.CutPrefix(s, entry.HeadingPrefix)
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
	if bytes.HasPrefix(file[h:], []byte(entry.HeadingPrefix)) {
		return h
	}
	return i
}

// lastMarker returns where the last opening marker stands, or begins to stand, in file; -1 if there is none.
func lastMarker(file []byte) int {
	if !bytes.Contains(file, []byte(entry.Opening)) { // searching from the front is much faster
		return -1
	}
	for i := len(file); ; {
		i = bytes.LastIndex(file[:i], []byte(entry.Opening))
		if i <= 0 || file[i-1] == '\n' {
			return i
		}
	}
}

// committed reports whether the entry whose marker s begins with was written completely.
func committed(s []byte) bool {
	if next := bytes.Index(s[1:], []byte("\n"+entry.Opening)); next >= 0 {
		s = s[:next+2+len(entry.Opening)]
	}
	lines := markdown.Split(s)
	e, ok := entry.ParseMarker(lines[0].Text)
	return ok && !entry.EndOf(e.ID, lines[1:]).Torn
}

// openedIn returns the id of the entry that a torn tail begins, or "".
func openedIn(tail []byte) string {
	i := lastMarker(tail)
	if i < 0 {
		return ""
	}
	e, _ := entry.ParseMarker(markdown.Split(tail[i:])[0].Text)
	return e.ID
}
