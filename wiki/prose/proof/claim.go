package proof

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/agent-admin/memoria/wiki/prose"
)

// An Actor is who does what a clause tells of.
type Actor uint8

const (
	Unknown Actor = iota
	Agent
	Person // whose agent it is
	third
)

// A claim is a clause of a text, in the parts by which it is compared with another.
type claim struct {
	words   []string        // stems of the words that tell something, in their order
	has     map[string]bool // the same
	points  bool            // it has a pronoun
	above   map[string]bool // of what was said just before, for which a pronoun may stand
	nums    []string
	behind  map[string][]string // the words behind a preposition, by its sense
	senses  map[string]bool     // of words that must have been said as they are: always, at most, Monday
	nots    int                 // words that deny
	turned  map[string]bool     // stems of words by which a clause may deny without a not: against, fail
	weak    bool                // it has only such as without
	leads   bool                // it begins with such a word
	free    bool                // it says what took the place of something
	now     bool                // it says what is so by now
	self    bool                // it stresses who does it
	passive bool                // it has a form of to be
	by      Actor               // who says it
	speaks  bool                // somebody says or wants it
	says    string              // who says it or wants it, as a stem
	alone   bool                // its text has no other
	long    bool                // it is one of many that are said at once
	narrow  bool                // it says under what condition only: before, only, unless
	asks    bool                // it is part of a question, and supposes nothing by itself
	asked   bool                // it is part of a question
	maybe   bool                // it asks, or tells what would be
	order   bool                // it begins its sentence with a word that tells something
	names   []string            // stems of capitalised words, save the first, and where all nouns are
	who     Actor               // who does it, where that is told
	text    string              // as it was written, folded
	told    []string            // words in it, in a form that tells what was done
	limit   string              // the condition or exception with which it is so
	limits  map[string]bool     // stems of which a text names one that has it
	doubts  bool                // it says that what follows is not sure
	belies  bool                // it says that what follows is not so
	prep    string              // while it is read: the preposition that the next words stand behind
}

// aboveMost is how many sentences a pronoun may reach back.
const aboveMost = 3

// read reads one clause in folded form; first, if its sentence begins with it.
func read(s string, by Actor, first bool) claim {
	c := claim{by: by, has: map[string]bool{}, behind: map[string][]string{}, text: s, senses: map[string]bool{}, turned: map[string]bool{}}
	raw := wordsOf(s)
	for i := 0; i < len(raw); {
		if raw[i] == "May" && i > 0 {
			raw[i] = "mayo"
		}
		if n := c.phrase(raw, i); n > 0 {
			i += n
			continue
		}
		if !c.frame(raw, i) {
			c.content(raw, i, first)
		}
		i++
	}
	c.nots += unspacedNots(s)
	x, has := lexicon(), func(in map[string]bool) bool {
		return slices.ContainsFunc(raw, func(w string) bool { return in[strings.ToLower(w)] })
	}
	c.free = c.free || len(raw) > 0 && x.though[strings.ToLower(raw[0])]
	c.doubts = has(x.doubt) || c.nots > 0 && has(x.sure)
	c.maybe = c.maybe || has(x.doubt) || len(raw) > 0 && x.ifs[strings.ToLower(raw[0])]
	c.belies = (c.nots > 0 || has(x.falses)) && within(c.words, x.verdict)
	switch {
	case c.nots > 1:
		c.narrow = true
	case c.nots > 0 && c.senses["more"]: // not more than is no denial
		delete(c.senses, "more")
		c.senses["at-most"], c.nots = true, c.nots-1
	case c.nots > 0 && c.senses["less"]:
		delete(c.senses, "less")
		c.senses["at-least"], c.nots = true, c.nots-1
	}
	return c
}

// phrase reads words at i that have a sense, and returns how many they are.
func (c *claim) phrase(raw []string, i int) int {
	x := lexicon()
	n, sense := x.phrase(raw[i:])
	if n == 0 || sense == "not" && n == 1 {
		return 0
	}
	if st := stem(strings.ToLower(raw[i])); n == 1 && sense != only && x.turned[st] && len(c.words) > 0 {
		c.turned[st] = true
	}
	c.narrow = c.narrow || sense == only || sense == before || sense == after || sense == "until"
	c.maybe = c.maybe || sense == "until" && i == 0
	if sense == "not" {
		c.nots += prose.Bit(c.nots == 0 || !x.any[strings.ToLower(raw[i])]) // "not any more"
	} else {
		c.senses[sense] = true
	}
	if sense != "not" && !x.frame[sense] {
		c.add(sense, sense)
	}
	if c.prep = ""; sense == before || sense == after {
		c.prep = sense
	}
	return n
}

