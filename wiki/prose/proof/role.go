package proof

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/agent-admin/memoria/wiki/prose"
)

// A role says that one thing does something to another: in "A replaces B" the first is A, and also in "B was
// replaced by A".
type role struct {
	verb          string
	first, second map[string]bool // stems of words near the verb that only one of the two has
}

// roleWords is how many words to either side of a verb may name what it is about.
const roleWords = 5

// Reversed reports whether a text exchanges two things: it says that A does to B what its sources say only
// of B and A. It considers only verbs of a closed list, in clauses without a negation.
func Reversed(text string, said []*Evidence) bool {
	if exchanged(text, said) {
		return true
	}
	mine := roles(text)
	if len(mine) == 0 || len(gather(said)) > shortMost {
		return false
	}
	var theirs []role
	for _, e := range said {
		theirs = append(theirs, e.roles()...)
	}
	for _, m := range mine {
		turned, so := false, false
		for _, t := range theirs {
			if t.verb != m.verb {
				continue
			}
			one, other := meets(m.first, t.first), meets(m.second, t.second)
			cross := meets(m.first, t.second) && meets(m.second, t.first)
			so = so || one && other || (one || other) && !cross
			turned = turned || cross && !(one && other)
		}
		if turned && !so {
			return true
		}
	}
	return false
}

func meets(a, b map[string]bool) bool {
	for w := range a {
		if b[w] {
			return true
		}
	}
	return false
}

// roles returns the roles in e, computed once.
func (e *Evidence) roles() []role {
	if !e.hasRoles {
		e.hasRoles = true
		for _, b := range prose.Blocks(e.raw) {
			if b.Kind != prose.Code {
				e.acts = append(e.acts, roles(b.Text)...)
			}
		}
	}
	return e.acts
}

// roles finds who does what to whom in a text.
func roles(text string) (out []role) {
	for _, s := range prose.Sentences(text) {
		for _, part := range clausesOf(Folded(s)) {
			if !SaysNot(strings.Join(part, " ")) {
				out = append(out, rolesIn(part)...)
			}
		}
	}
	return out
}

// parts returns the words of a folded sentence, cut where another clause begins.
func clausesOf(s string) (out [][]string) {
	var part []string
	if strings.HasSuffix(s, "?") {
		return nil
	}
	for w := range strings.FieldsSeq(s) {
		low := strings.ToLower(strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '/' }))
		if lexicon().clause[low] {
			out, part = append(out, part), nil
			continue
		}
		switch {
		case low == "":
		case acronym(w) && IsStop(low): // MIT
			part = append(part, strings.ToUpper(low))
		default:
			part = append(part, low)
		}
		if strings.ContainsAny(w[len(w)-1:], ",;:)") {
			out, part = append(out, part), nil
		}
	}
	return append(out, part)
}

// rolesIn returns the roles in one clause.
func rolesIn(words []string) (out []role) {
	for i, w := range words {
		next := ""
		if i+1 < len(words) {
			next = words[i+1]
		}
		switch verb := lexicon().verbs[w]; {
		case verb != "":
			passive := next == "by" && !strings.HasSuffix(w, "s")
			out = append(out, roleAt(verb, words[:i], words[i+1:], passive)...)
		case w == "instead" && next == "of", w == "rather" && next == "than", w == "over" && i > 0:
			if w != "over" || slices.ContainsFunc(words[:i], func(w string) bool { return lexicon().prefer[w] }) {
				out = append(out, roleAt("rather", words[:i], words[i+1:], false)...)
			}
		case w == "ahead" || w == "behind":
			out = append(out, roleAt(w, words[:i], words[i+1:], false)...)
		case w == "than" && i > 0 && words[i-1] != "rather":
			out = append(out, roleAt("than "+stem(words[i-1]), words[:i-1], words[i+1:], false)...)
		case w == "to":
			if from := lastOf(words[:i], "from"); from < 0 && len(near(words[:i], true)) > 1 {
				out = append(out, roleAt("to", words[:i], words[i+1:], false)...)
			} else if from >= 0 {
				out = append(out, roleAt("from to", words[from+1:i], words[i+1:], false)...)
			}
		}
	}
	return out
}

func lastOf(words []string, w string) int {
	for i := len(words) - 1; i >= 0; i-- {
		if words[i] == w {
			return i
		}
	}
	return -1
}

