package change

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki/prose"
)

// A Fit is how certainly a line takes an earlier one back.
type Fit int

const (
	None  Fit = iota
	Close     // a correction, which shares words with it: the nearest line is meant
	May       // possible; counts only if no other line fits
	Sure      // both name their subject in the same words
	Exact     // and in several words, so that hardly anything else has that name
)

// Turns reports whether the line may take another one back.
func (l *Line) Turns() bool { return l.turns }

// Breaks reports whether the line says that something is broken, so that it may be a relapse of an earlier one.
func (l *Line) Breaks() bool { return l.breaks }

// judge finds out what the line may do to others, and others to it, which most comparisons ask first.
func (l *Line) judge() {
	l.cure, l.faulty = l.curing(), l.fault()
	l.turns = l.corrects || l.cure
	for i := range l.clauses {
		c := &l.clauses[i]
		l.turns = l.turns || !c.doubt && (c.lasts() || c.orders || c.has(exempt|permit|must|naming) || l.settles || len(c.old) > 0 || c.numeric())
		l.breaks = l.breaks || !l.settles && c.breaks()
		l.mends = l.mends || c.restores()
	}
}

// breaks reports whether a clause says that something is broken.
func (c *clause) breaks() bool { return c.bad() && !c.lasts() && !c.doubt }

// restores reports whether a clause says that something works.
func (c *clause) restores() bool { return !c.doubt && !c.has(added) && c.has(now|fixed) && !c.bad() }

// Words returns the stems by which the line may be looked up, also those that exclude one of its own.
func (l *Line) Words() []string {
	var out []string
	for _, c := range l.told() {
		for _, w := range slices.Concat(c.words, c.old) {
			for _, s := range append([]string{w.stem}, cues().rivals[w.stem]...) {
				if !slices.Contains(out, s) {
					out = append(out, s)
				}
			}
		}
	}
	return out
}

// Overturns reports how certainly l takes an earlier line back.
func (l *Line) Overturns(e *Line) Fit {
	best := None
	for i := range l.clauses {
		p := &l.clauses[i]
		if p.doubt {
			continue
		}
		for j := range e.clauses {
			if q := &e.clauses[j]; !q.asks && p.near(q) {
				best = max(best, p.swaps(q), l.contrary(p, e, q), l.revalues(p, q))
			}
		}
	}
	if best == None && l.Mends(e) {
		best = Sure
	}
	if best == None && l.corrects && l.Shared(e) > 0 && !slices.ContainsFunc(l.clauses, func(p clause) bool { return slices.ContainsFunc(e.clauses, p.other) }) {
		best = Close
	}
	return best
}

// near reports whether two clauses have enough words in common to be compared: nearly all of p in q, or all that q
// tells in p.
func (p *clause) near(q *clause) bool {
	return p.sig&q.sig != 0 && (bits.OnesCount64(p.sig&^q.sig) <= 2+maxRun || q.inner&^p.sig == 0)
}

// other reports whether two clauses are about different things: each has a subject that the other lacks.
func (c *clause) other(q clause) bool {
	return c.topic > 0 && q.topic > 0 && len(lacking(c.words[:c.topic], q.words)) > 0 && len(lacking(q.words[:q.topic], c.words)) > 0
}

// Relapses reports whether l says that something is broken again that the earlier line e says works.
func (l *Line) Relapses(e *Line) bool {
	if !l.breaks || !e.mends {
		return false
	}
	for i := range l.clauses {
		p := &l.clauses[i]
		if !p.breaks() {
			continue
		}
		b := telling(p.kernel)
		for j := range e.clauses {
			if q := &e.clauses[j]; q.restores() && q.mends(p, telling(q.kernel), b) {
				return true
			}
		}
	}
	return false
}

// Shared counts the words that l and an earlier line have in common.
func (l *Line) Shared(e *Line) int {
	n := 0
	for i := range l.words {
		n += prose.Bit(has(e.words, &l.words[i]))
	}
	return n
}

// Same reports whether two lines report one fault: the words of the one are in the other, which has at most two more
// and none that names a case.
func (l *Line) Same(e *Line) bool {
	if !l.bad() || !e.bad() {
		return false
	}
	a, b := telling(l.words), telling(e.words)
	if len(a) < len(b) {
		a, b = b, a
	}
	more := lacking(a, b)
	return len(b) > 1 && len(more) < 3 && len(lacking(b, a)) == 0 &&
		!slices.ContainsFunc(more, func(t tok) bool { return t.placed || t.num || t.name || t.proper() })
}

