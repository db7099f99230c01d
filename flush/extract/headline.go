package extract

import (
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/prose"
)

// poor reports whether a name says little about the work: it begins with a person, a question word or a
// condition, or points at something else.
func (x *lexicon) poor(s string) bool {
	if asks(s) || x.match(hear(s)).has(weak) {
		return true
	}
	if x.solid() {
		return false
	}
	// Lately, I have seen …; compare this to …
	words := hear(s).words
	if n := len(words); n > 0 && n <= 4 && x.match(said{text: words[n-1], words: words[n-1:]}).has(weak) {
		return true // find out why
	}
	for i, w := range words[:min(3, len(words))] {
		if i > 0 && x.match(said{text: w, words: []string{w}}).has(weak) && personal()[w] {
			return true
		}
	}
	return false
}

// headline makes a name from what the agent found or did: its first clause, without "the issue is that" and
// "I have".
func (x *lexicon) headline(s string) name {
	for range 3 {
		h := hear(s)
		n := max(x.lead(found, h), x.lead(opener, h), x.did(h))
		if n == 0 {
			break
		}
		if !x.solid() {
			if n == len(h.words) {
				return name{}
			}
			n = h.ends[n-1]
		}
		rest := strings.TrimLeft(s[n:], " ,:")
		for _, that := range []string{"that ", "dass ", "que ", "что "} {
			rest = strings.TrimPrefix(rest, that)
		}
		if utf8.RuneCountInString(rest) < 8 {
			return name{}
		}
		s = rest
	}
	if s = firstClause(s); strings.HasSuffix(s, ")") {
		s = aside().ReplaceAllString(s, "")
	}
	if utf8.RuneCountInString(s) > widest {
		return name{}
	}
	return x.name(upperFirst(s))
}

// did returns how many words at the start say that the agent made a change: I have replaced.
func (x *lexicon) did(h said) int {
	n := x.lead(weak, h)
	if n == 0 || n >= len(h.words) || !personal()[strings.TrimSuffix(h.words[0], "'ve")] || !x.match(said{text: h.words[n], words: h.words[n : n+1]}).has(change) {
		return 0
	}
	return n
}

// firstClause cuts a sentence before what explains or adds to it.
func firstClause(s string) string {
	const least = 15 // characters that may stand alone
	code, paren, quoted := false, 0, false
	for i, r := range s {
		switch r {
		case '`':
			code = !code
		case '"':
			quoted = !quoted
		case '(', '（', '[':
			paren++
		case ')', '）', ']':
			paren--
		}
		if code || quoted || paren > 0 || width(s[:i]) < least {
			continue
		}
		if strings.ContainsRune(",;:，；、。：", r) && !digitsAround(s, i) || r == ' ' && explains()[strings.ToLower(firstWord(s[i:]))] {
			return strings.TrimRight(s[:i], " -–—")
		}
	}
	return strings.TrimRight(s, ".!。！ ")
}

// digitsAround reports whether a separator stands inside a number.
func digitsAround(s string, i int) bool {
	return i+1 < len(s) && s[i+1] != ' ' && s[i] < utf8.RuneSelf
}

// explains are the words that begin a clause which a name can omit.
var explains = sync.OnceValue(func() map[string]bool {
	return wordSet("because since which that so but and where when while although unless - – — → " +
		"weil da dass sodass damit aber und wobei während " +
		"porque que pero y ya cuando mientras parce puisque qui mais et lorsque " +
		"pois mas e quando enquanto потому что чтобы но и который которая которые когда")
})

// nameless removes "me" from a request: generate me a list.
func (x *lexicon) nameless(s string) string {
	if verb, rest, ok := strings.Cut(s, " "); ok && x.lang == prose.EN {
		if rest, ok := strings.CutPrefix(rest, "me "); ok && x.match(hear(verb)).any(task, order) {
			return verb + " " + rest
		}
	}
	return s
}
