package markdown

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// EncodeValue percent-encodes what would end a value in an HTML comment, the comment or the line: spaces and controls of every
// script, '<' and '>', the second of two hyphens, invalid UTF-8, and '%' itself.
func EncodeValue(s string) string {
	var b strings.Builder
	prev := rune(0)
	for i, r := range s {
		_, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1, r == '<', r == '>', r == '%', r == '-' && prev == '-', unicode.IsSpace(r), unicode.IsControl(r),
			r == '\u2028', r == '\u2029':
			for _, c := range []byte(s[i : i+n]) {
				fmt.Fprintf(&b, "%%%02X", c)
			}
		default:
			b.WriteString(s[i : i+n])
		}
		prev = r
	}
	return b.String()
}

// DecodeValue returns what EncodeValue was given; it keeps a percent sign that begins no code.
func DecodeValue(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if c, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				b = append(b, byte(c))
				i += 2
				continue
			}
		}
		b = append(b, s[i])
	}
	return string(b)
}
