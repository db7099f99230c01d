package change

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

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
// the same for most forms.
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
	w = strings.ReplaceAll(w, "qu", "c") // "toques" and "tocar"
	switch {
	case strings.HasSuffix(w, "ies"):
		w = w[:len(w)-2]
	case strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is"):
		w = w[:len(w)-1]
	}
	for _, e := range []string{"ing", "ed"} {
		if s, ok := strings.CutSuffix(w, e); ok && len(s) > 2 && strings.ContainsAny(s, "aeiouy") {
			if n := len(s); s[n-1] == s[n-2] && s[n-1] != 's' && s[n-1] != 'l' {
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

// endings are what forms of one word may end in behind their common beginning, in the languages with more of them
// than stem knows.
var endings = strings.Fields("e er en t et st te n nt r a ar an as ado ada o os on s es z ez ir re é ée és ées em est ь ть ить ать еть й ай уй ите йте айте уйте")

// alike reports whether two words are forms of one.
func alike(a, b *tok) bool {
	if a.stem == b.stem {
		return true
	}
	if a.num || b.num || a.code || b.code || len(a.word) < 4 || len(b.word) < 4 {
		return false
	}
	x, y := strings.TrimPrefix(a.word, "ge"), strings.TrimPrefix(b.word, "ge")
	if len(x) > len(y) {
		x, y = y, x
	}
	n := 0
	for n < len(x) && x[n] == y[n] {
		n++
	}
	if n == len(x) {
		return n >= 4 && y[n:] == "en" || n >= 4 && strings.IndexByte("aeoi", x[n-1]) >= 0 && slices.Contains(endings, y[n:])
	}
	if n >= 4 || n == 3 && (infinitive(x) || infinitive(y)) { // "rode" and "rodar"
		return slices.Contains(endings, x[n:]) && slices.Contains(endings, y[n:])
	}
	rest, ok := strings.CutPrefix(b.stem, a.stem)
	if infinitive(a.word) {
		rest, ok = strings.CutPrefix(a.stem, b.stem)
	}
	return ok && (rest == "ar" || rest == "ir")
}

func infinitive(w string) bool { return strings.HasSuffix(w, "ar") || strings.HasSuffix(w, "ir") }

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

func has(list []tok, w *tok) bool {
	for i := range list {
		if alike(&list[i], w) {
			return true
		}
	}
	return false
}

// lacking returns the words of a that b lacks.
func lacking(a, b []tok) (out []tok) {
	for i := range a {
		if !has(b, &a[i]) {
			out = append(out, a[i])
		}
	}
	return out
}

func stems(ts []tok) (out []string) {
	for i := range ts {
		out = append(out, ts[i].stem)
	}
	return out
}

// index returns where part stands in all, in one piece, or -1.
func index(all, part []tok) int {
	for i := 0; i+len(part) <= len(all); i++ {
		if slices.EqualFunc(all[i:i+len(part)], part, func(a, b tok) bool { return alike(&a, &b) }) {
			return i
		}
	}
	return -1
}

const keyLen = 4

// bit returns one of 64 bits for a word, the same for forms of one word and for words that exclude each other.
func (t *tok) bit() uint64 {
	h := uint64(cues().rivals[t.stem]) * 7919
	if h == 0 {
		n := 0
		for _, r := range key(t.stem) {
			if n++; n < keyLen {
				h = h*31 + uint64(r)
			}
		}
	}
	return 1 << (h % 61)
}

// key cuts a stem to what all forms of the word begin with.
func key(stem string) string {
	if len(stem) > keyLen+2 {
		stem = strings.TrimPrefix(stem, "ge")
	}
	n := 0
	for i := range stem {
		if n++; n > keyLen {
			return stem[:i]
		}
	}
	return stem
}
