package proof

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/prose"
)

// stemMost is how many bytes of a stem count.
const stemMost = 5

// stem returns the beginning of the stem of a word.
func stem(w string) string {
	w = prose.Stem(w)
	if w == "" || w[0] >= utf8.RuneSelf || w[0] <= '9' {
		return w
	}
	return w[:min(len(w), stemMost)]
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

// Form returns the verb of which a word is an irregular form, "" if it is none.
func Form(w string) string { return lexicon().forms[w] }
