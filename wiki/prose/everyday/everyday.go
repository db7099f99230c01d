// Package everyday lists the words that are not names: those that join sentences, and those that occur in
// the log of any project.
package everyday

import (
	_ "embed"
	"iter"
	"strings"
	"sync"
)

// file is the list of them, by language and by what they do in a sentence; it says itself how it is read.
//
//go:embed words.txt
var file string

// Words yields the words of the list, each with its role.
func Words() iter.Seq2[string, string] {
	return func(yield func(role, word string) bool) {
		for line := range strings.Lines(file) {
			head, words, ok := strings.Cut(strings.TrimSpace(line), ":")
			if !ok || strings.HasPrefix(head, "#") {
				continue
			}
			_, role, _ := strings.Cut(head, " ")
			for w := range strings.FieldsSeq(words) {
				if !yield(role, w) {
					return
				}
			}
		}
	}
}

// Has reports whether a word, in lower case, is an everyday word, or a regular form of one, in any of the
// languages: the language of a line cannot always be detected.
func Has(word string) bool { return all()[word] }

var all = sync.OnceValue(func() map[string]bool {
	m := make(map[string]bool, 8192)
	for _, w := range Words() {
		m[w], m[Third(w)] = true, true
		for _, f := range Participles(w) {
			m[f] = true
		}
	}
	for _, w := range strings.Fields(Irregular) {
		m[w] = true
	}
	return m
})

// Irregular are past forms of verbs of the list.
const Irregular = "did made ran kept wrote written sent built found got gone went left lost meant said " +
	"saw seen shown threw thrown took taken told gave given knew known chose chosen caught came began begun broke " +
	"broken held put read became brought thought understood hid hidden led let sat fell fallen felt done drew drawn " +
	"forgot forgotten rewrote rewritten withdrew stood sought dealt spent bound hung worn"

// Third returns the third person singular of an English verb, which is formed as the plural of a noun is.
func Third(w string) string {
	for _, s := range []string{"s", "x", "z", "ch", "sh"} {
		if strings.HasSuffix(w, s) {
			return w + "es"
		}
	}
	if strings.HasSuffix(w, "y") && len(w) > 2 && !strings.ContainsRune("aeiou", rune(w[len(w)-2])) {
		return w[:len(w)-1] + "ies"
	}
	return w + "s"
}

// Participles returns the -ed and -ing forms of an English verb, with the last letter doubled and not.
func Participles(w string) []string {
	switch last := w[len(w)-1]; {
	case last == 'e':
		return []string{w + "d", w[:len(w)-1] + "ing"}
	case last == 'y' && len(w) > 2 && !strings.ContainsRune("aeiou", rune(w[len(w)-2])):
		return []string{w[:len(w)-1] + "ied", w + "ing"}
	default:
		d := w + string(last)
		return []string{w + "ed", w + "ing", d + "ed", d + "ing"}
	}
}
