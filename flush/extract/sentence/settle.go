package sentence

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki/prose"
)

// Settled reports whether a proposal in a text of the person decides something: "let's go with advisory
// locks", "ok, SQLite it is". A question, a guess, and a proposal that names nothing or only says how to
// take the next step decide nothing.
func (x *Lexicon) Settled(text string) bool {
	return slices.ContainsFunc(prose.Sentences(text), func(s string) bool {
		if x.Match(Hear(s)).Has(Musing) {
			return false
		}
		clauses := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(",;:—–，；：、。", r) })
		if n := len(clauses); n > 0 && Asks(s) { // let's use locks, can you add them?
			if n == 1 || x.Lead(Request, Hear(clauses[n-1])) == 0 {
				return false
			}
			clauses = clauses[:n-1]
		}
		return slices.ContainsFunc(clauses, x.settles)
	})
}

// settles reports whether a clause says what is to be used from now on.
func (x *Lexicon) settles(clause string) bool {
	h := Hear(clause)
	if x.Match(h).Any(Musing, errand) {
		return false
	}
	if x.Solid() {
		return x.settlesSolid(h)
	}
	for i := range h.Words {
		if i > 0 && !x.opens(h.Words[i-1]) {
			continue
		}
		rest := Said{Words: h.Words[i:]}
		if n := x.Lead(Adopt, rest); n > 0 && x.names(rest.Words[n:]) {
			return true
		}
		for _, arm := range x.arms {
			if x.names(between(rest.Words, arm)) {
				return true
			}
		}
	}
	return false
}

// settlesSolid is settles for the languages without spaces; in Japanese the cue follows what is named.
func (x *Lexicon) settlesSolid(h Said) bool {
	from := 0 // what is named stands behind the cue before
	for at := range h.Words {
		n := x.Lead(Adopt, Said{Words: h.Words[at:]})
		if n == 0 || at > 0 && x.Lang == prose.ZH && x.Lead(Ack, Said{Words: h.Words[:at]}) < at {
			continue
		}
		named := h.Words[at+n:]
		if x.Lang == prose.JA {
			named = h.Words[min(from, at):at]
		}
		from = at + n
		if len(Stems(strings.Join(named, ""), x.Lang)) > 0 {
			return true
		}
	}
	return false
}

// opens reports whether a word may precede a proposal: ok, but, then, please.
func (x *Lexicon) opens(word string) bool {
	s := Said{Words: []string{word}}
	return joiners()[word] || !Personal()[word] && (x.Lead(Ack, s) > 0 || x.Lead(praise, s) > 0 || x.Lead(Request, s) > 0)
}

// names reports whether words name something: not "it", not "that then".
func (x *Lexicon) names(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		return w == "`" || !Personal()[w] && !x.opens(w) && !prose.IsStop(w, x.Lang)
	})
}

// between returns the words between those of arm, nil when s does not hold them. What precedes a phrase that
// ends a sentence has to be a name, not a clause: "SQLite it is", not "show me what it is".
func between(s []string, arm [2][]string) []string {
	n := len(s) - len(arm[0]) - len(arm[1])
	if n <= 0 || !slices.Equal(s[:len(arm[0])], arm[0]) || !slices.Equal(s[len(s)-len(arm[1]):], arm[1]) {
		return nil
	}
	named := s[len(arm[0]) : len(arm[0])+n]
	if len(arm[0]) == 0 && (n > 4 || slices.ContainsFunc(named, func(w string) bool { return clausal()[w] })) {
		return nil
	}
	return named
}

// clausal are the words that make a clause of what precedes "it is".
var clausal = prose.Set("as what how that which where when who why if whether because since so than while think say see know show tell " +
	"leave keep me i you we like here there not but and is was")
