package proof

import (
	"strings"
	"unicode"
	"unicode/utf8"
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
