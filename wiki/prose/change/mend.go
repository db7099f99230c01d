package change

import "slices"

// A fault is reported with what it leads to: "never flushes its buffer, so the export hangs". What ends it names either, in
// other words than the report. So all that two lines say is compared here, not clause with clause.

// aside reads the tokens of a clause that gives a reason or a consequence, which only mends read.
func (l *Line) aside(toks []tok, guarded bool) {
	side := Line{settles: l.settles}
	side.clause(toks, 0, 0, 0)
	for i := range side.clauses {
		side.clauses[i].doubt = side.clauses[i].doubt || guarded
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
			return i+1 == len(toks) || toks[i+1].sign || toks[i+1].word == ":" || toks[i+1].has(pron) || i > 0 && toks[i-1].has(we|filler)
		}
	}
	return false
}

// ends reports whether a clause says that something is so no more.
func (c *clause) ends() bool { return !c.doubt && !c.asks && c.has(gone) && !c.has(drop) }

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
		a := telling(outright(p.words))
		switch {
		case p.ends() && len(a) > 1 && slices.ContainsFunc(all, func(q *clause) bool { return !q.ends() && !q.asks && len(lacking(a, q.words)) == 0 }):
			return true
		case e.faulty && p.cures():
			a = slices.DeleteFunc(slices.Clone(a), func(t tok) bool { return t.has(fixed | vague) })
			if len(a) > 1 && len(lacking(a, was)) == 0 {
				return true
			}
		}
	}
	return l.opens && e.faulty && shares(now, was)
}

// leastShared is how many words a line that begins with what was mended has in common with the report of the fault; these
// are half of its own.
const leastShared = 3

func shares(now, was []tok) bool {
	var each []tok
	for i := range now {
		if !has(each, &now[i]) && !now[i].has(fixed|vague) && !now[i].num {
			each = append(each, now[i])
		}
	}
	both := len(each) - len(lacking(each, was))
	return both >= leastShared && 2*both >= len(each)
}

// outright returns words without those that say when or how.
func outright(ts []tok) []tok {
	return slices.DeleteFunc(slices.Clone(ts), func(t tok) bool { return t.over })
}
