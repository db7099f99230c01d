package change

import "slices"

// A Fit is how certainly a line replaces an earlier one.
type Fit uint8

const (
	None  Fit = iota
	May       // possible; counts only if no other line fits
	Sure      // both name their subject in the same words
	Exact     // and in several words, so that hardly anything else has that name
)

// Overturns reports how certainly l replaces an earlier line.
func (l *Line) Overturns(e *Line) Fit {
	best := None
	if l.Mends(e) {
		best = Sure
	}
	for i := range l.parts {
		p := &l.parts[i]
		if p.doubt {
			continue
		}
		for j := range e.parts {
			q := &e.parts[j]
			if q.doubt || q.kind == drop || q.kind == undo || q.nay && q.kind == kinds {
				continue
			}
			switch sure, ok := l.overturns(p, e, q); {
			case ok && sure && len(q.about)-beyond(q.about, p.about) > 1:
				best = max(best, Exact)
			case ok && sure:
				best = max(best, Sure)
			case ok:
				best = max(best, May)
			}
		}
	}
	return best
}

// Gone returns the stems of what the line says was given up, if nothing in it narrows that.
func (l *Line) Gone() []string {
	for i := range l.parts {
		if p := &l.parts[i]; !p.doubt && (p.kind == drop || p.kind == undo) {
			return slices.Concat(p.about, p.now, p.old)
		}
	}
	return nil
}

func (l *Line) overturns(p *part, e *Line, q *part) (sure, ok bool) {
	switch p.kind {
	case swap:
		about, has := q.holds(p.old, p.now, e.settles)
		if !has || subset(p.now, q.positive()) && len(p.now) > 0 && q.kind == kinds {
			return false, false
		}
		return q.same(p.about, about)
	case back:
		if q.kind == swap && len(p.now) > 0 && contains(q.old, p.now) {
			return q.same(p.about, q.about)
		}
		return false, false
	case unswap:
		if q.kind == swap && len(p.now) > 0 && contains(q.now, p.now) {
			return q.same(p.about, q.about)
		}
		return false, false
	case drop, undo:
		return p.drops(e, q)
	case set:
		ok = q.value(p)
		return ok, ok
	}
	loose := !q.state && !e.settles // it says what happens, not how something is
	if p.cased || q.kind != kinds || loose && !p.amends {
		return false, false
	}
	if p.denies && e.settles {
		ok = subset(p.about, q.about) && subset(q.about, p.about)
		return ok, ok
	}
	if !l.settles && !p.amends && !p.later {
		return false, false
	}
	return p.corrects(q, loose)
}

// drops reports whether p says that what q says no longer holds: it names what q says is used, and nothing
// that q does not say.
func (p *part) drops(e *Line, q *part) (sure, ok bool) {
	what := slices.Concat(p.about, p.now, p.old)
	if len(what) == 0 || !subset(what, q.positive()) || q.kind == kinds && !q.uses && !e.settles && (p.kind == undo || !q.state) {
		return false, false
	}
	if said := q.about[min(len(q.topic), len(q.about)):]; q.kind == kinds && q.state && len(said) > 0 && !slices.Contains(what, said[0]) {
		return false, false // the subject, not what is said about it
	}
	return len(what) > 1, beyond(q.positive(), what) <= q.room()
}

// holds reports whether a part says that old holds, and returns what the part says it of. That excludes a
// unit which only the later line names, "raised from 10 to 15 percent".
func (q *part) holds(old, now []string, settled bool) (about []string, ok bool) {
	if len(old) == 0 {
		return nil, false
	}
	if q.kind != kinds {
		return q.about, contains(q.now, old)
	}
	if !q.state && !settled {
		return nil, false
	}
	var ts []tok
	for _, t := range q.toks {
		if t.content() || len(ts) > 0 {
			ts = append(ts, t)
		}
	}
	at := -1
	for i := 0; i+len(old) <= len(ts) && at < 0; i++ {
		if slices.EqualFunc(ts[i:i+len(old)], old, func(t tok, s string) bool { return t.stem == s }) {
			at = i
		}
	}
	if at < 0 {
		return nil, false
	}
	end := at + len(old)
	unit := end < len(ts) && ts[end-1].num && (cues().units[ts[end].word] != "" || slices.Contains(now, ts[end].stem))
	named := func(i int) bool { return ts[i].content() && ts[i].name }
	if end < len(ts) && named(end) && !ts[end].num && !unit || at > 1 && ts[at].stem != "each" && named(at-1) {
		return nil, false // part of a longer name
	}
	for i, t := range ts {
		if t.content() && (i < at || i >= end) && !(unit && i == end) {
			about = append(about, t.stem)
		}
	}
	return about, true
}

// positive returns the words of what a part affirms.
func (q *part) positive() []string {
	if q.kind == kinds {
		return q.about
	}
	return slices.Concat(q.now, q.about)
}

// room returns how many words a clause may have beyond those of a later clause that takes it back. It may
// have more where it says what is used for what, "kept in Redis for a day", than where it says what
// something does, "polls its table in SQLite once a second".
func (q *part) room() int {
	if q.adopts {
		return 2
	}
	return 1
}

// same reports whether a later clause and q are about one thing; earlier is what q says besides what has
// changed. The later clause may say nothing that q does not: a further word would be a part, a place, a
// time, or somebody else. It may leave out what follows q's verb, but nothing of q's subject. A clause that
// names no subject at all may be about q.
func (q *part) same(later, earlier []string) (sure, ok bool) {
	room := q.room()
	switch {
	case len(later) == 0:
		return len(earlier) == 0, len(earlier) <= room+1
	case !subset(later, earlier), beyond(earlier, later) > room:
		return false, false
	}
	for _, w := range q.topic {
		if slices.Contains(earlier, w) && !slices.Contains(later, w) {
			return false, false
		}
	}
	return true, true
}
