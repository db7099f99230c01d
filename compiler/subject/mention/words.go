package mention

import (
	"strings"
	"sync"

	"github.com/agent-admin/memoria/wiki/prose/everyday"
)

// A Role is what a word does in a sentence, as far as finding names needs to know.
type Role uint32

const (
	Det Role = 1 << iota
	Prep
	Pron
	Aux
	Adv
	Conj
	Verb      // a form of a verb that is no everyday noun
	Inflected // -ed or -ing of a word that is also a noun: a verb, or an adjective
	Lemma     // a verb that is also a noun: a verb where a sentence begins with it
	Noun      // generic noun
	adj       // generic modifier
	Label     // kind of thing
	tail      // adds nothing to the name before it
	tool      // its subcommands are the subjects

	SingularLabel // a label in the singular, fit for a title
)

// empty words end a phrase.
const empty = Det | Prep | Pron | Aux | Adv | Conj

// common words are no names by themselves.
const common = empty | Verb | Inflected | Noun | adj

// Lexicon is [everyday.File], by folded word. All languages share it: few words are generic in one language and a
// name in another, and guessing the language of a line of ten words is not worth it.
var Lexicon = sync.OnceValue(func() map[string]Role { return readWords(everyday.File) })

func readWords(file string) map[string]Role {
	roles := map[string]Role{
		"det": Det, "prep": Prep, "pron": Pron, "aux": Aux, "adv": Adv, "conj": Conj, "verb": Verb,
		"noun": Noun, "adj": adj, "label": Label, "kind": Label, "tail": tail, "tool": tool,
	}
	lex := make(map[string]Role, 4096)
	verbs := make(map[string]bool)
	for line := range strings.Lines(file) {
		head, words, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || strings.HasPrefix(head, "#") {
			continue
		}
		_, name, _ := strings.Cut(head, " ")
		for _, w := range strings.Fields(words) {
			if r := roles[name]; r != Verb {
				lex[w] |= r
			} else {
				verbs[w] = true
			}
			if name == "label" {
				lex[w] |= SingularLabel
			}
			if name == "noun" || name == "label" || name == "kind" || name == "tail" {
				lex[everyday.Plural(w)] |= roles[name]
			}
		}
	}
	for w := range verbs {
		form := Verb
		if lex[w]&Noun != 0 {
			form = Inflected
			lex[w] |= Lemma
			lex[everyday.Third(w)] |= Lemma
		} else {
			lex[w] |= Verb
			lex[everyday.Third(w)] |= Verb
		}
		for _, f := range everyday.Participles(w) {
			lex[f] |= form
		}
	}
	for _, w := range strings.Fields(everyday.Irregular) {
		lex[w] |= Verb
	}
	return lex
}
