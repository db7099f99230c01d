package assign

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/flush/redact/ascii"
	"github.com/agent-admin/memoria/flush/redact/value"
)

// quotation returns the position of the text in the string literal at i; the quotes may be
// escaped, as in JSON inside JSON, and have a prefix, as in b"…".
func quotation(s string, i int) (start, end int, ok bool) {
	for n := 0; n < 2 && i+1 < len(s) && strings.IndexByte("bBrRuUfFL@$", s[i]) >= 0 && strings.IndexByte("\"'`", s[i+1]) >= 0; n++ {
		i++
	}
	mark := ""
	switch {
	case s[i] == '"', s[i] == '\'', s[i] == '`':
		mark = s[i : i+1]
	case s[i] == '\\' && i+1 < len(s) && (s[i+1] == '"' || s[i+1] == '\''):
		mark = s[i : i+2]
	default:
		return 0, 0, false
	}
	start = i + len(mark)
	line := s[start:min(len(s), start+value.MaxLen)]
	for at := 0; at < len(line); at++ {
		switch {
		case line[at] == '\n' && !(at >= 16 && mixed(line[:at]) && ascii.Run(line, 0, ascii.Alnum|ascii.Base64) == at): // of a wrapped key
			return 0, 0, false
		case strings.HasPrefix(line[at:], mark):
			return start, start + at, true
		case line[at] == '\\':
			at++
		}
	}
	return 0, 0, false
}

// Scripts without blanks between words: text in them after a value is prose.
var unspaced = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai}

// bareEnd returns the end of the value without quotes at i, or of its first bytes.
func bareEnd(s string, i int, inURL bool, most int) int {
	end := i
loop:
	for end < len(s) && end-i < most {
		switch c := s[end]; {
		case ascii.IsSpace(c), strings.IndexByte("\"'`<>|,;", c) >= 0:
			break loop
		case c == '&' && (inURL || isParameter(s[end+1:]) || isEntity(s[end+1:])), c == '#' && inURL:
			break loop
		case c == '\\' && end+1 < len(s) && strings.IndexByte("nrt\"'\n", s[end+1]) >= 0:
			break loop
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRuneInString(s[end:])
			if unicode.IsSpace(r) || unicode.IsPunct(r) && r != '…' && r != '•' || unicode.In(r, unspaced...) {
				break loop
			}
			end += size
		default:
			end++
		}
	}
	text := strings.TrimRight(s[i:end], ".:*\\")
	for text != "" && (unbalanced(text, '(', ')') || unbalanced(text, '[', ']') || unbalanced(text, '{', '}')) {
		text = strings.TrimRight(text[:len(text)-1], ".:*")
	}
	return i + len(text)
}

func unbalanced(s string, open, closing byte) bool {
	return s != "" && s[len(s)-1] == closing && strings.Count(s, string(open)) < strings.Count(s, string(closing))
}

// isParameter reports whether s starts with "name=" or with a second "&".
func isParameter(s string) bool {
	i := ascii.Run(s, 0, ascii.Alnum|ascii.URL)
	return s != "" && s[0] == '&' || i > 0 && i < len(s) && s[i] == '='
}

// isEntity reports whether s continues an HTML entity after its "&".
func isEntity(s string) bool {
	i := ascii.Run(s, ascii.Count(s, "#", 1), ascii.Alnum)
	return i >= 2 && i <= 6 && i < len(s) && s[i] == ';'
}
