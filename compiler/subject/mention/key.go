package mention

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/agent-admin/memoria/wiki/prose"
)

// Key folds a written form to the key of what it names. It ignores case, white space, hyphens, dots, underscores and
// the plurals of its words, so that "Sidecar locks", "sidecar lock" and "SidecarLock" are one. It keeps signs that
// are part of a name: C++, C#, entire://, entire/sessions.
func Key(form string) string {
	form = Compatible(form)
	b := make([]byte, 0, len(form))
	start := 0 // of the word in b
	for i, r := range form {
		switch {
		case r == 'ß' || r == 'ẞ':
			b = append(b, "ss"...)
		case r == 'ς': // of which the capital is that of σ
			b = append(b, "σ"...)
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			b = utf8.AppendRune(b, unicode.ToLower(r))
		case (r == '+' || r == '#' || r == '/') && i > 0:
			b = utf8.AppendRune(b, r)
		case r == ':' && strings.HasPrefix(form[i:], "://"):
			b = append(b, "://"...)
		case r == ' ' || r == '-' || r == '_':
			b = append(b[:start], uninflected(string(b[start:]))...)
			start = len(b)
		}
	}
	return string(append(b[:start], uninflected(string(b[start:]))...))
}

// Compatible returns a text with the other forms of its letters and digits, such as wide letters, ligatures and Roman
// numerals, as they are commonly written. Other signs stay.
func Compatible(s string) string {
	if norm.NFKC.IsNormalString(s) {
		return s
	}
	var b strings.Builder
	for _, r := range norm.NFC.String(s) {
		if r >= utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Nl, r)) {
			b.WriteString(norm.NFKC.String(string(r)))
		} else {
			b.WriteRune(r)
		}
	}
	return norm.NFC.String(b.String())
}

// uninflected removes the ending for number or case from a word.
func uninflected(w string) string {
	if r, _ := utf8.DecodeLastRuneInString(w); unicode.Is(unicode.Cyrillic, r) {
		return prose.Stem(w)
	}
	return singular(w)
}

// singular removes an English plural ending. The result need not be correct, only the same for both numbers and
// harmless otherwise: caches and cache lose their e, for batches has none.
func singular(w string) string {
	n := len(w)
	if n < 4 {
		return w
	}
	for _, e := range []string{"ch", "sh", "ss", "x", "z"} {
		if s, ok := strings.CutSuffix(w, e+"es"); ok {
			return s + e
		}
		if s, ok := strings.CutSuffix(w, e+"e"); ok {
			return s + e
		}
	}
	switch {
	case w[n-1] != 's', strings.HasSuffix(w, "ss"), strings.HasSuffix(w, "us"), strings.HasSuffix(w, "is"):
		return w
	case strings.HasSuffix(w, "ies") && n > 4:
		return w[:n-3] + "y"
	}
	if r, _ := utf8.DecodeLastRuneInString(w[:n-1]); !unicode.IsLetter(r) {
		return w
	}
	return w[:n-1]
}
