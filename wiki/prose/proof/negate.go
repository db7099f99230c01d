package proof

import (
	"slices"
	"strings"
	"unicode"

	"github.com/agent-admin/memoria/wiki/prose"
)

// Divide cuts a sentence where its meaning can turn.
func Divide(s string) []string {
	var out []string
	var part []string
	flush := func() {
		if len(part) > 0 {
			out = append(out, strings.Join(part, " "))
		}
		part = nil
	}
	words := strings.Fields(s)
	for i, w := range words {
		low := strings.ToLower(strings.Trim(w, "(,"))
		here := low == "that" && (i+1 == len(words) || lexicon().preps[strings.ToLower(words[i+1])] != "") // "test that on a device"
		if lexicon().turn[low] && !here && !(lexicon().both[low] && len(part) < 3 && !(i+1 < len(words) && isNot(words[i+1]))) || strings.HasPrefix(w, "(") || w == "-" {
			flush()
		}
		for {
			i := strings.IndexAny(w, "，；、。：")
			if i < 0 {
				break
			}
			part = append(part, w[:i])
			flush()
			w = w[i+len("，"):]
		}
		part = append(part, w)
		if strings.ContainsAny(w[max(0, len(w)-1):], ",;:)") {
			flush()
		}
	}
	flush()
	return out
}

func isNot(w string) bool {
	return lexicon().not[w] || strings.HasPrefix(w, "n'") || strings.Contains(w, "'") && strings.HasSuffix(w, "n't")
}

// SaysNot reports whether a folded text has a negating word.
func SaysNot(s string) bool {
	for w := range strings.FieldsFuncSeq(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' }) {
		if isNot(strings.Trim(w, "'")) {
			return true
		}
	}
	return unspacedNots(s) > 0 || strings.Contains(strings.ToLower(s), "no longer")
}

// Denies reports whether a folded text denies something in any way. Words in matter do not count, since they
// belong to the subject: "never delete it" and "delete it" are both about deleting.
func Denies(s string, matter map[string]bool) bool {
	if SaysNot(s) {
		return true
	}
	found := false
	prose.EachWord(s, func(w string) { found = found || lexicon().turned[stem(w)] && !matter[stem(w)] })
	return found
}

// Thought returns the stems of the first clause of two words or more of a folded text, nil if there is none.
func Thought(text string) map[string]bool {
	for _, part := range Divide(text) {
		if stems := Stems(part); len(stems) > 1 {
			return stems
		}
	}
	return nil
}

// Says reports whether one clause of a text holds all of some stems.
func Says(text string, stems map[string]bool) bool {
	return slices.ContainsFunc(Divide(Folded(text)), func(part string) bool {
		own := Stems(part)
		for w := range stems {
			if !own[w] {
				return false
			}
		}
		return true
	})
}
