package proof

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-admin/memoria/wiki/prose"
)

// Senses that code speaks of.
const (
	before  = "before"
	after   = "after"
	because = "because"
	few     = "few"
	only    = "only" // lines bring it in most often, mostly without harm: one that does is unsure
)

// shortMost is how many clauses sources may have in which a few words in common show that a line is about one of them. Of
// more, one must be nearly the same.
const shortMost = 12

const supposed = "it tells as so what was only asked or supposed"

// Sources are what a text rests on.
type Sources struct {
	Said   []*Evidence // what it names, in order
	Old    []*Evidence // what it corrects, and may therefore deny
	Around []*Evidence // what stands around that, and may be named in it
	Open   bool        // it tells what is to be done or was asked, which may be what was only asked or supposed
	Wish   bool        // it tells how somebody wants it, in whatever form they said so
}

// Refuted returns how a text turns round what its sources say, "" if it does not. Each clause of the text is held
// against the clauses of the sources that share most with it: they must agree in what is denied, how much, when and
// under what condition, and who does it. Where one of several agrees, the clause is right.
func Refuted(text string, from Sources) string {
	if lost := dropped(text, from.Said); lost != "" {
		return lost
	}
	theirs, around := gather(from.Said), gather(from.Around)
	told := append(gather(from.Old), theirs...)
	mine := claimsOf(text, Unknown)
	for i := range mine {
		l := &mine[i]
		l.alone = len(mine) == 1
		for sense := range l.senses {
			has := func(e *claim) bool { return e.senses[sense] && e.nots == l.nots }
			if !lexicon().loose[sense] && sense != only && !(sense == "always" && slices.ContainsFunc(told, func(e *claim) bool { return e.nots > 1 })) && !slices.ContainsFunc(told, func(e *claim) bool { return e.senses[sense] }) &&
				(lexicon().frame[sense] || !slices.ContainsFunc(around, has)) {
				return "it says " + sense + ", which was not said"
			}
		}
		if l.says != "" && !slices.ContainsFunc(theirs, func(e *claim) bool { return e.has[l.says] && e.speaks }) {
			return "it is said by somebody who is not spoken of"
		}
		if why := l.refuted(mine, theirs, &from); why != "" {
			return why
		}
	}
	return ""
}

// gather returns the claims of turns. What a turn says first may be about what the turn before says last, and is its
// answer where that asks.
func gather(said []*Evidence) (out []*claim) {
	for n, e := range said {
		all := slices.Clone(e.claims())
		for i := range all {
			c := &all[i]
			if i == 0 && n > 0 && len(out) > 0 && (c.points || len(c.words) < 2) && c.above == nil && said[n-1].By != e.By {
				c.above = out[len(out)-1].has
			}
			if c.asks && n+1 < len(said) && said[n+1].By != e.By {
				c.answer(said[n+1])
			}
			c.maybe = c.maybe && !(c.asked && e.Answers)
			out = append(out, c)
		}
	}
	for _, c := range out {
		c.long = len(out) > shortMost
	}
	return out
}

// answer takes a question as the turn behind it has it: as so, as not so, or as open.
func (c *claim) answer(by *Evidence) {
	first := strings.Trim(firstOf(strings.TrimSpace(by.same)), ".!")
	switch {
	case lexicon().no[first] || isNot(first):
		c.nots, c.maybe = c.nots+1, false
	case lexicon().yes[first] || slices.ContainsFunc(by.claims(), func(o claim) bool { return !o.maybe && o.nots == 0 && c.about(&o) }):
		c.maybe = false
	}
}

// refuted returns how a claim turns round what the sources say.
func (c *claim) refuted(mine []claim, theirs []*claim, from *Sources) (why string) {
	near := c.nearest(theirs)
	if c.who == Agent || c.who == Person {
		for _, e := range theirs { // who does it is told in the same breath
			if e.who == c.who && e.nots == c.nots && !e.maybe && shares(e, c.words) > 1 {
				return ""
			}
		}
		does := func(who Actor) bool {
			return slices.ContainsFunc(near, func(e *claim) bool { return e.who == who && (!e.long || c.twin(e)) && c.about(e) })
		}
		if !does(c.who) && (does(third) || does(Agent+Person-c.who)) || slices.ContainsFunc(near, func(e *claim) bool {
			return e.who == Unknown && (!e.long || c.twin(e)) && len(e.words) > 1 && !within(e.names, c.has) && c.about(e)
		}) {
			return "somebody else does it"
		}
	}
	for i, e := range near {
		w := cmp.Or(c.differs(e, theirs), c.unlimited(e, mine))
		if w == supposed && (from.Wish || from.Open && !slices.ContainsFunc(c.told, func(w string) bool {
			return e.has[stem(cmp.Or(lexicon().forms[w], w))] && !prose.Stands(strings.ToLower(e.text), w)
		})) {
			w = ""
		}
		if w != "" && (e.nots > 0 && c.nots == 0 && settled(mine, c, e) || e.nots != 1 && c.nots > 0 && denied(c, mine, theirs)) {
			w = ""
		}
		if w == "" {
			why = ""
			break
		}
		if i == 0 {
			why = w + ": " + strconv.Quote(e.text)
		}
	}
	if why != "" {
		return why
	}
	if c.nots > 0 || c.asked || c.free || c.now {
		return ""
	}
	for _, e := range theirs {
		if e.long && !c.twin(e) || e.nots%2 == 0 || e.maybe || len(e.words) == 0 || !within(e.words, c.has) || c.turns(e) || c.moves(e) || settled(mine, c, e) {
			continue
		}
		if !slices.ContainsFunc(theirs, func(o *claim) bool { return o.nots == 0 && !o.maybe && within(e.words, o.has) }) {
			return "it affirms what is denied: " + strconv.Quote(e.text)
		}
	}
	return ""
}

