package change

import (
	"math/bits"
	"slices"
	"strings"
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
func (l *Line) Turns() bool {
	return l.corrects || slices.ContainsFunc(l.clauses, func(c clause) bool {
		return !c.doubt && (c.lasts() || c.orders || c.has(exempt|permit|must) || l.settles || len(c.old) > 0 || c.numeric())
	})
}

// Words returns the stems by which the line may be looked up, cut so that forms of one word are the same.
func (l *Line) Words() []string {
	var out []string
	for i := range l.clauses {
		for _, list := range [][]tok{l.clauses[i].words, l.clauses[i].old} {
			for _, w := range list {
				if k := key(w.stem); !slices.Contains(out, k) {
					out = append(out, k)
				}
				for r, g := range cues().rivals {
					if k := key(r); g == cues().rivals[w.stem] && !slices.Contains(out, k) {
						out = append(out, k)
					}
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
	return !l.settles && slices.ContainsFunc(l.clauses, func(p clause) bool {
		return p.bad() && !p.lasts() && !p.doubt && slices.ContainsFunc(e.clauses, func(q clause) bool {
			return !q.doubt && !q.has(added) && q.mends(&p, telling(q.kernel), telling(p.kernel))
		})
	})
}

// Shakes reports whether l says that a thing works now of which e reports some problem: e may hold in part, but is no
// longer fit to describe the thing.
func (l *Line) Shakes(e *Line) bool {
	return !e.settles && slices.ContainsFunc(l.clauses, func(p clause) bool {
		return !p.doubt && !p.bad() && p.has(now|fixed) && p.has(works|fixed) && slices.ContainsFunc(e.clauses, func(q clause) bool {
			return q.bad() && slices.ContainsFunc(p.words, func(t tok) bool { return t.proper() && !t.placed && has(q.words, &t) })
		})
	})
}

// Shared counts the words that l and an earlier line have in common.
func (l *Line) Shared(e *Line) int {
	n := 0
	for i := range l.words {
		n += bit(has(e.words, &l.words[i]))
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
		!unit && end < len(words) && !p.old[len(p.old)-1].num && words[end].at == words[end-1].at+1 && !has(about, &words[end]) {
		return None // part of a longer name
	}
	rest := slices.Concat(words[:at], words[end:])
	if unit {
		rest = slices.Concat(words[:at], words[end+1:])
	}
	if len(about) == 0 && p.has(pron) && len(rest) <= 4 {
		return May
	}
	return q.same(about, rest)
}

// same reports whether a later clause and q are about one thing; rest is what q says besides what has changed. The later
// clause may say nothing that q does not. It may leave out what follows q's verb, but nothing of q's subject, save
// what only qualifies its last word. A clause that names nothing may be about q.
func (q *clause) same(about, rest []tok) Fit {
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
	a, b := p.kernel, q.kernel
	bad := p.bad()
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
	missing := slices.DeleteFunc(lacking(b, a), func(t tok) bool { return t.over })
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
		room = 2
	case bad && p.orders && order:
		room = bit(len(a) > 1)
	case bad && (p.has(now) || l.corrects):
	case bad:
		return None
	case p.has(permit) && q.has(not) && !q.has(lack):
		room = 1
	case q.has(lack) || !e.settles:
		if !p.has(now|fixed|added|gone) || stands || (p.has(fixed|added) && !slices.ContainsFunc(a, func(t tok) bool { return !t.placed })) {
			return None
		}
	case l.settles && p.topic < 0, p.has(must), l.settles && p.has(now):
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
	a = slices.DeleteFunc(slices.Clone(a), func(t tok) bool { return t.over })
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

// numeric reports whether a clause says of something that it is a number.
func (c *clause) numeric() bool {
	return c.topic > 0 && c.topic < len(c.words) && c.words[c.topic].num
}

// revalues: p says the same as q but for one value, of the same form.
func (l *Line) revalues(p, q *clause) Fit {
	if p.has(drop) && len(p.now) > 0 && !q.denies() {
		return p.sets(q)
	}
	if p.bad() || q.denies() || p.has(also|permit|gone|lack|fixed|added|works) || len(p.old) > 0 {
		return None
	}
	if len(p.now) > 0 {
		return p.sets(q)
	}
	a, b := p.kernel, q.kernel
	if bits.OnesCount64(p.inner&^q.sig) > 2 {
		return None
	}
	dp, dq := lacking(a, b), lacking(b, a)
	common := len(a) - len(dp)
	if len(dp) == 0 || len(dp) > 2 || len(dq) == 0 {
		return None
	}
	if rivals(dp, dq) && (p.lasts() || l.corrects) {
		return Sure
	}
	if len(dp) == 1 && len(dq) == 2 && (dp[0].num || dp[0].name) && form(dp, dq[:1]) && !dq[1].name { // it may leave out what follows: "400 euros a month"
		dq = dq[:1]
	}
	switch {
	case len(dp) > 1 && dp[0].at < p.verbAt(), len(dq) > 2 || !joined(dp) || !joined(dq) || !form(dp, dq) || !dp[0].num && !dp[0].proper() && !dp[0].name && (dp[0].at != a[len(a)-1].at || dq[0].at != b[len(b)-1].at):
		return None
	case p.lasts() || l.corrects:
		if common == 0 || common == 1 && !dp[0].num && !dp[0].proper() && !l.corrects && !(dp[0].name && dq[0].name && (p.topic >= 0 && q.topic >= 0)) {
			return None
		}
	case !p.numeric() || !q.numeric() || common < 2 || p.has(was) && !p.has(state):
		return None
	}
	if q.topic > 0 && dq[0].at < q.verbAt() && !(dp[0].num && q.topic == len(q.words)) && !(dp[0].name && dq[0].name) {
		return None // another thing, not another value
	}
	if common > 1 {
		return Exact
	}
	return Sure
}

// sets: p gives a new value to something that q gives a value.
func (p *clause) sets(q *clause) Fit {
	words := q.kernel
	if len(q.old) > 0 {
		words = slices.DeleteFunc(slices.Clone(words), func(t tok) bool { return has(q.old, &t) })
	}
	about := slices.DeleteFunc(p.without(p.now), func(t tok) bool { return t.has(swap) })
	rest := lacking(words, about)
	if p.has(drop) {
		if len(q.old) > 0 && index(q.now, p.now) >= 0 && len(lacking(about, words)) == 0 {
			return Sure // "reverted the switch to it"
		}
		return None
	}
	if len(q.old) > 0 && len(about) > 0 && index(q.old, p.now) >= 0 && len(lacking(about, words)) == 0 {
		return Sure // back to it
	}
	if len(rest) == 2 && !rest[0].name && !rest[0].proper() && p.now[0].name && rest[1].name && !p.now[0].proper() {
		rest = rest[1:] // "is written in"
	}
	if len(rest) == 2 && !rest[0].proper() && p.now[0].proper() && rest[1].proper() && strings.Contains(p.now[0].word, "/") == strings.Contains(rest[1].word, "/") {
		rest = rest[1:] // "is hosted at"
	}
	if len(about) == 0 || len(lacking(about, words)) > 0 || len(rest) == 0 || len(rest) > 2 || !joined(rest) || !form(p.now, rest) {
		return None
	}
	if r := &rest[0]; !r.placed && !r.num && !r.proper() && !r.name && !q.has(filler) || slices.Equal(stems(rest), stems(p.now)) {
		return None
	}
	if rest[0].at < words[0].at+len(about)-1 && q.topic > 0 && rest[0].at < q.verbAt() {
		return None
	}
	if len(about) > 1 {
		return Exact
	}
	return Sure
}

// form reports whether two values are of one form: numbers with a unit of the same kind, paths and names, or words.
func form(a, b []tok) bool {
	kind := func(ts []tok) int {
		switch {
		case slices.ContainsFunc(ts, func(t tok) bool { return t.num }):
			return 1
		case ts[0].proper():
			return 2
		}
		return 3
	}
	k := kind(a)
	if k != kind(b) {
		return k != 1 && kind(b) != 1 && a[0].name && b[0].name
	}
	if k == 1 {
		return len(a) == 1 && len(b) == 1 || len(a) == len(b) && (a[0].name || !a[0].num || a[1].stem == b[1].stem)
	}
	return k == 2 || len(a) == 1 && len(b) == 1
}

// joined reports whether words stand one behind the other.
func joined(ts []tok) bool {
	for i := 1; i < len(ts); i++ {
		if ts[i].at-ts[i-1].at > 2 {
			return false
		}
	}
	return true
}

func rivals(a, b []tok) bool {
	x := cues().rivals
	return len(a) == 1 && len(b) == 1 && x[a[0].stem] > 0 && x[a[0].stem] == x[b[0].stem]
}

func isUnit(t *tok) bool { return cues().units[t.word] != "" || t.stem == "each" }

func has(list []tok, w *tok) bool {
	return slices.ContainsFunc(list, func(t tok) bool { return alike(&t, w) })
}

// lacking returns the words of a that b lacks.
func lacking(a, b []tok) []tok {
	return slices.DeleteFunc(slices.Clone(a), func(t tok) bool { return has(b, &t) })
}

func stems(ts []tok) (out []string) {
	for i := range ts {
		out = append(out, ts[i].stem)
	}
	return out
}

// index returns where part stands in all, in one piece, or -1.
func index(all, part []tok) int {
	for i := 0; i+len(part) <= len(all); i++ {
		if slices.EqualFunc(all[i:i+len(part)], part, func(a, b tok) bool { return alike(&a, &b) }) {
			return i
		}
	}
	return -1
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

const keyLen = 4

// bit returns one of 64 bits for a word, the same for forms of one word and for words that exclude each other.
func (t *tok) bit() uint64 {
	h := uint64(cues().rivals[t.stem]) * 7919
	if h == 0 {
		n := 0
		for _, r := range key(t.stem) {
			if n++; n < keyLen {
				h = h*31 + uint64(r)
			}
		}
	}
	return 1 << (h % 61)
}

// key cuts a stem to what all forms of the word begin with.
func key(stem string) string {
	if len(stem) > keyLen+2 {
		stem = strings.TrimPrefix(stem, "ge")
	}
	n := 0
	for i := range stem {
		if n++; n > keyLen {
			return stem[:i]
		}
	}
	return stem
}