func (l *Line) bad() bool {
	return slices.ContainsFunc(l.clauses, func(c clause) bool { return c.bad() })
}

// swaps: p names what was before, which q says is so.
func (p *clause) swaps(q *clause) Fit {
	if len(p.old) == 0 {
		return None
	}
	words := q.words
	if len(q.now) > 0 && len(q.old) > 0 {
		words = q.without(q.old)
	}
	at := index(words, p.old)
	if at < 0 || q.denies() || len(p.now) > 0 && index(words, p.now) >= 0 {
		return None
	}
	end := at + len(p.old)
	unit := p.old[len(p.old)-1].num && end < len(words) && isUnit(&words[end])
	about := slices.DeleteFunc(p.without(p.old, p.now), func(t tok) bool { return unit && isUnit(&t) })
	if at > 0 && words[at-1].name && words[at-1].at == words[at].at-1 && words[at].name ||
		!unit && end < len(words) && !p.old[len(p.old)-1].num && words[end].at == words[end-1].at+1 && !has(about, &words[end]) && !zuInfinitive(&words[end]) {
		return None // part of a longer name
	}
	rest := slices.Concat(words[:at], words[end:])
	if unit {
		rest = slices.Concat(words[:at], words[end+1:])
	}
	if p.has(pron) && len(rest) <= 4 && len(lacking(about, rest)) == 0 {
		return max(May, q.same(about, rest))
	}
	if len(about) > 0 && (p.old[0].num || p.old[0].proper()) { // the value tells which it is; where it is so may be left out
		rest = slices.DeleteFunc(slices.Clone(rest), func(t tok) bool { return t.placed && t.at > words[at].at && !has(about, &t) })
	}
	return q.same(about, rest)
}

// zuInfinitive reports whether a word is the verb at the end of a German clause: "in InfluxDB abzulegen".
func zuInfinitive(t *tok) bool {
	return !t.name && strings.Contains(t.word, "zu") && strings.HasSuffix(t.word, "en")
}

// same reports whether a later clause and q are about one thing; rest is what q says besides what has changed. The later
// clause may say nothing that q does not. It may leave out what follows q's verb, but nothing of q's subject, save
// what only qualifies its last word. A clause that names nothing may be about q.
func (q *clause) same(about, rest []tok) Fit {
	if len(about) > 0 && len(rest) > 0 && akin(&about[0], &rest[0]) && about[0].stem != rest[0].stem { // the verb, in another form
		about, rest = about[1:], rest[1:]
	}
	room := 1
	if q.has(filler|must) || q.has(swapped) {
		room = 2
	}
	if len(about) == 0 {
		switch {
		case len(rest) == 0:
			return Sure
		case len(rest) <= room+1:
			return May
		}
		return None
	}
	fit, missing := Sure, slices.DeleteFunc(lacking(rest, about), func(t tok) bool { return t.over })
	if len(lacking(about, rest)) > 0 || len(missing) > room {
		return None
	}
	for i, w := range rest {
		if w.at < q.verbAt() && !has(about, &w) {
			if i+1 < len(rest) && rest[i+1].at == w.at+1 && has(about, &rest[i+1]) {
				fit = May
				continue
			}
			return None
		}
	}
	if fit > May && len(about) > 1 {
		return Exact
	}
	return min(fit, Sure)
}

// verbAt returns where the verb of state stands in the line, 0 without one.
func (q *clause) verbAt() int {
	if q.topic <= 0 || q.topic > len(q.words) {
		return 0
	}
	return q.words[q.topic-1].at + 1
}

