package mention

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/prose"
)

// foreign reports whether a word is of a language whose verbs the lists do not tell from nouns.
func (f *finder) foreign(i int) bool {
	return f.lang != prose.EN && f.lang != prose.Unknown || f.toks[i].low >= "\u0250" // no Latin letter
}

// capital reports whether the capital letter of a word shows that it is a name.
func (f *finder) capital(i int) bool {
	t := &f.toks[i]
	return t.kind == word && !t.first && !f.headline && f.lang != prose.DE && !Generic(t.low) && capitalised(t.text)
}

// opens reports whether a word may have its capital from starting a sentence, but may also be a name.
func (f *finder) opens(i int) bool {
	t := &f.toks[i]
	return t.first && !f.headline && f.lang != prose.DE && !Generic(t.low) && capitalised(t.text)
}

// capitalised reports whether the first letter of a word is a capital and no other is.
func capitalised(w string) bool {
	r, n := utf8.DecodeRuneInString(w)
	return unicode.IsUpper(r) && n < len(w) && strings.ToLower(w[n:]) == w[n:]
}

func joinWords(toks []token) string {
	var b strings.Builder
	for i := range toks {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(toks[i].text)
	}
	return b.String()
}
