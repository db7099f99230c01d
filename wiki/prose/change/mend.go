package change

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/prose"
)

// A fault is reported with what it leads to: "never flushes its buffer, so the export hangs". What ends it names either, in
// other words than the report. So all that two lines say is compared here, not clause with clause.

// aside reads the tokens of a clause that gives a reason or a consequence, which only mends read.
func (l *Line) aside(toks []tok, guarded bool) {
	side := Line{settles: l.settles}
	side.clause(toks, 0, 0, 0)
	for i := range side.clauses {
		side.clauses[i].doubt, side.clauses[i].hedged = side.clauses[i].doubt || guarded, side.clauses[i].hedged && !guarded
	}
	l.asides = append(l.asides, side.clauses...)
}

// told returns all clauses of a line.
func (l *Line) told() []*clause {
	out := make([]*clause, 0, len(l.clauses)+len(l.asides))
	for i := range l.clauses {
		out = append(out, &l.clauses[i])
	}
	for i := range l.asides {
		out = append(out, &l.asides[i])
	}
	return out
}

// maxOpening is how many words stand before the one that says that something is mended, in a line that begins so.
const maxOpening = 4

// opensMended reports whether a sentence begins by saying that something is mended: "Fixed: ...", "I have repaired it".
func opensMended(toks []tok) bool {
	for i := range toks[:min(len(toks), maxOpening)] {
		switch t := &toks[i]; {
		case t.has(not | guard | hedge | permit | lack):
			return false
		case t.has(fixed):
			return i+1 == len(toks) || toks[i+1].sign || toks[i+1].word == ":" || toks[i+1].word == "：" || toks[i+1].has(pron) || i > 0 && toks[i-1].has(we|filler)
		}
	}
	return false
}

// ends reports whether a clause says that something is so no more.
func (c *clause) ends() bool { return (!c.doubt || c.hedged) && !c.asks && c.has(gone) && !c.has(drop) }

// cures reports whether a clause says of what it names that it is mended.
func (c *clause) cures() bool { return !c.doubt && c.has(fixed) && !c.bad() && len(c.old) == 0 }

// curing reports whether the line may say that a fault is over.
func (l *Line) curing() bool {
	return l.opens || slices.ContainsFunc(l.told(), func(c *clause) bool { return c.ends() || c.cures() })
}

// fault reports whether the line may report a fault.
func (l *Line) fault() bool {
	return !l.settles && slices.ContainsFunc(l.told(), func(c *clause) bool { return c.bad() || c.has(lack|cause) })
}

// Mends reports whether l says that a fault that the earlier line e reports is over: that something of it is so no more,
// that what was mended is it, or, where it begins with that, what is so instead.
func (l *Line) Mends(e *Line) bool {
	if !l.cure || e.settles {
		return false
	}
	all, said := e.told(), l.told()
	var was, now []tok
	for _, q := range all {
		was = append(was, q.words...)
	}
	for _, p := range said {
		now = append(now, p.words...)
		a := telling(p.words)
		if !p.hedged {
			a = outright(a)
		}
		switch {
		case p.ends() && several(a) && slices.ContainsFunc(all, func(q *clause) bool {
			return !q.ends() && !q.asks && (!p.hedged || q.has(hedge)) && !slices.ContainsFunc(lacking(a, q.words), func(t tok) bool { return !t.proper() || !has(was, &t) })
		}):
			return true
		case e.faulty && p.cures():
			a = slices.DeleteFunc(slices.Clone(a), func(t tok) bool { return t.has(fixed | vague) })
			if len(a) > 1 && len(lacking(a, was)) == 0 {
				return true
			}
		}
	}
	return l.opens && e.faulty && shares(now, was, slices.ContainsFunc(all, func(q *clause) bool { return q.has(cause) }))
}

// several reports whether words tell more than one thing; in a script without spaces one word may.
func several(ts []tok) bool {
	return len(ts) > 1 || len(ts) == 1 && utf8.RuneCountInString(ts[0].word) > 3 && solid(&ts[0])
}