// contrary: p says that it is not so what q says, or the other way round.
func (l *Line) contrary(p *clause, e *Line, q *clause) Fit {
	a, b, bad := p.kernel, q.kernel, p.bad()
	if p.has(gone) && p.has(lack) && !q.has(lack) { // "no longer drops" and "is dropped"
		bad, a = true, slices.DeleteFunc(slices.Clone(p.words), func(t tok) bool { return t.has(fixed) })
	}
	if bad == q.bad() || len(p.old) > 0 || p.has(also) {
		return None
	}
	if len(q.old) > 0 {
		b = slices.DeleteFunc(slices.Clone(b), func(t tok) bool { return has(q.old, &t) })
	}
	if q.has(once) || p.inner&^q.sig != 0 && q.inner&^p.sig != 0 {
		return None
	}
	if !bad {
		if a, b = telling(a), telling(b); len(b) == 0 {
			b = q.subject // "it has never heard of it"
		}
	}
	stands := e.settles && !l.settles && q.denies() && q.topic <= 0 && p.has(works|fixed|added) // a decision is not undone by what works
	if p.mends(q, a, b) && !stands {
		return Sure
	}
	missing := slices.DeleteFunc(lacking(b, a), func(t tok) bool { return t.over || !bad && t.has(each) })
	if p.has(exempt) && p.has(moment) && !p.has(gone|more) && slices.ContainsFunc(lacking(b, a), func(t tok) bool { return t.over || t.placed }) {
		return None // for this once
	}
	if len(lacking(a, b)) > 0 || len(a) == 0 || p.has(added) && !(q.has(absent) || q.denies()) || q.open && q.has(lack) {
		return None
	}
	order := e.settles || q.has(must|permit) || q.orders || q.topic <= 0
	room := 0
	switch {
	case p.has(fixed) && p.has(lack) && slices.ContainsFunc(p.words, func(t tok) bool { return t.has(lack) && has(q.words, &t) }):
		room = 2 // "the crash is fixed"
	case p.has(exempt):
		room = 2
	case p.has(gone | drop):
		if q.has(lack) && !p.has(lack) || q.topic > 0 && q.topic < len(q.words) && len(missing) > 0 && len(lacking(q.words[q.topic:], a)) == len(q.words)-q.topic {
			return None // the subject, not what is said about it
		}
		if len(missing) > 0 && q.topic >= 0 && !slices.ContainsFunc(b, func(t tok) bool { return (!t.placed || t.name || t.proper()) && has(a, &t) }) {
			return None // what it is for
		}
		room = 2
	case bad && p.orders && order:
		room = prose.Bit(len(a) > 1)
	case bad && (p.has(now) || l.corrects):
	case bad:
		return None
	case p.has(permit) && q.has(not) && !q.has(lack):
		room = 1
	case q.has(lack) || !e.settles:
		if !p.has(now|fixed|added|gone) || stands || (p.has(fixed|added) && !slices.ContainsFunc(a, func(t tok) bool { return !t.placed })) {
			return None
		}
	case l.settles && (p.topic < 0 || p.has(now)):
	default:
		return None
	}
	if len(missing) > room {
		if !q.qualifies(b, a, missing) {
			return None
		}
		return May
	}
	if len(a) > 1 && len(missing) == 0 {
		return Exact
	}
	if len(a) == 1 && !a[0].proper() && len(missing) > 0 {
		return May
	}
	return Sure
}

// mends: p says of all that fails or is missing in q that it is there, or works, or is done now. Where p says where, q
// must too. One common word alone, "the build", means nothing unless it is a name.
func (p *clause) mends(q *clause, a, b []tok) bool {
	if slices.ContainsFunc(a, func(t tok) bool { return t.over }) {
		a = slices.DeleteFunc(slices.Clone(a), func(t tok) bool { return t.over })
	}
	if p.bad() || !p.has(now|fixed|added) || q.open || p.has(added) && !(q.has(absent) || q.denies()) || len(b) == 0 || len(b) == 1 && !(b[0].proper() && p.has(works|fixed|added)) || len(lacking(b, a)) > 0 {
		return false
	}
	head := false
	for i := range a {
		if t := &a[i]; t.placed && !has(b, t) {
			return false
		} else if qualifier := i+1 < len(a) && a[i+1].at == t.at+1 && !a[i+1].name; !t.placed && has(b, t) && !(qualifier && p.has(added|fixed) && t.proper()) {
			head = true
		}
	}
	return head && (!p.has(fixed) || len(lacking(a, b)) == 0)
}

// telling returns the words that tell what fails or works.
func telling(ts []tok) []tok {
	if !slices.ContainsFunc(ts, func(t tok) bool { return t.role&vague != 0 }) {
		return ts
	}
	return slices.DeleteFunc(slices.Clone(ts), func(t tok) bool { return t.has(vague) })
}

// qualifies reports whether the missing words only qualify a word that is there: "key" for "API key".
func (q *clause) qualifies(all, there, missing []tok) bool {
	return !slices.ContainsFunc(missing, func(m tok) bool {
		i := slices.IndexFunc(all, func(t tok) bool { return t.at == m.at })
		before := i+1 < len(all) && all[i+1].at == m.at+1 && has(there, &all[i+1])
		return m.placed || !before && !(i > 0 && m.at-all[i-1].at <= 3 && has(there, &all[i-1]))
	})
}
