package wiki

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold returns the key under which a name is looked up: two names with one key are one name.
// Case, composed and decomposed letters, other forms of a character (Unicode's compatibility:
// wide letters, ligatures), and the choice among spaces, dashes and underscores make no difference.
func Fold(s string) string {
	if key, ok := foldASCII(s); ok {
		return key
	}
	s = strings.Map(foldRune, norm.NFKD.String(s))
	s = strings.ReplaceAll(s, "ß", "ss")
	var b strings.Builder
	gap := false
	for _, r := range strings.TrimFunc(norm.NFC.String(s), isGap) {
		if isGap(r) || r == '_' || r == '-' {
			gap = true
			continue
		}
		if gap {
			b.WriteByte('-')
			gap = false
		}
		b.WriteRune(r)
	}
	if gap {
		b.WriteByte('-')
	}
	return b.String()
}

// foldRune maps the forms of a letter to one. Going through upper case brings the two forms of
// sigma and the old long s together.
func foldRune(r rune) rune { return unicode.ToLower(unicode.ToUpper(r)) }

func isGap(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f }

// foldASCII is Fold for the names that need no tables, most of them.
func foldASCII(s string) (string, bool) {
	clean := true
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x80 || c < 0x20 || c == 0x7f {
			return "", false
		}
		if c >= 'A' && c <= 'Z' || c == ' ' || c == '_' || c == '-' && i > 0 && s[i-1] == '-' {
			clean = false
		}
	}
	if clean {
		return s, true
	}
	s = strings.Trim(s, " ")
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == ' ' || c == '_' || c == '-':
			if n := len(b); n == 0 || b[n-1] != '-' {
				b = append(b, '-')
			}
		case c >= 'A' && c <= 'Z':
			b = append(b, c+'a'-'A')
		default:
			b = append(b, c)
		}
	}
	return string(b), true
}
