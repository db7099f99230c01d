package proof

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/prose"
)

// Folded returns a visible text in a form in which two spellings of the same agree: quotation marks, dashes,
// spaces and full-width signs in one form, emphasis and the marks of code removed. Case stays.
func Folded(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	gap := false
	for _, r := range s {
		wide := false
		switch {
		case unicode.IsSpace(r):
			gap = true
			continue
		case r == '`' || r == '*':
			continue
		case r < utf8.RuneSelf:
		case strings.ContainsRune("‘’‚‛′´", r):
			r = '\''
		case strings.ContainsRune("“”„‟″«»", r):
			r = '"'
		case strings.ContainsRune("‐‑‒–—―−", r):
			r = '-'
		case r >= 0xff01 && r <= 0xff5e:
			r -= 0xff01 - '!'
			wide = true
		}
		if gap && b.Len() > 0 {
			b.WriteByte(' ')
		}
		gap = false
		if r == '…' {
			b.WriteString("...")
			continue
		}
		b.WriteRune(r)
		gap = wide && strings.ContainsRune(",;:!?", r)
	}
	return b.String()
}

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
	return r == '_' || unicode.IsDigit(r) || unicode.IsLetter(r) && !prose.Unspaced(r)
}
