package flush

import (
	"slices"
	"strings"
	"unicode"

	"github.com/agent-admin/memoria/wiki/prose"
)

// folded is a text as far as two that say the same agree.
func folded(s string) string { return strings.Join(tokens(s), " ") }

// tokens are the words of a text in one case; a sign of a script without spaces is a word.
func tokens(s string) (out []string) {
	word := -1
	for i, r := range s {
		solid := unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
		if !solid && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)) {
			if word < 0 {
				word = i
			}
			continue
		}
		if word >= 0 {
			out, word = append(out, strings.ToLower(s[word:i])), -1
		}
		if solid {
			out = append(out, string(r))
		}
	}
	if word >= 0 {
		out = append(out, strings.ToLower(s[word:]))
	}
	return out
}

// A saying is a line whose words are looked for in what was said.
type saying struct {
	folded string
	words  map[string]bool
}

func sayingOf(line string) saying {
	s := saying{folded(line), map[string]bool{}}
	for _, w := range tokens(line) {
		s.words[w] = true
	}
	return s
}

const fewWords = 3

// in reports whether a text says the line: as it stands, or in a sentence that shares most of its
// words, since an author trims and joins sentences.
func (s saying) in(text string) bool {
	if s.folded == "" || text == "" {
		return false
	}
	if strings.Contains(" "+folded(text)+" ", " "+s.folded+" ") {
		return true
	}
	for _, sentence := range prose.Sentences(text) {
		own, shared := map[string]bool{}, 0
		for _, w := range tokens(sentence) {
			if !own[w] && s.words[w] {
				shared++
			}
			own[w] = true
		}
		if shared >= fewWords && (5*shared >= 3*len(s.words) || 5*shared >= 4*len(own)) {
			return true
		}
	}
	return false
}

// whole reports whether a text says the line as it stands. Of a line of a word or two there is no telling.
func (s saying) whole(text string) bool {
	return len(s.words) >= fewWords && strings.Contains(" "+folded(text)+" ", " "+s.folded+" ")
}

// Sayings are lines whose words are looked for in files.
type Sayings []saying

// SayingsOf are the lines that have words enough to be told from others.
func SayingsOf(lines []string) (out Sayings) {
	seen := map[string]bool{}
	for _, l := range lines {
		if s := sayingOf(l); len(s.words) >= fewWords && !seen[s.folded] {
			seen[s.folded] = true
			out = append(out, s)
		}
	}
	return out
}

// In reports whether a text says one of the lines in the same words, whatever its markup.
func (all Sayings) In(text string) bool {
	if len(all) == 0 {
		return false
	}
	text = " " + folded(text) + " "
	return slices.ContainsFunc(all, func(s saying) bool { return strings.Contains(text, " "+s.folded+" ") })
}
