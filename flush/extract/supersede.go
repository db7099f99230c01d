package extract

import (
	"maps"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/wiki/prose"
	overturn "github.com/agent-admin/memoria/wiki/prose/change"
)

// reach is how many sentences back a sentence may take something back; it keeps the time linear.
const reach = 100

// A claim is what the agent said about a subject, in a form that can be compared.
type claim struct {
	unit  *unit
	stems map[string]bool
	codes map[string]bool // its inline code, the names in it
	words map[string]bool // the stems with those of the inline code
	nots  []denied        // its clauses with a negation
	home  string          // the folder it was said in, which mostly is called as the project
	turn  *overturn.Line  // once it was asked for
}

// A denied is a clause that says that something is not so.
type denied struct{ words, codes map[string]bool }

// supersede marks what the agent said and what did not hold: what it took back itself, what a later sentence
// denies word for word, guesses whose subject it explained later, and what it put differently after the
// person had objected.
func (r *reader) supersede(runs []*span, denials map[*span]*denial) {
	fixed := r.fixes(denials)
	var past []claim
	for i := range r.units {
		u := &r.units[i]
		if u.voice != agent || u.place.side || u.place.asked || u.cues.has(offer) {
			continue
		}
		c := claimOf(u)
		c.home = folder(r.turns[u.turn].CWD)
		for k := len(past) - 1; k >= 0 && k >= len(past)-reach; k-- {
			a := &past[k]
			if !a.unit.place.gone && (a.takenBack(c) || a.undone(c) || a.mends(&c) || !fixed(a.unit.turn, u.turn) && a.denied(c)) {
				a.unit.place.gone = true
			}
		}
		if !u.cues.any(narrate, status) {
			past = append(past, c)
		}
	}
	r.objected(runs, denials, past)
}

// objected compares what the agent said before an objection with what it says after it.
func (r *reader) objected(runs []*span, denials map[*span]*denial, claims []claim) {
	from := 0
	for k, b := range claims {
		n := runs[b.unit.turn]
		if n == nil || n.prev < 0 || b.unit.cues.any(narrate, hedge) {
			continue
		}
		for from < k && k-from > reach {
			from++
		}
		for _, a := range claims[from:k] {
			d := denials[runs[a.unit.turn]]
			if d != nil && d.turn == n.prev && a.replacedBy(b) {
				a.unit.place.gone = true
			}
		}
	}
}

// fixes returns a function that reports whether something was edited between two turns without an objection
// of the person: then what held before need not hold after, and was no error.
func (r *reader) fixes(denials map[*span]*denial) func(from, to int) bool {
	edits, objections := make([]int, len(r.turns)+1), make([]int, len(r.turns)+1)
	for _, d := range denials {
		objections[d.turn+1] = 1
	}
	for i, t := range r.turns {
		objections[i+1] += objections[i]
		edits[i+1] = edits[i]
		if slices.ContainsFunc(t.Steps, func(s transcript.Step) bool { return s.Edit }) {
			edits[i+1]++
		}
	}
	return func(from, to int) bool {
		return edits[to+1] > edits[from] && objections[to+1] == objections[from]
	}
}

// replacedBy reports whether, after an objection, a later sentence replaces a. A change does not replace the
// cause it removes.
func (a claim) replacedBy(b claim) bool {
	if !a.unit.cues.has(found) {
		return a.alike(b)
	}
	return a.alike(b) && b.unit.cues.any(found, retract) || a.notSo(b)
}

// claimOf reads a sentence together with the line above it.
func claimOf(u *unit) claim {
	text := u.text
	if u.place.item {
		text = u.lead.text + " " + text
	}
	c := claim{unit: u, stems: make(map[string]bool), codes: codes(text), words: stems(text, u.lex.lang)}
	if u.cues.has(negate) {
		c.nots = denials(u)
	}
	for i, part := range strings.Split(text, "`") {
		if i%2 == 0 {
			maps.Copy(c.stems, stems(part, u.lex.lang))
		}
	}
	maps.Copy(c.stems, c.codes) // a name is one word, however many parts it has
	return c
}

// alike reports whether two sentences are about the same subject.
func (a claim) alike(b claim) bool {
	n := shared(a.stems, b.stems)
	return n >= 4 && 4*n >= len(a.stems)
}

// takenBack reports whether a later sentence takes a back, or explains what a guessed.
func (a claim) takenBack(b claim) bool {
	guess := a.unit.cues.has(hedge) && a.unit.cues.any(found, limit, advise)
	switch {
	case a.unit.turn == b.unit.turn:
		return false
	case b.unit.cues.has(retract) && a.unit.cues.any(found, change, hedge), guess && b.unit.cues.has(found) && !b.unit.cues.has(hedge):
		return a.alike(b)
	}
	return false
}

// denied reports whether a later sentence says of a that it is not so: a clause with a negation whose every
// word occurs in a, which has none.
func (a claim) denied(b claim) bool {
	if a.unit.turn == b.unit.turn || len(a.nots) > 0 {
		return false
	}
	return slices.ContainsFunc(b.nots, func(d denied) bool { return len(d.words) >= 3 && shared(a.words, d.words) == len(d.words) })
}

// undone reports whether a later sentence says that what a says to hold fails.
func (a claim) undone(b claim) bool {
	if !a.unit.cues.has(outcome) || a.unit.turn == b.unit.turn || b.unit.cues.any(outcome, change, hedge) {
		return false
	}
	return b.unit.cues.has(report) && (overlaps(a.codes, b.codes) || a.alike(b)) || len(a.nots) == 0 && a.denied(b)
}

// mends reports whether b, a later sentence, names as broken what a says is fixed. It is broken again, and a
// reader would wrongly think that a came later.
func (a *claim) mends(b *claim) bool {
	if a.unit.turn == b.unit.turn || !a.unit.cues.any(outcome, change) || !b.unit.cues.any(negate, limit, report, found) {
		return false
	}
	return b.line().Relapses(a.line())
}

func (a *claim) line() *overturn.Line {
	if a.turn == nil {
		a.turn = overturn.Reader{Stop: prose.IsStopAnywhere, Home: a.home}.Read(prose.Inline(a.unit.text), false)
	}
	return a.turn
}

// folder returns the name of a folder, on the machine of any client.
func folder(path string) string {
	path = strings.TrimRight(path, `/\`)
	return path[strings.LastIndexAny(path, `/\`)+1:]
}

// notSo reports whether a later sentence negates something that a names in code.
func (a claim) notSo(b claim) bool {
	return len(a.nots) == 0 && slices.ContainsFunc(b.nots, func(d denied) bool { return overlaps(a.codes, d.codes) })
}

// denials returns the main clauses that have a negation. A clause about a change says how it is now, not
// that it was not so before.
func denials(u *unit) []denied {
	var out []denied
	for _, s := range prose.Sentences(u.text) {
		clause := strings.ReplaceAll(s, " - ", "—")
		if k := strings.IndexAny(clause, ",;—–，；、"); k >= 0 {
			clause = clause[:k]
		}
		if c := u.lex.match(hear(clause)); c.has(negate) && !c.has(change) {
			out = append(out, denied{stems(clause, u.lex.lang), codes(clause)})
		}
	}
	return out
}