// roleAt returns the role of what stands before and behind a verb, none where one of them is missing.
func roleAt(verb string, before, behind []string, passive bool) []role {
	r := role{verb: verb, first: near(before, true), second: near(behind, false)}
	if passive {
		r.first, r.second = r.second, r.first
	}
	for w := range r.first {
		if r.second[w] {
			delete(r.first, w)
			delete(r.second, w)
		}
	}
	if len(r.first) == 0 || len(r.second) == 0 {
		return nil
	}
	return []role{r}
}

// near returns the stems of the meaningful words that stand closest to a verb.
func near(words []string, last bool) map[string]bool {
	m := map[string]bool{}
	n := 0
	for k := range words {
		w := words[k]
		if last {
			w = words[len(words)-1-k]
		}
		if IsStop(w) || lexicon().verbs[w] != "" {
			continue
		}
		if n++; n > roleWords {
			break
		}
		m[stem(strings.ToLower(w))] = true
	}
	return m
}

// A row is the words of a sentence that tell something, in their order.
type row struct {
	words   []string        // stems
	at      map[string]int  // where a word stands that occurs once; -1 where it occurs again
	begins  map[string]bool // the words that a comma or an and stands before
	passive bool
	nots    bool
	turns   bool // it has more than one clause
}

func rowOf(s string) row {
	r, begins := row{at: map[string]int{}, begins: map[string]bool{}, nots: SaysNot(Folded(s))}, false
	for w := range strings.FieldsSeq(Folded(s)) {
		x, low := lexicon(), strings.ToLower(strings.Trim(w, ".,;:!?()[]\"'"))
		begins, r.turns = begins || x.both[low], r.turns || x.turn[low] && !x.both[low]
		r.passive = r.passive || x.be[low]
		if low != "" && (!IsStop(low) || acronym(w)) {
			st := stem(cmp.Or(x.forms[low], low))
			if _, twice := r.at[st]; twice {
				r.at[st] = -1
			} else {
				r.at[st] = len(r.words)
			}
			r.words, r.begins[st], begins = append(r.words, st), begins, false
		}
		begins = begins || strings.HasSuffix(w, ",")
	}
	return r
}

// exchanged reports whether a sentence of a text has the words of a sentence of the sources, with two of its parts
// exchanged.
func exchanged(text string, said []*Evidence) bool {
	english := prose.Detect(text) == prose.EN
	return slices.ContainsFunc(prose.Sentences(text), func(s string) bool {
		mine, turned, so := rowOf(s), false, false
		for _, e := range said {
			for _, o := range e.sentences() {
				is, same := mine.swaps(o, english)
				turned, so = turned || is, so || same
			}
		}
		return turned && !so
	})
}

// sentences returns the rows of e, computed once.
func (e *Evidence) sentences() []row {
	if e.rows == nil {
		e.rows = []row{}
		for _, b := range prose.Blocks(e.raw) {
			if b.Kind == prose.Code {
				continue
			}
			for _, s := range prose.Sentences(b.Text) {
				e.rows = append(e.rows, rowOf(s))
			}
		}
	}
	return e.rows
}

// swaps reports whether a row has two parts of another exchanged, and whether it has nearly its words in its order.
func (r row) swaps(o row, english bool) (swapped, same bool) {
	var a, b []string
	for _, w := range r.words {
		if at, ok := o.at[w]; ok && at >= 0 && r.at[w] >= 0 {
			a = append(a, w)
		}
	}
	if n := len(a); n < 3 || 4*n < 3*len(r.words) || r.passive != o.passive || r.nots != o.nots {
		return false, false
	}
	for _, w := range o.words {
		if r.at[w] >= 0 && slices.Contains(a, w) {
			b = append(b, w)
		}
	}
	if slices.Equal(a, b) {
		return false, true
	}
	led, ends := a[0] == b[0], a[len(a)-1] == b[len(b)-1]
	for a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	x, y := slices.Index(b, a[len(a)-1])+1, slices.Index(b, a[0]) // b is X M Y, and a is Y M X
	if x >= y || !slices.Equal(a, slices.Concat(b[y:], b[x:y], b[:x])) || o.begins[b[x]] && o.begins[b[y]] {
		return false, false
	}
	return (english || led || y-x > 1) && (led || ends || !r.turns || !o.turns) && !slices.ContainsFunc(b[x:y], func(w string) bool { return lexicon().mutual[w] }), false
}
