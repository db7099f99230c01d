package extract

import (
	"slices"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/wiki/prose"
)

// settled reports whether a proposal in a text of the person decides something: "let's go with advisory
// locks", "ok, SQLite it is". A question, a guess, and a proposal that names nothing or only says how to
// take the next step decide nothing.
func (x *lexicon) settled(text string) bool {
	return slices.ContainsFunc(prose.Sentences(text), func(s string) bool {
		if x.match(hear(s)).has(musing) {
			return false
		}
		clauses := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(",;:—–，；：、。", r) })
		if n := len(clauses); n > 0 && asks(s) { // let's use locks, can you add them?
			if n == 1 || x.lead(request, hear(clauses[n-1])) == 0 {
				return false
			}
			clauses = clauses[:n-1]
		}
		return slices.ContainsFunc(clauses, x.settles)
	})
}

// settles reports whether a clause says what is to be used from now on.
func (x *lexicon) settles(clause string) bool {
	h := hear(clause)
	c := x.match(h)
	if c.any(musing, errand) {
		return false
	}
	if x.solid() {
		return x.settlesSolid(h)
	}
	for i := range h.words {
		if i > 0 && !x.opens(h.words[i-1]) {
			continue
		}
		rest := said{words: h.words[i:]}
		if n := x.lead(adopt, rest); n > 0 && x.names(rest.words[n:]) {
			return true
		}
		for _, arm := range x.arms {
			if x.names(between(rest.words, arm)) {
				return true
			}
		}
	}
	return false
}

// settlesSolid is settles for the languages without spaces; in Japanese the cue follows what is named.
func (x *lexicon) settlesSolid(h said) bool {
	from := 0 // what is named stands behind the cue before
	for at := range h.text {
		s := said{text: h.text[at:]}
		n := x.lead(adopt, s)
		if n == 0 || at > 0 && x.lang == prose.ZH && !x.whole(ack, said{text: h.text[:at]}) {
			continue
		}
		named := s.text[n:]
		if x.lang == prose.JA {
			named = h.text[min(from, at):at]
		}
		from = at + n
		if len(content(named, x.lang)) > 0 {
			return true
		}
	}
	return false
}

// opens reports whether a word may precede a proposal: ok, but, then, please.
func (x *lexicon) opens(word string) bool {
	s := said{words: []string{word}}
	return joins()[word] || !personal()[word] && (x.lead(ack, s) > 0 || x.lead(praise, s) > 0 || x.lead(request, s) > 0)
}

// names reports whether words name something: not "it", not "that then".
func (x *lexicon) names(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		return w == "`" || !personal()[w] && !x.opens(w) && !prose.IsStop(w, x.lang)
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
var clausal = sync.OnceValue(func() map[string]bool {
	return wordSet("as what how that which where when who why if whether because since so than while think say see know show tell " +
		"leave keep me i you we like here there not but and is was")
})
