package change

import "slices"

// What a line says in view of what held before, as far as it tells so alone. Whoever keeps lines must keep these: without
// them the earlier line stands.

// An Alteration is how a line changes what held.
type Alteration int

const (
	Unaltered Alteration = iota
	Grants               // it allows something, or releases from it, perhaps for this once
	Frees                // it does so from now on
	Cures                // it says that something is mended
	Resets               // it gives something another value
	Swaps                // and names the one that it had
	Corrects             // it says that what was said before is wrong
)

// Alters returns how a line changes what held. An order to go on, a guess and a question change nothing.
func (l *Line) Alters() Alteration {
	best := Unaltered
	if l.opens {
		best = Cures
	}
	for i := range l.clauses {
		switch c := &l.clauses[i]; {
		case c.doubt:
		case l.corrects && (l.strict || len(c.old) > 0), c.has(weak) && len(c.old) > 0:
			return Corrects
		case c.resets():
			if best = max(best, Resets); len(c.old) > 0 {
				best = Swaps
			}
		case c.topic != 0 && several(c.words) && c.has(works) && c.has(now) && !c.bad():
			best = max(best, Cures)
		case !several(c.words) || c.has(lack) || c.words[0].has(onward):
		case c.has(exempt|permit) && c.has(now|more|gone) && !(c.has(permit) && c.denies() && !c.has(exempt)), c.has(lapse) && c.has(drop):
			best = max(best, Frees)
		case c.has(leave) && !c.denies():
			best = max(best, Grants)
		}
	}
	return best
}

// resets reports whether a clause says which value something has now: a number, a name, what it is called.
func (c *clause) resets() bool {
	if c.has(remake) || len(c.old) > 0 || c.has(swapped) && c.has(now) && slices.ContainsFunc(c.now, func(t tok) bool { return t.num || t.proper() || t.name }) {
		return len(c.now) > 0 && len(c.without(c.now)) > 0
	}
	if c.has(naming) && (c.has(now) || c.change) && len(c.words) > 1 {
		return true
	}
	return c.has(now) && !c.has(lack|works|fixed|added|permit|gone|not) && (c.topic > 0 || c.topic == 0 && (c.change || c.has(we))) && c.topic < len(c.words) &&
		slices.ContainsFunc(c.words[c.topic:], func(t tok) bool { return t.num || t.proper() || t.name })
}

// States reports whether the line says how something is; nil, which was not read, does not.
func (l *Line) States() bool {
	return l != nil && slices.ContainsFunc(l.clauses, func(c clause) bool { return c.topic > 0 && !c.asks })
}

// Points reports whether the line begins by saying what something is: "it's the proxy".
func (l *Line) Points() bool {
	return l != nil && len(l.clauses) > 0 && l.clauses[0].has(pron) && l.clauses[0].topic <= 0 && len(l.clauses[0].words) > 0 && !l.clauses[0].doubt && !l.clauses[0].has(works|permit)
}

// Explains reports whether the line gives a cause or a reason.
func (l *Line) Explains() bool {
	return l != nil && (len(l.asides) > 0 || slices.ContainsFunc(l.clauses, func(c clause) bool { return c.has(cause) }))
}