// nearest returns the claims that share most with c; none where that is little.
func (c *claim) nearest(all []*claim) (out []*claim) {
	best := 0
	for _, e := range all {
		n, own := 0, 0
		for i, w := range c.words {
			switch {
			case e.has[w]:
				own++
				if n += 10; i == 0 {
					n += 2
				}
			case e.above[w]:
				n += 7
			}
		}
		if own > 0 {
			n += 4 * own / len(e.words)
		}
		if n > best {
			best, out = n, nil
		}
		if n == best && n > 0 {
			out = append(out, e)
		}
	}
	return out
}

// denied reports whether another clause of the sources denies most of what c tells.
func denied(c *claim, mine []claim, theirs []*claim) bool {
	return slices.ContainsFunc(theirs, func(e *claim) bool {
		if e.nots != 1 || len(e.words) == 0 {
			return false
		}
		own := shares(e, c.words)
		return own > 0 && 2*own >= len(e.words) && (e.has[c.words[0]] || e.above[c.words[0]]) && (2*c.covered(e) > len(c.words) || own == len(e.words)) ||
			slices.ContainsFunc(mine, func(o claim) bool { return o.nots > 0 && within(e.words, o.has) })
	})
}

// settled reports whether another clause of the text tells that e denies.
func settled(mine []claim, c, e *claim) bool {
	return slices.ContainsFunc(mine, func(o claim) bool {
		return (o.nots > 0 || o.turns(e)) && within(o.words, e.has)
	})
}

// moves reports whether c may deny e by another order: not before B, only after B.
func (c *claim) moves(e *claim) bool {
	return c.senses[before] && !slices.Equal(c.behind[before], e.behind[before]) || e.senses[before] && (c.senses[after] || c.senses[only] || c.senses["until"] || c.senses["from"])
}

// turns reports whether c may deny e by a word of its own.
func (c *claim) turns(e *claim) bool {
	for w := range c.turned {
		if !e.has[w] && !e.turned[w] {
			return true
		}
	}
	return false
}

// differs returns in what c differs from a claim of the sources that is about the same; "" if it does not, or is about
// something else.
func (c *claim) differs(e *claim, all []*claim) string {
	shared, wide := shares(e, c.words), c.covered(e)
	most := 3*shared >= 2*len(c.words) || 3*wide >= 2*len(c.words) || len(e.words) > 0 && shared == len(e.words) && shared > 1
	switch {
	case e.long && !c.twin(e):
		return ""
	case c.free, c.asked && e.asked, c.now && e.by != Person, e.self && e.nots > 0 && c.passive && c.who == Unknown:
		return ""
	case !most:
		return ""
	case e.maybe && 3*shared >= 2*len(c.words) && (len(c.words) > 1 || len(e.words) == 1) && !c.maybe && !strings.Contains(c.text, " to be ") && !c.narrow && c.nots == 0:
		return supposed
	case c.nots > 0 && e.nots == 0 && shared > 0 && (wide == len(c.words) || len(c.words) > 3 && wide == len(c.words)-1) && (wide > 1 || len(e.words) == 1) && !e.maybe && !e.turns(c) && !c.turns(e) && (!c.weak || e.narrow) && (c.alone || len(c.words) > 2):
		return "it denies what is affirmed"
	case c.nots == 0 && e.nots == 1 && !e.leads && !c.turns(e) && !c.senses[few] && !c.moves(e):
		return "it affirms what is denied"
	case c.nots < 2 && e.nots > 1 && !c.turns(e) && !(c.nots == 0 && c.narrow):
		return "it loses a not"
	case c.who == Person && e.who == Unknown && e.order && c.has[e.words[0]]:
		return "somebody else does it"
	case e.senses[only] && len(c.words) > 1 && c.first(e) && !c.senses[only]:
		return "something else does it"
	case (c.who == Agent || c.who == Person) && c.nots == 0 && e.nots == 0 && c.first(e) && shared > 1 && shared >= len(c.words)-1:
		return "somebody else does it"
	}
	for _, p := range lexicon().against {
		for a, b := range map[string]string{p[0]: p[1], p[1]: p[0]} {
			if c.senses[a] && e.senses[b] && !(e.nots > c.nots && c.moves(e)) && !c.senses[b] && !e.senses[a] {
				return "it says " + a + " where " + b + " was said"
			}
		}
	}
	for _, n := range c.nums {
		if len(c.words)-len(c.nums) > 1 && shared+len(c.nums) >= len(c.words) && !e.has[n] && !e.above[n] && slices.ContainsFunc(e.nums, func(m string) bool { return !c.has[m] }) {
			return "the number belongs to something else"
		}
	}
	for prep, mine := range c.behind {
		for _, o := range [...]string{before, after} {
			if prep == because && len(e.behind[prep]) == 0 && slices.ContainsFunc(mine, func(w string) bool { return slices.Contains(e.behind[o], w) }) {
				return "it says " + prep + " where " + o + " was said"
			}
		}
		yours := e.behind[prep]
		if prep == "without" {
			mine, yours = mine[:1], yours[:min(1, len(yours))]
		}
		if prep != "with" && prep != "of" && prep != "by" && len(yours) > 0 && c.has[stem(yours[0])] && e.has[stem(mine[0])] && !slices.ContainsFunc(mine, func(w string) bool {
			return slices.ContainsFunc(yours, func(y string) bool { return stem(y) == stem(w) })
		}) && c.crosses(e, mine[0], yours[0]) {
			return "it exchanges " + strconv.Quote(mine[0]) + " and " + strconv.Quote(yours[0])
		}
		if len(yours) > 0 && !slices.ContainsFunc(mine, func(w string) bool { return holds(all, stem(w)) || akin(w, yours) }) && slices.ContainsFunc(yours, func(w string) bool { return !c.has[stem(w)] && !c.has[w] }) {
			return "it says where or when otherwise"
		}
	}
	return ""
}

