package mention

import (
	"strings"
	"sync"

	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/prose/everyday"
)

// A Role is what a word does in a sentence, as far as finding names needs to know.
type Role uint16

const (
	Det   Role = 1 << iota // a noun phrase follows
	Joint                  // another function word
	Aux                    // a noun phrase ends before it, and it says something about it
	Verb                   // a form of a verb that is no everyday noun
	Third                  // a form of a verb and the plural of a noun: checks
	Noun                   // generic noun
	Adj                    // generic modifier
	Label                  // kind of thing, fit for a title
	Kind                   // kind of thing
	Tail                   // adds nothing to the name before it
	Tool                   // a command that everybody uses
)

// empty words end a noun phrase.
const empty = Det | Joint | Aux

// Lexicon is [everyday.File], by folded word. All languages share it: few words are generic in one language and a
// name in another, and guessing the language of a line of ten words is not worth it.
var Lexicon = sync.OnceValue(func() map[string]Role {
	roles := map[string]Role{
		"det": Det, "prep": Joint, "pron": Joint, "conj": Joint, "aux": Aux, "adv": Aux, "verb": Verb,
		"noun": Noun, "adj": Adj, "label": Noun | Label | Kind, "kind": Noun | Kind, "tail": Noun | Tail, "tool": Noun | Tool,
	}
	lex := make(map[string]Role, 4096)
	verbs := make(map[string]bool)
	for role, w := range everyday.Words() {
		if role == "verb" {
			verbs[w] = true
			continue
		}
		lex[w] |= roles[role]
		if roles[role]&Noun != 0 {
			lex[everyday.Third(w)] |= roles[role] &^ Label
		}
	}
	for w := range verbs {
		if lex[w] == 0 { // else "lock" would end the phrase "the job lock"
			lex[w] |= Verb
			lex[everyday.Third(w)] |= Verb
		} else {
			lex[everyday.Third(w)] |= Third
		}
		for _, f := range everyday.Participles(w) {
			lex[f] |= Verb
		}
	}
	for _, w := range strings.Fields(everyday.Irregular) {
		lex[w] |= Verb
	}
	return lex
})

var auxiliaries = prose.Set("is are was were be been has have had do does did can could will would should shall must may might " +
	"isn't aren't wasn't weren't hasn't haven't hadn't don't doesn't didn't can't cannot couldn't won't wouldn't shouldn't mustn't 's 're 've 'll")

// pasts are forms that tell what was, not what is.
var pasts = prose.Set("was were wasn't weren't had been did didn't got went came")
