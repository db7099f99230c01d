package proof

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki/prose"
)

// A row is the words of a sentence that tell something, in their order.
type row struct {
	words   []string        // stems
	once    map[string]bool // false for a word that occurs again
	begins  map[string]bool // the words that a comma or an and stands before
	beside  map[string]bool // those that a to or an over stands before
	passive bool            // it has a form of to be, and is not told the other way round
	nots    bool
	turns   bool // it has more than one clause
	hinges  map[string]int
}

func rowOf(s string) row {
	r, begins, beside := row{once: map[string]bool{}, begins: map[string]bool{}, beside: map[string]bool{}, nots: SaysNot(Folded(s)), hinges: hingesOf(Folded(s))}, false, false
	is, by, done := 0, 0, false // how many words stand before "is", and before "by" behind it; whether "is" tells what was done
	words := strings.Fields(Folded(s))
	for i, w := range words {
		x, low := lexicon(), strings.ToLower(strings.Trim(w, ".,;:!?()[]\"'"))
		begins, beside, r.turns = begins || x.both[low], beside || x.beside[low], r.turns || x.turn[low] && !x.both[low]
		if x.be[low] && !r.passive && !(i+1 < len(words) && strings.HasSuffix(strings.TrimRight(words[i+1], ".,;:!?)"), "ing")) { // "is running" suffers nothing
			r.passive, is = true, len(r.words)
		}
		if x.preps[low] == "by" && r.passive && by == 0 {
			by = len(r.words)
		}
		if low != "" && (!prose.IsStopAnywhere(low) || acronym(w)) {
			st := stem(cmp.Or(x.forms[low], low))
			_, again := r.once[st]
			r.once[st], done = !again, done || r.passive && len(r.words) == is && x.past(low)
			r.words, r.begins[st], r.beside[st], begins, beside = append(r.words, st), begins, beside, false, false
		}
		begins = begins || strings.HasSuffix(w, ",")
	}
	switch {
	case is == 0 || !done || r.turns || slices.ContainsFunc(r.words, func(w string) bool { return r.begins[w] }):
	case by > is && by < len(r.words): // "B is replaced by A": A replaces B
		r.words, r.passive = slices.Concat(r.words[by:], r.words[is:by], r.words[:is]), false
	case by == 0: // "A is renamed to B": rename A to B
		r.words, r.passive = slices.Concat(r.words[is:is+1], r.words[:is], r.words[is+1:]), false
	}
	return r
}

// Reversed reports whether a text exchanges two things: it says that A does to B what its sources say only of B and A.
// A sentence of it has the words of one of theirs, with two parts exchanged.
func Reversed(text string, said []*Evidence) bool {
	lang := prose.Detect(text)
	english := lang == prose.EN || lang == prose.Unknown
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
				r := rowOf(s)
				if e.By == Agent { // what it did is told without it
					delete(r.hinges, "i")
				}
				if n := len(e.rows); n > 0 && r.hinges["not"] > 0 && lexicon().points[firstOf(Folded(s))] { // "That should not be possible."
					e.rows[n-1].hinges["not"]++
				}
				e.rows = append(e.rows, r)
			}
		}
	}
	return e.rows
}

// partMost is how many words a part has that is exchanged; what is longer is a clause of its own.
const partMost = 4

// swaps reports whether a row has two parts of another exchanged, and whether it has nearly its words in its order.
func (r row) swaps(o row, english bool) (swapped, same bool) {
	var a, b []string
	for _, w := range r.words {
		if o.once[w] && r.once[w] {
			a = append(a, w)
		}
	}
	if n := len(a); n < 3 || 4*n < 3*len(r.once) || r.passive != o.passive || r.nots != o.nots {
		return false, false
	}
	for _, w := range o.words {
		if slices.Contains(a, w) {
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
	if x > partMost || len(b)-y > partMost || x > y || x == y && !(o.beside[b[y]] && r.beside[a[len(a)-x]]) || !slices.Equal(a, slices.Concat(b[y:], b[x:y], b[:x])) || o.begins[b[x]] && o.begins[b[y]] {
		return false, false
	}
	return (english || led || y-x > 1) && (led || ends || !r.turns || !o.turns) && !slices.ContainsFunc(b[x:y], func(w string) bool { return lexicon().mutual[w] }), false
}
