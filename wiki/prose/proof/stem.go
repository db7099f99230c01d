package proof

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const stemRunes = 5

// endings are those of number, tense and person that a stem loses, the longer before the shorter.
var endings = strings.Fields("ing ies ied ed es en er te et em s e t n")

// stem returns what most forms of a word have in common: its beginning, without marks on letters and without the
// endings of number, tense and person.
func stem(w string) string {
	if w = bare(w); w == "" || w[0] <= '9' || w[0] >= utf8.RuneSelf {
		return w
	}
	w = strings.TrimPrefix(w, "ge")
	for cut := true; cut; {
		cut = false
		for _, e := range endings {
			s, ok := strings.CutSuffix(w, e)
			if cut = ok && (len(s) > 3 || len(s) == 3 && (e == "ed" || e == "ing" || e == "s" || e == "t")); !cut {
				continue
			}
			if w = s; e == "ies" || e == "ied" {
				w += "i"
			}
			break
		}
	}
	if n := len(w); n > 3 && w[n-1] == w[n-2] {
		w = w[:n-1]
	}
	if s, ok := strings.CutSuffix(w, "y"); ok {
		w = s + "i"
	}
	return w[:min(len(w), stemRunes)]
}

// bare returns a word without marks on Latin letters.
func bare(w string) string {
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