// frame reads a word that denies, supposes or says who, and reports whether that is all it tells.
func (c *claim) frame(raw []string, i int) bool {
	x, low := lexicon(), strings.ToLower(raw[i])
	switch {
	case x.deny[low]:
		c.weak, c.leads = c.weak || c.nots == 0, c.leads || i == 0
		if c.nots++; c.prep != "" || low == "without" || low == "ohne" || low == "sin" {
			c.prep = "without"
		}
		return true
	case isNot(low):
		if !x.again[low] || c.nots == 0 {
			c.nots++
		}
		c.weak = false
		raw[i] = strings.TrimPrefix(low, "n'")
		return raw[i] == low
	case x.instead[low]:
		c.free = true
		return true
	}
	c.maybe = c.maybe || x.maybe[low] && !(i+1 < len(raw) && isNot(strings.ToLower(raw[i+1]))) // "could not" is told as so
	c.narrow = c.narrow || x.unless[low]
	who := x.who[low]
	if who == "agent" && i > 0 && x.someone(strings.ToLower(raw[i-1])) { // one that is worked on
		return false
	}
	if who == "" || who == "third" && len(c.words) > 0 || (who == "agent" || who == "person") && len(c.words) > 0 && c.prep != "" {
		return false
	}
	if c.who == Unknown && !(who == "person" && len(raw) > i+1 && x.tells(raw[i+1])) {
		c.who = actorOf(who, c.by)
	}
	return true
}

// someone reports whether what stands behind a word is not the one that is spoken with: "one agent", "an agent".
func (x *wordLists) someone(before string) bool {
	return x.numerals[before] != "" || slices.Contains([]string{"one", "a", "an", "single", "another", "second", "ein", "eine", "un", "una", "une", "um", "uma"}, before)
}

// content reads a word that may tell something.
func (c *claim) content(raw []string, i int, first bool) {
	x, low := lexicon(), strings.ToLower(raw[i])
	if p := x.preps[low]; p != "" && !acronym(raw[i]) && c.prep != because {
		c.prep = p
	}
	c.points = c.points || x.points[low]
	c.now = c.now || x.now[low]
	c.self = c.self || x.self[low]
	c.passive = c.passive || x.be[low]
	if prose.IsStopAnywhere(low) && !acronym(raw[i]) {
		return
	}
	for _, w := range parts(low) {
		if x.past(w) {
			c.told = append(c.told, w)
		}
		w = cmp.Or(x.numerals[w], x.forms[w], w)
		st := stem(w)
		c.speaks = c.speaks || x.says[st]
		if x.turned[st] && len(c.words) > 0 {
			c.turned[st] = true
		}
		if x.glue[st] || x.glue[w] || c.has[st] || prose.IsStopAnywhere(w) && !acronym(raw[i]) {
			continue
		}
		switch {
		case len(c.words) == 0 && i == 0:
			c.order = first && !slices.ContainsFunc(raw[:min(3, len(raw))], func(w string) bool { return x.be[strings.ToLower(w)] })
		case capital(raw[i]):
			c.names = append(c.names, st)
		}
		if len(c.words) == 0 && i+1 < len(raw) && x.says[stem(strings.ToLower(raw[i+1]))] {
			c.says = st
		}
		if strings.Trim(w, "0123456789") == "" {
			c.nums = append(c.nums, w)
		}
		c.add(st, prose.Bare(w))
	}
}

// add adds a word by its stem.
func (c *claim) add(st, word string) {
	if c.has[st] {
		return
	}
	c.words, c.has[st] = append(c.words, st), true
	if c.prep != "" {
		c.behind[c.prep] = append(c.behind[c.prep], word)
	}
}

// phrase returns the sense of the longest words at the beginning of some that have one, and how many they are.
func (x *wordLists) phrase(words []string) (int, string) {
	for n := min(3, len(words)); n > 0; n-- {
		said := strings.ToLower(strings.Join(words[:n], "_"))
		if sense := x.senses[said]; sense != "" && !(x.measures[said] && !x.measured(words[n:])) {
			return n, sense
		}
	}
	return 0, ""
}

// measured reports whether words begin with an amount: up to five, under a minute, but not up to date, under load.
func (x *wordLists) measured(words []string) bool {
	if len(words) == 0 {
		return false
	}
	low := strings.ToLower(words[0])
	return strings.ContainsAny(low, "0123456789") || x.numerals[low] != "" || slices.Contains([]string{"a", "an", "half", "the"}, low)
}

// tells reports whether a word is what one says, wants or feels.
func (x *wordLists) tells(w string) bool {
	w = stem(strings.ToLower(w))
	return x.says[w] || x.feels[w]
}

// past reports whether a word tells what was done.
func (x *wordLists) past(w string) bool {
	return x.forms[w] != "" || slices.ContainsFunc(x.pasts, func(end string) bool { return strings.HasSuffix(w, end) && len(w) > len(end)+2 })
}

// firstOf returns the first word of a folded text.
func firstOf(s string) string {
	w, _, _ := strings.Cut(strings.ToLower(s), " ")
	return strings.Trim(w, "(,;:)")
}

func actorOf(who string, by Actor) Actor {
	switch {
	case who == "agent", who == "i" && by == Agent, who == "you" && by == Person:
		return Agent
	case who == "person", who == "i" && by == Person, who == "you" && by == Agent:
		return Person
	case who == "third":
		return third
	}
	return Unknown
}

// claims returns the claims of e, computed once.
func (e *Evidence) claims() []claim {
	if e.said == nil {
		e.said = append([]claim{}, claimsOf(e.raw, e.By)...)
	}
	return e.said
}

// wordsOf returns the words of a folded text without the marks beside them. The flag of a command, such as "--all", is no
// word that says how much.
func wordsOf(s string) (out []string) {
	for w := range strings.FieldsSeq(s) {
		flag := len(w) > 3 && strings.HasPrefix(strings.TrimLeft(w, `"'([`), "--")
		if w = strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '%' }); w != "" {
			if flag {
				w = "--" + w
			}
			out = append(out, w)
		}
	}
	return out
}
