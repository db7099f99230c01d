package proof

import (
	"maps"
	"slices"
	"strconv"
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

// Unsure reports whether a text may say what its sources do not, though none denies it: a sentence of it is not, in the words
// of one of theirs, half or more of what that says, with everything by which a meaning turns.
func Unsure(text string, said []*Evidence) bool {
	return slices.ContainsFunc(prose.Sentences(text), func(s string) bool {
		r := rowOf(s)
		return len(r.words) > 0 && !slices.ContainsFunc(said, func(e *Evidence) bool { return slices.ContainsFunc(e.sentences(), r.follows) })
	})
}

// follows reports whether a row tells what another does.
func (r row) follows(o row) bool {
	return r.in(o) && 2*len(r.words) >= len(o.words) && maps.Equal(r.hinges, o.hinges)
}

// dropped returns by what a sentence of the sources turns that has all words of one of a text, which leaves that out; "" if
// there is none, or another says it without.
func dropped(text string, said []*Evidence) string {
	all := hingesOf(Folded(text))
	for _, s := range prose.Sentences(strings.ReplaceAll(text, "; ", ". ")) {
		r, lost := rowOf(s), ""
		for _, e := range said {
			for _, o := range e.sentences() {
				if len(r.words) == 0 || !r.in(o) || 2*len(r.words) < len(o.words) {
					continue
				}
				i := slices.IndexFunc(narrowing, func(h []string) bool {
					return o.hinges[h[0]] > 0 && (h[0] != only || len(r.words) < len(o.words)) && !slices.ContainsFunc(h, func(as string) bool { return all[as] > 0 })
				})
				if i < 0 {
					return ""
				}
				lost = narrowing[i][0]
			}
		}
		if lost != "" {
			return "it leaves out " + strconv.Quote(lost)
		}
	}
	return ""
}

// narrowing are the hinges without which a sentence says more, each with what says the same.
var narrowing = [][]string{{"if", before, after, "until", only, "for"}, {only, "not", "if"}, {"at-most"}, {"at-least"}, {"more"}, {"less"},
	{"except", "not", "but", "if"}}

// in reports whether a row has all words of r.
func (r row) in(o row) bool {
	return !slices.ContainsFunc(r.words, func(w string) bool { return !slices.Contains(o.words, w) })
}

// hingesOf counts by what the meaning of a sentence turns: what denies, narrows, supposes, doubts or asks, how much, when, and
// who is named to do it.
func hingesOf(s string) map[string]int {
	x, raw, h := lexicon(), wordsOf(s), map[string]int{"not": unspacedNots(s), "?": strings.Count(s, "?")}
	if p := x.preps[firstOf(s)]; p != "" && p != "to" { // "for a missing key"
		h["for"]++
	}
	for i := 0; i < len(raw); i++ {
		low := strings.ToLower(raw[i])
		n, sense := x.phrase(raw[i:])
		switch who := x.who[low]; {
		case n > 0:
			h[sense]++
			i += n - 1
		case x.but[low]:
			h["but"]++
		case x.hedge[low], x.doubt[low], x.ifs[low], x.when[low]:
			h["if"]++
		case x.except[low]:
			h["except"]++
		case isNot(low), x.deny[low]:
			h["not"]++
		case x.turned[stem(low)]:
			h[stem(low)]++
		case x.maybe[low], x.told[low], x.unless[low]:
			h["may"]++
		case who != "" && low != "we":
			h[who]++
		}
	}
	return h
}
