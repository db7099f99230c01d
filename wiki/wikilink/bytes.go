package wikilink

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// LineAt returns the line of source that begins at offset at, with its line end.
func LineAt(source []byte, at int) []byte {
	if i := bytes.IndexByte(source[at:], '\n'); i >= 0 {
		return source[at : at+i+1]
	}
	return source[at:]
}

// unescape removes the backslashes that only escape the punctuation behind them.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b bytes.Buffer
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && isPunct(s[i+1]) {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func isWord(c byte) bool {
	return c >= 0x80 || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
}

func isPunct(c byte) bool { return c > ' ' && c < 0x7f && (c == '_' || !isWord(c)) }

// ticks returns the length of the run of backticks at the head of b.
func ticks(b []byte) int {
	n := 0
	for n < len(b) && b[n] == '`' {
		n++
	}
	return n
}

// closing returns the offset behind the first run of exactly n backticks in b, or -1.
func closing(b []byte, n int) int {
	for i := 0; i < len(b); {
		j := bytes.IndexByte(b[i:], '`')
		if j < 0 {
			return -1
		}
		i += j
		run := ticks(b[i:])
		i += run
		if run == n {
			return i
		}
	}
	return -1
}

// Squeeze makes a text one line: each run of spaces and line breaks becomes one space, and none is left at
// the ends.
func Squeeze(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c >= utf8.RuneSelf || c == ' ' && (i == 0 || i+1 == len(s) || s[i+1] == ' ') {
			return strings.Join(strings.Fields(s), " ")
		}
	}
	return s
}
