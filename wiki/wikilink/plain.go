package wikilink

import (
	"slices"
	"strings"
)

// Plain returns roughly what a reader sees of one line of Markdown, as a name: without code ticks, emphasis
// marks around words, links' brackets and escapes.
func Plain(s string) string {
	if !strings.ContainsAny(s, "`*[\\") { // as in most lines
		return Squeeze(s)
	}
	if !strings.Contains(s, `\`) {
		s = unpaired(s)
	}
	if strings.Contains(s, "[[") {
		for _, l := range slices.Backward(Extract([]byte(s))) {
			s = s[:l.Start] + l.Shown() + s[l.End:]
		}
	}
	return Squeeze(unescape(s))
}

// unpaired removes the marks that stand in pairs around text: `code`, **strong**, *stressed* and
// [links](with an address). The text inside is left as it is.
func unpaired(s string) string {
	at := strings.IndexAny(s, "`*[")
	if at < 0 {
		return s
	}
	out := append(make([]byte, 0, len(s)), s[:at]...)
	for at < len(s) {
		if text, size := pair(s[at:]); size > 0 {
			out = append(out, text...)
			at += size
			continue
		}
		next := strings.IndexAny(s[at+1:], "`*[")
		if next < 0 {
			next = len(s) - at - 1
		}
		out = append(out, s[at:at+1+next]...)
		at += 1 + next
	}
	return string(out)
}

// pair returns the text between the pair of marks that s begins with, and the length of both; 0 if s begins
// with none.
func pair(s string) (text string, size int) {
	mark := s[0]
	switch mark {
	case '[':
		end := strings.IndexAny(s[1:], "[]") + 1
		if end < 2 || s[end] == '[' || end+1 == len(s) || s[end+1] != '(' {
			return "", 0
		}
		stop := strings.IndexAny(s[end+2:], "()")
		if stop < 0 || s[end+2+stop] == '(' {
			return "", 0
		}
		return s[1:end], end + 3 + stop
	case '`', '*':
		width := 1
		if mark == '*' && strings.HasPrefix(s, "**") {
			width = 2
		}
		end := strings.IndexByte(s[width:], mark) + width
		if end <= width || !strings.HasPrefix(s[end:], s[:width]) {
			return "", 0
		}
		return s[width:end], end + width
	}
	return "", 0
}
