package jsonscan

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A Literal is the inside of a JSON string as it stands in the text, with its escapes.
type Literal []byte

// Plain returns the literal with its escapes decoded; itself if it has none.
func (s Literal) Plain() Literal {
	if bytes.IndexByte(s, '\\') < 0 {
		return s
	}
	return Literal(s.String())
}

// Is reports whether the literal spells want.
func (s Literal) Is(want string) bool {
	return string(s) == want || bytes.IndexByte(s, '\\') >= 0 && s.String() == want
}

// String decodes the literal to valid UTF-8. Bytes that are not UTF-8 are read as Latin-1
// when nothing else in the string is UTF-8 beyond ASCII, else replaced.
func (s Literal) String() string {
	if bytes.IndexByte(s, '\\') < 0 {
		return Repair(s)
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		n := bytes.IndexByte(s[i:], '\\')
		if n < 0 {
			out = append(out, s[i:]...)
			break
		}
		out = append(out, s[i:i+n]...)
		i += n
		if i+1 >= len(s) {
			break
		}
		if s[i+1] == 'u' {
			r, size := escaped(s[i:])
			out = utf8.AppendRune(out, r)
			i += size
			continue
		}
		out = append(out, unescape(s[i+1]))
		i += 2
	}
	return Repair(out)
}

func unescape(ch byte) byte {
	if i := strings.IndexByte("ntrbf", ch); i >= 0 {
		return "\n\t\r\b\f"[i]
	}
	return ch
}

// escaped decodes the \u escape, or pair of them, that s begins with.
func escaped(s Literal) (rune, int) {
	r, ok := hex4(s)
	if !ok {
		return utf8.RuneError, 2
	}
	if utf16.IsSurrogate(r) {
		if low, ok := hex4(s[6:]); ok {
			if both := utf16.DecodeRune(r, low); both != utf8.RuneError {
				return both, 12
			}
		}
		return utf8.RuneError, 6
	}
	return r, 6
}

func hex4(s Literal) (rune, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	r, err := strconv.ParseUint(string(s[2:6]), 16, 16)
	return rune(r), err == nil
}

// Repair returns b as valid UTF-8.
func Repair(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	wide := false
	for i := 0; i < len(b) && !wide; {
		_, n := utf8.DecodeRune(b[i:])
		wide = n > 1
		i += n
	}
	if wide {
		return string(bytes.ToValidUTF8(b, []byte("\uFFFD")))
	}
	out := make([]byte, 0, len(b)+8)
	for _, ch := range b {
		r := rune(ch)
		if r >= 0x80 && r < 0xA0 {
			r = windows1252[r-0x80]
		}
		out = utf8.AppendRune(out, r)
	}
	return string(out)
}

// windows1252 is what stands at 0x80 to 0x9F in the code page that passes for Latin-1.
var windows1252 = [32]rune{
	'€', 0x81, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0x8D, 'Ž', 0x8F,
	0x90, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0x9D, 'ž', 'Ÿ',
}