// leastShared is how many words a line that begins with what was mended has in common with the report of the fault, one less where
// that names a cause; these are half of its own.
const leastShared = 3

func shares(now, was []tok, cause bool) bool {
	var each []tok
	for i := range now {
		if !has(each, &now[i]) && !now[i].has(fixed|vague) && !now[i].num {
			each = append(each, now[i])
		}
	}
	both := len(each) - len(lacking(each, was))
	return both >= leastShared-prose.Bit(cause) && 2*both >= len(each)
}

// outright returns words without those that say when or how.
func outright(ts []tok) []tok {
	return slices.DeleteFunc(slices.Clone(ts), func(t tok) bool { return t.over })
}

// tried reports whether a line tells of what was tried and dropped, and does not go on to say what holds instead.
func tried(toks []tok) bool {
	begins := true // a sentence begins here, but for who speaks
	for i := range toks {
		t := &toks[i]
		switch {
		case begins && (t.has(we) || t.has(filler) && !t.has(state)):
			continue
		case t.has(failed) && (!strings.HasPrefix(t.word, "did") || strings.HasSuffix(toks[0].word, "ing")),
			begins && t.has(ended) && drops(toks, i),
			t.has(attempt) && (begins && drops(toks, i) || !english[t.word]) && fell(toks[i+1:]):
			return !keeps(toks[i+1:]) && !(t.has(ended) && begins && taken(toks[i+1:]))
		}
		begins = t.ends()
	}
	return false
}

// taken reports whether a line goes on to say, in a clause of its own, how it is instead: "decided against the MSI, the
// installer ships as an EXE".
func taken(toks []tok) bool {
	if slices.ContainsFunc(toks[:min(len(toks), 2)], func(t tok) bool { return t.word == ":" }) {
		return false // a label says it of all that follows: "Dead end: patching the driver, it is verified"
	}
	for i := range toks {
		if !toks[i].sign || toks[i].has(reason) || i+1 == len(toks) || toks[i+1].has(pron|but|reason) {
			continue
		}
		rest := toks[i+1:]
		if end := slices.IndexFunc(rest, func(t tok) bool { return t.sign }); end >= 0 {
			rest = rest[:end]
		}
		says, holds := 0, false
		for k := range rest {
			if rest[k].has(not | gone | lack | ended | failed | attempt | was | more | hedge | guard) {
				return false
			}
			says, holds = says+prose.Bit(rest[k].content()), holds || rest[k].has(place|into|state)
		}
		if says > 1 && holds {
			return true
		}
	}
	return false
}

// english are the verbs of an attempt that only tell of one where a sentence begins.
var english = map[string]bool{"tried": true, "experimented": true, "attempted": true, "considered": true, "evaluated": true, "looked": true}

// drops reports whether the word at i says that something was dropped, and is no adjective: "rejected uploads".
func drops(toks []tok, i int) bool {
	if w := toks[i].word; w != "rejected" && w != "abandoned" && w != "discarded" && w != "reverted" && w != "given" && w != "attempted" || i+1 == len(toks) {
		return true
	}
	next := &toks[i+1]
	return next.sign || next.name || next.word == ":" || slices.Contains(articles, next.word)
}

var articles = strings.Fields("a an the this that our it using all both on to")

// fell reports whether what follows an attempt says that it came to nothing.
func fell(toks []tok) bool {
	turned := false // behind a sign or a "but"
	for i := range toks {
		t := &toks[i]
		if t.has(but) || turned && t.has(not|lack|gone) {
			return true
		}
		turned = turned || t.sign
	}
	return turned && slices.ContainsFunc(toks, func(t tok) bool { return strings.HasSuffix(t.word, "ed") && !t.content() })
}

// keeps reports whether a line goes on to say what works or is to be done, after what was tried.
func keeps(toks []tok) bool {
	further, denied := false, false
	for i := range toks {
		t := &toks[i]
		further = further || t.ends() && (i > 0 || t.word != ":")
		denied = !t.sign && (denied || t.has(not|gone))
		if t.has(now) || t.has(works) && !denied || further && (t.has(must) || t.word == "use") {
			return true
		}
	}
	return false
}
