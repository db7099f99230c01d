package prose

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Stands reports whether text holds what, not as a part of a longer word.
func Stands(text, what string) bool {
	if what == "" {
		return true
	}
	first, _ := utf8.DecodeRuneInString(what)
	last, _ := utf8.DecodeLastRuneInString(what)
	for at := 0; ; {
		i := strings.Index(text[at:], what)
		if i < 0 {
			return false
		}
		i += at
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(text[i+len(what):])
		if !(Joins(first) && Joins(before)) && !(Joins(last) && Joins(after)) {
			return true
		}
		_, w := utf8.DecodeRuneInString(text[i:])
		at = i + w
	}
}

// Joins reports whether a character makes one word with others of its kind beside it.
func Joins(r rune) bool {
	return r == '_' || unicode.IsDigit(r) || unicode.IsLetter(r) && !Unspaced(r)
}
