package title

import (
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/flush/extract/sentence"
	"github.com/agent-admin/memoria/wiki/prose"
)

// Poor reports whether a name says little about the work: it begins with a person, a question word or a
// condition, or points at something else.
func Poor(x *sentence.Lexicon, s string) bool {
	if sentence.Asks(s) || x.Match(sentence.Hear(s)).Has(sentence.Weak) {
		return true
	}
	if x.Solid() {
		return false
	}
	// Lately, I have seen …; compare this to …
	words := sentence.Hear(s).Words
	if n := len(words); n > 0 && n <= 4 && x.Match(sentence.Said{Text: words[n-1], Words: words[n-1:]}).Has(sentence.Weak) {
		return true // find out why
	}
	for i, w := range words[:min(3, len(words))] {
		if i > 0 && x.Match(sentence.Said{Text: w, Words: []string{w}}).Has(sentence.Weak) && sentence.Personal()[w] {
			return true
		}
	}
	return false
}

// Headline makes a name from what the agent found or did: its first clause, without "the issue is that" and
// "I have".
func Headline(x *sentence.Lexicon, s string) Name {
	for range 3 {
		h := sentence.Hear(s)
		n := max(x.Lead(sentence.Found, h), x.Lead(sentence.Opener, h), x.Did(h))
		if n == 0 {
			break
		}
		if !x.Solid() {
			if n == len(h.Words) {
				return Name{}
			}
			n = h.Ends[n-1]
		}
		rest := strings.TrimLeft(s[n:], " ,:")
		for _, that := range []string{"that ", "dass ", "que ", "что "} {
			rest = strings.TrimPrefix(rest, that)
		}
		if utf8.RuneCountInString(rest) < 8 {
			return Name{}
		}
		s = rest
	}
	if s = firstClause(s); strings.HasSuffix(s, ")") {
		s = aside().ReplaceAllString(s, "")
	}
	if utf8.RuneCountInString(s) > Widest {
		return Name{}
	}
	return NameOf(x, UpperFirst(s))
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
		if code || quoted || paren > 0 || sentence.Width(s[:i]) < least {
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
var explains = prose.Set("because since which that so but and where when while although unless - – — → " +
	"weil da dass sodass damit aber und wobei während " +
	"porque que pero y ya cuando mientras parce puisque qui mais et lorsque " +
	"pois mas e quando enquanto потому что чтобы но и который которая которые когда")

// nameless removes "me" from a request: generate me a list.
func nameless(x *sentence.Lexicon, s string) string {
	if verb, rest, ok := strings.Cut(s, " "); ok && x.Lang == prose.EN {
		if rest, ok := strings.CutPrefix(rest, "me "); ok && x.Match(sentence.Hear(verb)).Any(sentence.Task, sentence.Order) {
			return verb + " " + rest
		}
	}
	return s
}
