package change

import (
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/prose"
)

// numeric reports whether a clause says of something that it is a number.
func (c *clause) numeric() bool {
	return c.topic > 0 && c.topic < len(c.words) && c.words[c.topic].num
}

// revalues: p says the same as q but for one value, of the same form.
func (l *Line) revalues(p, q *clause) Fit {
	if p.has(must) && q.has(must) && p.denies() == q.denies() && p.counts(q) {
		return Exact
	}
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
	if p.lasts() && p.versions(q) {
		return Sure
	}
	if bits.OnesCount64(p.inner&^q.sig) > 2 {
		return None
	}
	dp, dq := lacking(a, b), lacking(b, a)
	common := len(a) - len(dp)
	if len(dp) == 0 || len(dp) > 2 || len(dq) == 0 {
		return None
	}
	if len(dp) == 1 && len(dq) == 1 && slices.Contains(cues().rivals[dp[0].stem], dq[0].stem) && (p.lasts() || l.corrects) {
		return Sure
	}
	if len(dp) == 1 && len(dq) == 2 && (dp[0].num || dp[0].name) && form(dp, dq[:1]) && !dq[1].name { // it may leave out what follows: "400 euros a month"
		dq = dq[:1]
	}
	switch {
	case len(dp) > 1 && dp[0].at < p.verbAt(), len(dq) > 2 || !form(dp, dq) || !dp[0].num && !dp[0].proper() && !dp[0].name && (dp[0].at != a[len(a)-1].at || dq[0].at != b[len(b)-1].at):
		return None
	case p.lasts() || l.corrects || p.has(naming) && q.has(naming):
		if common == 0 || common == 1 && !dp[0].num && !dp[0].proper() && !l.corrects && !(p.has(naming) && q.has(naming)) && !(dp[0].name && dq[0].name && (p.topic >= 0 && q.topic >= 0)) {
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

// versions reports whether p names another version of something that q names, "golang:1.26" for "golang:1.24", and q says
// nothing else that p lacks, but for the word before it.
func (p *clause) versions(q *clause) bool {
	dp, dq := lacking(p.kernel, q.kernel), lacking(q.kernel, p.kernel)
	if len(dp) != 1 || len(dq) == 0 || len(dq) > 2 {
		return false
	}
	base, _, ok := strings.Cut(dp[0].word, ":")
	was, _, same := strings.Cut(dq[len(dq)-1].word, ":")
	return ok && same && base == was
}

// counts reports whether two rules are the same but for how many: "14 days", not "day 14".
func (p *clause) counts(q *clause) bool {
	dp, dq := lacking(p.words, q.words), lacking(q.words, p.words)
	if len(dp) != 1 || len(dq) != 1 || !dp[0].num || !dq[0].num || len(p.words) < 3 {
		return false
	}
	return slices.ContainsFunc(p.words, func(t tok) bool {
		return t.at == dp[0].at+1 && (isUnit(&t) || strings.HasSuffix(t.word, "s"))
	})
}

// sets: p gives a new value to something that q gives a value.
func (p *clause) sets(q *clause) Fit {
	words := q.kernel
	if len(q.old) > 0 {
		words = slices.DeleteFunc(slices.Clone(words), func(t tok) bool { return has(q.old, &t) })
	}
	about := slices.DeleteFunc(p.without(p.now), func(t tok) bool { return t.has(swap) })
	rest := lacking(words, about)
	if k := slices.IndexFunc(rest, func(t tok) bool { return t.num }); p.has(remake) && k > 0 && k < 3 && len(about) > 0 && len(rest) == k+len(p.now) && form(p.now, rest[k:]) && len(lacking(about, words)) == 0 {
		return May // "make it 45 seconds", of what it names in part
	}
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
	if len(about) == 0 || len(lacking(about, words)) > 0 || len(rest) == 0 || len(rest) > 2 || !form(p.now, rest) {
		return None
	}
	if r := &rest[0]; !r.placed && !r.num && !r.proper() && !r.name && !q.has(filler) && !(p.has(naming) && q.has(naming)) && !rest[len(rest)-1].part || slices.Equal(stems(rest), stems(p.now)) {
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
		return len(a) == 1 && len(b) == 1 || len(a) == len(b) && (a[0].name || !a[0].num || a[1].stem == b[1].stem || isUnit(&a[1]) && isUnit(&b[1]) && size(&a[1]) == size(&b[1]))
	}
	return k == 2 || whole(a) && whole(b)
}

// size reports whether a unit is one of sizes, not of times.
func size(t *tok) bool { return strings.HasSuffix(t.stem, "b") }

// whole reports whether words are one, or a compound.
func whole(ts []tok) bool {
	return !slices.ContainsFunc(ts[1:], func(t tok) bool { return !t.part })
}

func isUnit(t *tok) bool { return cues().units[t.word] != "" || t.stem == "each" }

func script(r rune) int {
	switch {
	case unicode.Is(unicode.Hiragana, r):
		return 1
	case unicode.Is(unicode.Katakana, r), r == 'ー':
		return 2
	}
	return 3
}

// solid reports whether a word is of a script without spaces.
func solid(t *tok) bool {
	r, _ := utf8.DecodeRuneInString(t.word)
	return prose.CJK(r)
}

// akin reports whether two verbs are forms of one: "разместить" and "размещаем".
func akin(a, b *tok) bool {
	x, y := []rune(a.stem), []rune(b.stem)
	n := 0
	for n < min(len(x), len(y)) && x[n] == y[n] {
		n++
	}
	return n >= 4 && max(len(x), len(y)) <= n+2 && !a.num && !b.num && !a.proper() && !b.proper()
}

// alike reports whether two words are forms of one.
func alike(a, b *tok) bool { return a.stem == b.stem }

func numeric(w string) bool {
	digits := 0
	for _, r := range w {
		if unicode.IsDigit(r) {
			digits++
		} else if r != '.' && r != ',' && r != '%' {
			return false
		}
	}
	return digits > 0
}

func has(list []tok, w *tok) bool {
	for i := range list {
		if alike(&list[i], w) {
			return true
		}
	}
	return false
}

// lacking returns the words of a that b lacks.
func lacking(a, b []tok) (out []tok) {
	for i := range a {
		if !has(b, &a[i]) {
			out = append(out, a[i])
		}
	}
	return out
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

// bit returns one of 64 bits for a word, the same for forms of one word and for words that exclude each other.
func (t *tok) bit() uint64 {
	h, stem := uint64(0), t.stem
	if others := cues().rivals[stem]; others != nil {
		stem = others[0]
	}
	for _, r := range stem {
		h = h*31 + uint64(r)
	}
	return 1 << (h % 61)
}
