package proof

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki/prose"
)

// Invented returns words of a text, a phrase of it, that stand in none of the sources; "" if there are none. Other
// words for what was said are no invention, as long as something of the phrase was said.
func Invented(text string, said []*Evidence) string {
	var phrase, first []string
	known, all, least := 0, 0, 2
	flush := func() {
		if n := len(phrase); first == nil && (n >= least && known == 0 || n > 1 && n >= 2*known) {
			first = phrase
		}
		all += known - len(phrase)
		phrase, known = nil, 0
	}
	x := lexicon()
	for _, part := range Divide(Folded(text)) {
		raw := wordsOf(part)
		least = 2
		for i := 0; i < len(raw); i++ {
			w, low := raw[i], strings.ToLower(raw[i])
			n, sense := x.phrase(raw[i:])
			if x.preps[low] != "" && !acronym(w) || sense == before || sense == after {
				flush()
				least = 1
			}
			switch {
			case n > 0:
				i += n - 1
				known += n - prose.Bit(prose.IsStopAnywhere(low))
				continue
			case prose.IsStopAnywhere(low) && !acronym(w), x.who[low] != "", x.glue[stem(low)], x.telling[stem(low)], x.turned[stem(low)], x.not[low]:
				continue
			case slices.ContainsFunc(parts(low), func(p string) bool {
				return p[0] <= '9' || len(p) < 2 || slices.ContainsFunc(said, func(e *Evidence) bool { return e.speaks(p) })
			}):
				known++
			case len(parts(low)) > 0:
				phrase = append(phrase, low)
			}
		}
		flush()
	}
	if all < 0 { // said in other words, or in another language
		return ""
	}
	return strings.Join(first, " ")
}

// speaks reports whether e has a word, in one of its forms, as a part of another, or in two.
func (e *Evidence) speaks(w string) bool {
	return e.stems()[stem(w)] || e.stems()[stem(lexicon().forms[w])] || e.stems()[lexicon().numerals[w]] || prose.Stands(e.low, w) || len(w) > 4 && strings.Contains(e.joined(), w)
}

// Unsure reports whether a text says something that its sources may not say, though none denies it: a clause of it has
// words or numbers that no clause of the sources has together.
func Unsure(text string, from Sources) bool {
	theirs := gather(from.Said)
	for _, c := range claimsOf(text, Unknown) {
		near := c.nearest(theirs)
		for sense := range c.senses {
			if !slices.ContainsFunc(theirs, func(e *claim) bool { return e.senses[sense] || sense == only && e.nots > 1 }) {
				return true
			}
		}
		if (c.who == Agent || c.who == Person) && !slices.ContainsFunc(near, func(e *claim) bool { return e.who == c.who || e.order }) {
			return true
		}
		if len(c.words) < 2 {
			continue
		}
		if !slices.ContainsFunc(near, func(e *claim) bool {
			return 2*shares(e, c.words) >= len(c.words) && 4*c.covered(e) >= 3*len(c.words) && within(c.nums, e.has)
		}) {
			return true
		}
	}
	return false
}
