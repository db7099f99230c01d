package subject

import (
	_ "embed"
	"strings"
	"sync"
)

// role is what a word does in a sentence, as far as finding names needs to know.
type role uint32

const (
	det role = 1 << iota
	prep
	pron
	aux
	adv
	conj
	verb      // a form of a verb that is no everyday noun
	inflected // -ed or -ing of a word that is also a noun: a verb, or an adjective
	lemma     // a verb that is also a noun: a verb where a sentence begins with it
	noun      // generic noun
	adj       // generic modifier
	label     // kind of thing
	tail      // adds nothing to the name before it
	tool      // its subcommands are the subjects

	singularLabel // a label in the singular, fit for a title
)

// empty words end a phrase.
const empty = det | prep | pron | aux | adv | conj

// common words make no name alone.
const common = empty | verb | inflected | noun | adj

//go:embed words.txt
var wordsFile string

// lexicon is words.txt, by folded word. The languages share it: the few words that are
// generic in one language and a name in another are not worth a guess at the language of a
// line of ten words.
var lexicon = sync.OnceValue(func() map[string]role { return readWords(wordsFile) })

func readWords(file string) map[string]role {
	roles := map[string]role{
		"det": det, "prep": prep, "pron": pron, "aux": aux, "adv": adv, "conj": conj, "verb": verb,
		"noun": noun, "adj": adj, "label": label, "kind": label, "tail": tail, "tool": tool,
	}
	lex := make(map[string]role, 4096)
	verbs := make(map[string]bool)
	for line := range strings.Lines(file) {
		head, words, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || strings.HasPrefix(head, "#") {
			continue
		}
		_, name, _ := strings.Cut(head, " ")
		for _, w := range strings.Fields(words) {
			if r := roles[name]; r != verb {
				lex[w] |= r
			} else {
				verbs[w] = true
			}
			if name == "label" {
				lex[w] |= singularLabel
			}
			if name == "noun" || name == "label" || name == "kind" || name == "tail" {
				lex[plural(w)] |= roles[name]
			}
		}
	}
	for w := range verbs {
		form := verb
		if lex[w]&noun != 0 {
			form = inflected
			lex[w] |= lemma
			lex[third(w)] |= lemma
		} else {
			lex[w] |= verb
			lex[third(w)] |= verb
		}
		for _, f := range participles(w) {
			lex[f] |= form
		}
	}
	for _, w := range strings.Fields(irregular) {
		lex[w] |= verb
	}
	return lex
}

// irregular past forms of the verbs in words.txt.
const irregular = "did made ran kept wrote written sent built found got gone went left lost meant said " +
	"saw seen shown threw thrown took taken told gave given knew known chose chosen caught came began begun broke " +
	"broken held put read became brought thought understood hid hidden led let sat fell fallen felt done drew drawn " +
	"forgot forgotten rewrote rewritten withdrew stood sought dealt spent bound hung worn"

func plural(w string) string {
	if strings.HasSuffix(w, "y") && len(w) > 2 && !strings.ContainsRune("aeiou", rune(w[len(w)-2])) {
		return w[:len(w)-1] + "ies"
	}
	return third(w)
}

func third(w string) string {
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

// participles returns the -ed and -ing forms of an English verb, doubled and not.
func participles(w string) []string {
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
