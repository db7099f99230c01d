package proof

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/agent-admin/memoria/wiki/prose"
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
			if cut = ok && (len(s) > 3 || len(s) == 3 && (e == "ed" || e == "ing" || e == "s" || e == "t" || e == "e")); !cut {
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

// parts returns the parts of a word that names join, of a script without spaces its pairs.
func parts(low string) (out []string) {
	for p := range strings.FieldsFuncSeq(low, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }) {
		if strings.ContainsFunc(p, prose.Unspaced) {
			out = slices.AppendSeq(out, func(yield func(string) bool) {
				for _, w := range prose.Words(p) {
					if unspacedNots(w) == 0 && !yield(w) {
						return
					}
				}
			})
		} else if len(p) > 1 || p[0] >= '0' && p[0] <= '9' {
			out = append(out, p)
		}
	}
	return out
}

func capital(w string) bool {
	for i, r := range w {
		if (i == 0) != unicode.IsUpper(r) || !unicode.IsLetter(r) {
			return false
		}
	}
	return len(w) > 2
}

func acronym(w string) bool {
	return len(w) > 1 && strings.ToUpper(w) == w && strings.ToLower(w) != w
}

// unspacedNots counts the words that deny in scripts without spaces.
func unspacedNots(s string) (n int) {
	for _, w := range [...]string{"ない", "ません", "なし", "ずに", "やめ"} {
		n += strings.Count(s, w)
	}
	for _, r := range s {
		if r >= utf8.RuneSelf && strings.ContainsRune("不沒没勿别別无無非禁未", r) {
			n++
		}
	}
	return n
}
