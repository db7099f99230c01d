package daily

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

// tornAt returns the length of file without its torn tail.
func tornAt(file []byte, date Date, next []byte) int {
	file = unfilled(file)
	if i := lastMarker(file); i >= 0 && !committed(file[i:]) && isTorn(file[i:]) {
		return headingBefore(file, i)
	}
	i := bytes.LastIndexByte(file, '\n') + 1
	last := string(file[i:])
	if last != "" {
		text := strings.TrimSuffix(last, "\r")
		if h := headingBefore(file, i); h < i && strings.HasPrefix(opening, text) {
			return h
		}
		if tornHeading(text) {
			return i
		}
	} else if i > 0 {
		i = bytes.LastIndexByte(file[:i-1], '\n') + 1
		last = string(file[i:])
	}
	if last != "" && strings.HasPrefix(string(next), last) && separator(file[:i], date) == "" {
		return i
	}
	return len(file)
}

// unclosedTail records the entry in the torn tail of a log, if the tail holds its id.
func (p *parser) unclosedTail(tail []byte) {
	title := ""
	for i, l := range markdown.Split(tail) {
		if _, text, ok := markdown.Heading(l.Text); ok && i == 0 {
			_, _, title, _ = parseHeading(text)
		}
		if e, ok := parseMarker(l.Text); ok {
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
	e, whole := parseMarker(lines[0].Text)
	if !whole {
		return len(lines) == 1
	}
	n := 1 + ours(e.ID, lines[1:])
	return n == len(lines) || n == len(lines)-1 && tail[len(tail)-1] != '\n' && beginsOurs(e.ID, lines[n].Text)
}

// ours returns how many of the lines have the form that memoria writes between the markers of an entry. A
// bullet has it if its block id follows from the entry and its text: a line that a person wrote, or changed
// a letter of, has another.
func ours(entry string, lines []markdown.Line) int {
	kind := Kind(0)
	said := map[string]int{}
	for n, l := range lines {
		k, label := kindOf(l.Text)
		switch {
		case label:
			kind = k
		case l.Text == "" || strings.HasPrefix(l.Text, contextLabel):
		case strings.HasPrefix(l.Text, "- "):
			b := readBullet(l.Text, kind)
			if len(b.Block) < blockLen || !strings.HasPrefix(blockDigest(entry, b.Text, said[b.Text]), b.Block) {
				return n
			}
			said[b.Text]++
		default:
			return n
		}
	}
	return len(lines)
}

// beginsOurs reports whether s is the beginning of such a line, or of the closing marker. As much of a block
// id as is there has to match.
func beginsOurs(entry, s string) bool {
	if text, id := markdown.CutBlockID(s); id != "" && strings.HasPrefix(s, "- ") {
		for _, kind := range [...]Kind{Fact, Action} { // with and without a task's box
			if b := readBullet(text, kind); strings.HasPrefix(blockDigest(entry, b.Text, 0), id) {
				return true
			}
		}
		return false
	}
	for _, k := range kinds {
		if strings.HasPrefix(k.label, s) {
			return true
		}
	}
	return strings.HasPrefix(contextLabel, s) || strings.HasPrefix(closing, s) || strings.HasPrefix(s, "- ") || s == "-"
}

// tornHeading reports whether s is an entry's heading that broke off within its time: too little for a
// person to have meant it.
func tornHeading(s string) bool {
	rest, ok := strings.CutPrefix(s, headingPrefix)
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
	if bytes.HasPrefix(file[h:], []byte(headingPrefix)) {
		return h
	}
	return i
}

// lastMarker returns where the last opening marker stands, or begins to stand, in file; -1 if there is none.
func lastMarker(file []byte) int {
	if !bytes.Contains(file, []byte(opening)) { // searching from the front is much faster
		return -1
	}
	for i := len(file); ; {
		i = bytes.LastIndex(file[:i], []byte(opening))
		if i <= 0 || file[i-1] == '\n' {
			return i
		}
	}
}

// committed reports whether the entry whose marker s begins with was written completely.
func committed(s []byte) bool {
	end := bytes.Index(s, []byte("\n"+closing))
	next := bytes.Index(s[1:], []byte("\n"+opening))
	return end >= 0 && (next < 0 || end < next+1)
}

// openedIn returns the id of the entry that a torn tail begins, or "".
func openedIn(tail []byte) string {
	i := lastMarker(tail)
	if i < 0 {
		return ""
	}
	e, _ := parseMarker(markdown.Split(tail[i:])[0].Text)
	return e.ID
}