// crosses reports whether two words stand the other way round in c and e, or each behind a preposition that the other has
// there.
func (c *claim) crosses(e *claim, mine, yours string) bool {
	m, y := stem(mine), stem(yours)
	if (slices.Index(c.words, m) < slices.Index(c.words, y)) != (slices.Index(e.words, m) < slices.Index(e.words, y)) {
		return true
	}
	is := func(s string) func(string) bool { return func(w string) bool { return stem(w) == s } }
	for prep, words := range c.behind {
		if slices.ContainsFunc(words, is(y)) && slices.ContainsFunc(e.behind[prep], is(m)) {
			return true
		}
	}
	return false
}

// unlimited returns which condition or exception of e neither c nor the rest of its text has; "" if none.
func (c *claim) unlimited(e *claim, mine []claim) string {
	switch {
	case e.long && !c.twin(e) || !c.about(e) || c.free || c.nots > 0:
	case e.limits != nil && !slices.ContainsFunc(mine, func(o claim) bool {
		return o.maybe && o.nots > 0 || slices.ContainsFunc(o.words, func(w string) bool { return e.limits[w] })
	}):
		return "it leaves out " + strconv.Quote(e.limit)
	case len(c.words) > 1 && len(e.words) > 0 && c.has[e.words[0]] && lexicon().senses[firstOf(e.text)] == only && !slices.ContainsFunc(mine, func(o claim) bool { return o.narrow || o.nots > 0 }):
		return "it leaves out " + strconv.Quote(only)
	}
	return ""
}

// twin reports whether two clauses tell nearly the same.
func (c *claim) twin(e *claim) bool {
	n := shares(e, c.words)
	return n > 2 && 5*n >= 4*len(c.words) && 5*n >= 4*len(e.words)
}

// covered counts the words of c that e has, or that were said just before e.
func (c *claim) covered(e *claim) (n int) {
	for _, w := range c.words {
		n += prose.Bit(e.has[w] || e.above[w])
	}
	return n
}

// about reports whether all that c tells is in e, or was said just before.
func (c *claim) about(e *claim) bool { return c.covered(e) == len(c.words) }

// first reports whether c and e begin with different things, neither of which the other has.
func (c *claim) first(e *claim) bool {
	if c.who == Agent || c.who == Person {
		return len(e.words) > 0 && !c.has[e.words[0]] && e.who == Unknown && len(c.words) > 0 && e.has[c.words[0]]
	}
	return len(c.words) > 0 && len(e.words) > 0 && !e.has[c.words[0]] && !e.above[c.words[0]] && !c.has[e.words[0]]
}

// akin reports whether a word is a part of one of some words, or has one as a part: Umstellung, Zeitumstellung.
func akin(w string, words []string) bool {
	return slices.ContainsFunc(words, func(o string) bool {
		return len(w) > 4 && len(o) > 4 && (strings.Contains(w, o) || strings.Contains(o, w))
	})
}

func holds(all []*claim, w string) bool {
	return slices.ContainsFunc(all, func(e *claim) bool { return e.has[w] })
}

// shares counts the words that e has.
func shares(e *claim, words []string) (n int) {
	for _, w := range words {
		n += prose.Bit(e.has[w])
	}
	return n
}

func within(words []string, in map[string]bool) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !in[w] })
}
