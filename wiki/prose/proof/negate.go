package proof

import (
	"slices"
	"strings"
	"unicode"

	"github.com/agent-admin/memoria/wiki/prose"
)

// A clause is a part of a text between two marks or conjunctions.
type clause struct {
	stems   map[string]bool
	negated bool // by a word that can only negate
	nots    int  // such words
	asks    bool // it is part of a question
}

// clauses divides a text into its clauses.
func clauses(text string) (out []clause) {
	for _, b := range prose.Blocks(text) {
		if b.Kind == prose.Code {
			continue
		}
		for _, s := range prose.Sentences(b.Text) {
			asks := strings.HasSuffix(strings.TrimSpace(s), "?") || strings.HasSuffix(strings.TrimSpace(s), "？")
			for _, part := range Divide(Folded(s)) {
				if stems := Stems(part); len(stems) > 0 {
					out = append(out, clause{stems, SaysNot(part), countNots(part), asks})
				}
			}
		}
	}
	return out
}

// Divide cuts a sentence where its meaning can turn.
func Divide(s string) []string {
	var out []string
	var part []string
	flush := func() {
		if len(part) > 0 {
			out = append(out, strings.Join(part, " "))
		}
		part = nil
	}
	for _, w := range strings.Fields(s) {
		if lexicon().turn[strings.ToLower(strings.Trim(w, "(,"))] || strings.HasPrefix(w, "(") || w == "-" {
			flush()
		}
		for {
			i := strings.IndexAny(w, "，；、。：")
			if i < 0 {
				break
			}
			part = append(part, w[:i])
			flush()
			w = w[i+len("，"):]
		}
		part = append(part, w)
		if strings.ContainsAny(w[max(0, len(w)-1):], ",;:)") {
			flush()
		}
	}
	flush()
	return out
}

// countNots counts the negating words in a folded text.
func countNots(s string) (n int) {
	for w := range strings.FieldsFuncSeq(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' }) {
		if isNot(strings.Trim(w, "'")) {
			n++
		}
	}
	return n
}

// fewer reports whether a folded text has fewer negations than a clause that has several: one "not" of
// "never push without a review" changes the meaning.
func fewer(text string, c clause) bool {
	if c.nots < 2 {
		return false
	}
	n := countNots(text)
	prose.EachWord(text, func(w string) {
		if lexicon().turned[stem(w)] && !c.stems[stem(w)] {
			n++
		}
	})
	return n < c.nots
}

func isNot(w string) bool {
	return lexicon().not[w] || strings.HasPrefix(w, "n'") || strings.Contains(w, "'") && strings.HasSuffix(w, "n't")
}

// SaysNot reports whether a folded text has a negating word.
func SaysNot(s string) bool {
	for w := range strings.FieldsFuncSeq(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' }) {
		if isNot(strings.Trim(w, "'")) {
			return true
		}
	}
	return strings.ContainsAny(s, "不沒没勿別别無无非禁未") || strings.Contains(s, "ない") || strings.Contains(s, "ません") || strings.Contains(s, "なし") ||
		strings.Contains(s, "ずに") || strings.Contains(s, "やめ") || strings.Contains(strings.ToLower(s), "no longer")
}

// Denies reports whether a folded text denies something in any way. Words in matter do not count, since they
// belong to the subject: "never delete it" and "delete it" are both about deleting.
func Denies(s string, matter map[string]bool) bool {
	if SaysNot(s) {
		return true
	}
	found := false
	prose.EachWord(s, func(w string) { found = found || lexicon().turned[stem(w)] && !matter[stem(w)] })
	return found
}

// LostNot reports whether a line affirms what its sources only deny: its first clause of two words or more
// occurs in a clause of the sources, that clause is negated, and the line negates nothing.
func LostNot(text string, said []*Evidence) bool {
	var all []clause
	for _, e := range said {
		all = append(all, e.clauses()...)
	}
	return lostNot(text, all)
}

func lostNot(text string, said []clause) bool {
	text = Folded(text)
	stems := Thought(text)
	if stems == nil {
		return false
	}
	denied := false
	for _, c := range said {
		if !holdsAll(c.stems, stems) {
			continue
		}
		if !c.negated || c.asks || Denies(text, c.stems) && !fewer(text, c) {
			return false
		}
		denied = true
	}
	return denied
}

// Thought returns the stems of the first clause of two words or more of a folded text, nil if there is none.
func Thought(text string) map[string]bool {
	for _, part := range Divide(text) {
		if stems := Stems(part); len(stems) > 1 {
			return stems
		}
	}
	return nil
}

// Says reports whether one clause of a text holds all of some stems.
func Says(text string, stems map[string]bool) bool {
	return slices.ContainsFunc(clauses(text), func(c clause) bool { return holdsAll(c.stems, stems) })
}

func holdsAll(in, all map[string]bool) bool {
	for w := range all {
		if !in[w] {
			return false
		}
	}
	return true
}

// clauses returns the clauses of e.
func (e *Evidence) clauses() []clause {
	if e.said == nil {
		e.said = append([]clause{}, clauses(e.raw)...)
	}
	return e.said
}
