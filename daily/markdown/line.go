// Package markdown reads lines of Markdown as a day log has them, and writes text so that it stays text: headings, list
// items, comments, escapes and block ids.
package markdown

import (
	"bytes"
	"strings"
)

// A Line of a log: src[start:end] without its line break.
type Line struct {
	Start, End int
	Text       string
}

// ByteOrderMark is what some editors put before the first line.
const ByteOrderMark = "\xef\xbb\xbf"

// Split returns the lines of src. A byte order mark is not part of the first.
func Split(src []byte) []Line {
	out := make([]Line, 0, bytes.Count(src, []byte("\n"))+1)
	i := 0
	if bytes.HasPrefix(src, []byte(ByteOrderMark)) {
		i = len(ByteOrderMark)
	}
	for i < len(src) {
		end, next := len(src), len(src)
		if j := bytes.IndexByte(src[i:], '\n'); j >= 0 {
			end, next = i+j, i+j+1
		}
		if end > i && src[end-1] == '\r' {
			end--
		}
		out = append(out, Line{i, end, string(src[i:end])})
		i = next
	}
	return out
}

// Blank reports whether a line has nothing but white space.
func (l Line) Blank() bool { return strings.TrimSpace(l.Text) == "" }

// Indent returns the width of the white space that s begins with, and s without it.
func Indent(s string) (width int, rest string) {
	for i, c := range []byte(s) {
		switch c {
		case ' ':
			width++
		case '\t':
			width += 4 - width%4
		default:
			return width, s[i:]
		}
	}
	return width, ""
}

// Heading reads "## Text ##".
func Heading(s string) (level int, text string, ok bool) {
	w, s := Indent(s)
	rest := strings.TrimLeft(s, "#")
	level = len(s) - len(rest)
	if w > 3 || level == 0 || level > 6 || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return 0, "", false
	}
	text = strings.Trim(rest, " \t")
	if open := strings.TrimRight(text, "#"); open == "" || strings.HasSuffix(open, " ") || strings.HasSuffix(open, "\t") {
		text = strings.TrimRight(open, " \t")
	}
	return level, text, true
}

// Setext reads the underline that makes a heading of the paragraph above it.
func Setext(s string) (level int, ok bool) {
	w, s := Indent(s)
	s = strings.TrimRight(s, " \t")
	switch {
	case w > 3 || s == "":
	case strings.Trim(s, "=") == "":
		return 1, true
	case strings.Trim(s, "-") == "":
		return 2, true
	}
	return 0, false
}

// IsRule reports whether s is a horizontal rule.
func IsRule(s string) bool {
	s = strings.TrimLeft(s, " \t")
	if len(s) < 3 || s[0] != '-' && s[0] != '*' && s[0] != '_' {
		return false
	}
	return strings.Count(s, s[:1]) >= 3 && strings.Trim(s, s[:1]+" \t") == ""
}

// Item removes the marker of a list item; width is the width of the marker.
func Item(s string) (text string, width int, ok bool) {
	n := 0
	for n < len(s) && n < 9 && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	if n == len(s) || n == 0 && !hasAny(s, "-+*") || n > 0 && s[n] != '.' && s[n] != ')' {
		return "", 0, false
	}
	n++
	if n < len(s) && s[n] != ' ' && s[n] != '\t' {
		return "", 0, false
	}
	text = strings.TrimLeft(s[n:], " \t")
	return text, len(s) - len(text), true
}

// Closes reports whether s ends the code that mark opened.
func Closes(s, mark string) bool {
	_, s = Indent(s)
	s = strings.TrimRight(s, " \t")
	return len(s) >= len(mark) && strings.Trim(s, mark[:1]) == ""
}

// WithoutComments removes what a reader of the page does not see: HTML comments and Obsidian's.
func WithoutComments(s string) string {
	if !strings.Contains(s, "<!--") && !strings.Contains(s, "%%") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		n := 0
		switch {
		case s[i] == '`':
			n = max(codeSpan(s[i:]), ticks(s[i:]))
			b.WriteString(s[i : i+n])
		default:
			n = max(Enclosed(s[i:], "<!--", "-->"), Enclosed(s[i:], "%%", "%%"))
		}
		if n == 0 {
			b.WriteByte(s[i])
			n = 1
		}
		i += n
	}
	return b.String()
}

// Enclosed returns the length of what open and end enclose at the beginning of s, or 0.
func Enclosed(s, open, end string) int {
	if !strings.HasPrefix(s, open) {
		return 0
	}
	i := strings.Index(s[len(open):], end)
	if i < 0 {
		return 0
	}
	return len(open) + i + len(end)
}

// BlankEnd returns the length of the line break at the beginning of b, and of spaces before it.
func BlankEnd(b []byte) int {
	if i := bytes.IndexByte(b, '\n'); i >= 0 && len(bytes.TrimSpace(b[:i])) == 0 {
		return i + 1
	}
	return 0
}

// LineEnding returns the line ending of a file, judged by its first line.
func LineEnding(file []byte) string {
	if i := bytes.IndexByte(file, '\n'); i > 0 && file[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// LineBreaks counts the line breaks at the end of file.
func LineBreaks(file []byte) (n int) {
	for bytes.HasSuffix(file, []byte("\n")) {
		file = bytes.TrimSuffix(file[:len(file)-1], []byte("\r"))
		n++
	}
	return n
}

// Unquote removes the marks of quotes and callouts from a line.
func Unquote(s string) string {
	for strings.HasPrefix(s, ">") {
		s = strings.TrimLeft(s[1:], " \t")
		if rest, ok := strings.CutPrefix(s, "[!"); ok {
			if _, after, ok := strings.Cut(rest, "]"); ok {
				s = strings.TrimLeft(after, "+- \t")
			}
		}
	}
	return s
}

// IsEmbed reports whether text is nothing but pictures and other notes.
func IsEmbed(text string) bool {
	for text != "" {
		n := max(Enclosed(text, "![[", "]]"), Enclosed(text, "![", ")"))
		if n == 0 {
			return false
		}
		text = strings.TrimLeft(text[n:], " ")
	}
	return true
}
