package prose

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// endings are those of number, tense, mood and person that a stem loses, the longer before the shorter, by their last letter.
var endings = func() (by ['z' + 1][]string) {
	for _, e := range strings.Fields("ing ies ied are ere ire ado ada ed es en er te et em ar ir s e t n a o i y") {
		last := e[len(e)-1]
		by[last] = append(by[last], e)
	}
	return by
}()

// Stem returns what most forms of a word in lower case have in common: its beginning, without marks on letters and
// without endings. It need not be a word.
func Stem(w string) string {
	if r, _ := utf8.DecodeLastRuneInString(w); unicode.Is(unicode.Cyrillic, r) {
		if s := strings.TrimRight(w, "аеиоуыэюяйьмхвт"); utf8.RuneCountInString(s) > 2 {
			return s
		}
		return w
	}
	if w = Bare(w); w == "" || w[0] <= '9' || w[0] >= utf8.RuneSelf {
		return w
	}
	w = strings.ReplaceAll(strings.TrimPrefix(w, "ge"), "qu", "c") // "toques" and "tocar"
	for cut := w != ""; cut; {
		cut = false
		for _, e := range endings[min(w[len(w)-1], 'z')] {
			s, ok := strings.CutSuffix(w, e)
			if cut = ok && (len(s) > 3 || len(s) == 3 && (len(e) > 1 && e != "en" && e != "te" || e == "s" || e == "t" || e == "e")); !cut {
				continue
			}
			w = s
			break
		}
	}
	if n := len(w); n > 3 && w[n-1] == w[n-2] {
		w = w[:n-1]
	}
	return w
}

// Bare returns a word without marks on Latin letters.
func Bare(w string) string {
	for _, r := range w {
		if r >= 0xc0 && r < 0x250 {
			return strings.Map(func(r rune) rune {
				if unicode.Is(unicode.Mn, r) {
					return -1
				}
				return r
			}, norm.NFD.String(w))
		}
	}
	return w
}
