package change

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/prose"
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

// solid reports whether a word is of a script without spaces.
func solid(t *tok) bool {
	r, _ := utf8.DecodeRuneInString(t.word)
	return prose.CJK(r)
}

// akin reports whether two verbs are forms of one: "разместить" and "размещаем".
func akin(a, b *tok) bool {
	x, y := []rune(a.stem), []rune(b.stem)
	n := 0
	for n < min(len(x), len(y)) && x[n] == y[n] {
		n++
	}
	return n >= 4 && max(len(x), len(y)) <= n+2 && !a.num && !b.num && !a.proper() && !b.proper()
}

// alike reports whether two words are forms of one.
func alike(a, b *tok) bool { return a.stem == b.stem }

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

// bit returns one of 64 bits for a word, the same for forms of one word and for words that exclude each other.
func (t *tok) bit() uint64 {
	h, stem := uint64(0), t.stem
	if others := cues().rivals[stem]; others != nil {
		stem = others[0]
	}
	for _, r := range stem {
		h = h*31 + uint64(r)
	}
	return 1 << (h % 61)
}
