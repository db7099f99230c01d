package change

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

func solid(r rune) bool {
	return r >= 0x3040 && (unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || r == 'ー' || r == '々')
}

func script(r rune) int {
	switch {
	case unicode.Is(unicode.Hiragana, r):
		return 1
	case unicode.Is(unicode.Katakana, r), r == 'ー':
		return 2
	}
	return 3
}

// stem removes from a word what its number, its case or its tense added. The result need not be a word, only
// the same for all forms.
func stem(w string) string {
	r, _ := utf8.DecodeLastRuneInString(w)
	switch {
	case unicode.Is(unicode.Cyrillic, r):
		for range 3 {
			r, n := utf8.DecodeLastRuneInString(w)
			if utf8.RuneCountInString(w) <= 4 || !strings.ContainsRune("аеиоуыэюяйьмхв", r) {
				break
			}
			w = w[:len(w)-n]
		}
		return w
	case len(w) < 4 || strings.ContainsAny(w, "./_0123456789"):
		return w
	}
	switch {
	case strings.HasSuffix(w, "ies"):
		w = w[:len(w)-2]
	case strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is"):
		w = w[:len(w)-1]
	}
	for _, e := range []string{"ing", "ed"} {
		if s, ok := strings.CutSuffix(w, e); ok && len(s) > 2 && strings.ContainsAny(s, "aeiouy") {
			if n := len(s); s[n-1] == s[n-2] {
				s = s[:n-1]
			}
			return s
		}
	}
	if s, ok := strings.CutSuffix(w, "en"); ok && len(s) > 4 {
		return s
	}
	if s, ok := strings.CutSuffix(w, "y"); ok {
		return s + "i"
	}
	return strings.TrimSuffix(w, "e")
}

func numeric(w string) bool {
	digits := 0
	for _, r := range w {
		if unicode.IsDigit(r) {
			digits++
		} else if r != '.' && r != ',' && r != '%' {
			return false
		}
	}
	return digits > 0
}

func solidText(s string) bool {
	for _, r := range s {
		return solid(r)
	}
	return false
}
