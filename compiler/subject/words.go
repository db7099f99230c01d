package subject

import (
	"strings"
	"sync"

	"github.com/agent-admin/memoria/wiki/prose/everyday"
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

// lexicon is [everyday.File], by folded word. The languages share it: the few words that are
// generic in one language and a name in another are not worth a guess at the language of a
// line of ten words.
var lexicon = sync.OnceValue(func() map[string]role { return readWords(everyday.File) })

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
				lex[everyday.Plural(w)] |= roles[name]
			}
		}
	}
	for w := range verbs {
		form := verb
		if lex[w]&noun != 0 {
			form = inflected
			lex[w] |= lemma
			lex[everyday.Third(w)] |= lemma
		} else {
			lex[w] |= verb
			lex[everyday.Third(w)] |= verb
		}
		for _, f := range everyday.Participles(w) {
			lex[f] |= form
		}
	}
	for _, w := range strings.Fields(everyday.Irregular) {
		lex[w] |= verb
	}
	return lex
}
