// Package wording reports whether a text says a line, in the same words or in nearly the same.
package wording

import (
	"slices"
	"strings"
	"unicode"

	"github.com/agent-admin/memoria/wiki/prose"
)

// Folded returns a text in the form in which two texts are compared: its words in lower case, with single
// spaces.
func Folded(s string) string { return strings.Join(Words(s), " ") }

// Words returns the words of a text in lower case. A sign of a script without spaces is a word.
func Words(s string) (out []string) {
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

// A Line is a line whose words are looked for in texts.
type Line struct {
	folded string
	words  map[string]bool
}

// LineOf returns the Line of a text.
func LineOf(text string) Line {
	l := Line{Folded(text), map[string]bool{}}
	for _, w := range Words(text) {
		l.words[w] = true
	}
	return l
}

// fewWords is how many words a line needs to be distinguishable from others.
const fewWords = 3

// In reports whether a text says the line: literally, or in a sentence that shares most of its words, since
// an author trims and joins sentences.
func (l Line) In(text string) bool {
	if l.folded == "" || text == "" {
		return false
	}
	if l.within(Folded(text)) {
		return true
	}
	for _, sentence := range prose.Sentences(text) {
		own, shared := map[string]bool{}, 0
		for _, w := range Words(sentence) {
			if !own[w] && l.words[w] {
				shared++
			}
			own[w] = true
		}
		if shared >= fewWords && (5*shared >= 3*len(l.words) || 5*shared >= 4*len(own)) {
			return true
		}
	}
	return false
}

// Exact reports whether a text says the line literally. It is false for a line of one or two words, which
// could stand in any text.
func (l Line) Exact(text string) bool { return len(l.words) >= fewWords && l.within(Folded(text)) }

// within reports whether a folded text holds the line's words in their order.
func (l Line) within(folded string) bool {
	return strings.Contains(" "+folded+" ", " "+l.folded+" ")
}

// Says reports whether a text says a line, in the same words or nearly.
func Says(text, line string) bool { return LineOf(line).In(text) }

// Lines are lines whose words are looked for in files.
type Lines []Line

// LinesOf returns the lines that have enough words to be distinguishable, each once.
func LinesOf(lines []string) (out Lines) {
	seen := map[string]bool{}
	for _, text := range lines {
		if l := LineOf(text); len(l.words) >= fewWords && !seen[l.folded] {
			seen[l.folded] = true
			out = append(out, l)
		}
	}
	return out
}

// In reports whether a text says one of the lines in the same words, whatever its markup.
func (all Lines) In(text string) bool {
	if len(all) == 0 {
		return false
	}
	text = Folded(text)
	return slices.ContainsFunc(all, func(l Line) bool { return l.within(text) })
}
