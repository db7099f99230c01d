package change

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki/prose/mark"
)

// A Reader reads lines.
type Reader struct {
	Stop func(word string) bool // required: reports whether a word carries no meaning of its own
	Home string                 // the project of the line, whose name tells nothing in it
}

// A Line is what a line says, in a form that can be compared with another.
type Line struct {
	Tried bool // it reports what was tried and dropped

	clauses  []clause
	asides   []clause // what is a reason or a consequence: see Mends
	words    []tok    // of all clauses, each once
	settles  bool     // it is a decision or a preference: whatever it says was meant to hold
	corrects bool     // it says that what was said before is wrong
	strict   bool     // and it is nothing else that says so
	opens    bool     // it begins by saying that something is mended

	turns, breaks, mends bool // see Turns, Breaks and restores
	cure, faulty         bool // see curing and fault
}

// A clause says one thing.
type clause struct {
	words    []tok // what it says of what, without the words that have a role only
	old, now []tok // the value that it says was taken before, and the new one
	roles    role  // of all its words
	subject  []tok // the first name of its sentence, if it has one
	topic    int   // how many words stand before its verb of state, -1 without one
	change   bool  // it names a change: what was so before, or that it is so no more
	orders   bool  // it forbids
	doubt    bool  // it is not about now, or not about all that it names
	hedged   bool  // only since a word narrows it, "when", which the other line may have as well
	asks     bool
	open     bool // what follows narrows it

	kernel     []tok  // words without those that only say whether it works
	sig, inner uint64 // a bit for each of its words, and for each of kernel that tells something
}

func (c *clause) has(r role) bool { return c.roles&r != 0 }

// denies reports whether a clause says that something is not so.
func (c *clause) denies() bool { return c.has(not | gone | drop | exempt) }

// bad reports whether a clause says that something is not so, or does not work.
func (c *clause) bad() bool {
	if c.has(fixed) {
		return c.has(gone) && !c.has(lack) || c.has(not) && !c.has(gone)
	}
	return c.denies() != c.has(lack)
}

// lasts reports whether a clause says that it holds from now on.
func (c *clause) lasts() bool { return c.change || c.has(now|gone|fixed|added) }

// sign finds the words of a clause that do not only say whether it works, and the bits by which most clauses that have
// nothing in common are told apart at once.
func (c *clause) sign() {
	for _, list := range [][]tok{c.words, c.old, c.subject} {
		for i := range list {
			c.sig |= list[i].bit()
		}
	}
	for _, t := range c.words {
		if !t.has(lack | works | fixed | added) {
			if c.kernel = append(c.kernel, t); !t.has(vague) && !t.over {
				c.inner |= t.bit()
			}
		}
	}
}

// Read reads a line of plain text whose inline code keeps its ticks. settles says that the line is a decision or a
// preference.
func (r Reader) Read(text string, settles bool) *Line {
	toks := r.scan(mark.Plain(text))
	for i := range toks {
		toks[i].at = i
	}
	l := &Line{settles: settles, Tried: tried(toks)}
	for len(toks) > 0 {
		n := sentenceEnd(toks)
		l.sentence(toks[:n])
		toks = toks[n:]
	}
	for i := range l.asides {
		l.asides[i].sign()
	}
	for i := range l.clauses {
		l.clauses[i].sign()
		for _, w := range l.clauses[i].kernel {
			if !has(l.words, &w) {
				l.words = append(l.words, w)
			}
		}
	}
	l.judge()
	return l
}

// sentence reads the tokens of one sentence.
func (l *Line) sentence(toks []tok) {
	start := announced(toks) // behind who speaks, where orders and corrections stand
	l.corrects, l.strict = l.corrects || start > 0, l.strict || start > 0
	if len(toks) > 1 && toks[0].has(permit) && toks[0].word[0] == 'o' && (toks[1].has(we) || toks[1].sign) { // "ok, "
		toks[0].role = filler
	}
	for start < len(toks) && (toks[start].has(we) || toks[start].has(filler) && !toks[start].has(state) || toks[start].has(correct|weak|pron) || toks[start].word == ":" || toks[start].word == ",") {
		l.corrects = l.corrects || toks[start].has(correct)
		l.strict = l.strict || toks[start].has(correct) && !toks[start].has(weak)
		if toks[start].word == "," && start+1 < len(toks) {
			toks[start].sign = false
		}
		start++
	}
	said := clause{}
	for i := range toks {
		if t := &toks[i]; t.has(weak) && i < start {
			said.roles |= now
		}
	}
	asks := toks[len(toks)-1].word == "?" || toks[len(toks)-1].word == "？"
	guarded := false
	if start < len(toks) && len(l.clauses) > 0 && toks[start].has(back) { // "Rolled back at noon."
		for i := range l.clauses {
			l.clauses[i].doubt = true
		}
	}
	toks, inner := outer(toks)
	if start > len(toks) {
		start = len(toks)
	}
	first := len(l.clauses)
	l.opens = l.opens || first == 0 && !asks && opensMended(toks)
	aside := false
	var which []tok       // what a relative clause narrows, with its words, up to the verb
	for i := range toks { // "ditched Redis and went with Kafka"
		if t := &toks[i]; i > start && i+1 < len(toks) && joints[t.word] && (toks[i+1].has(swapped|filler|we) && !toks[i+1].content() && !toks[i+1].has(place) || slices.ContainsFunc(toks[start:i], func(t tok) bool { return t.has(theme) })) {
			t.sign = true
		}
	}
	for i := 0; i < len(toks); {
		j, joined := i, false
		for j < len(toks) && (!toks[j].sign || !joined && joins(toks, i, j)) {
			joined = joined || toks[j].sign
			j++
		}
		aside = j > i && i > 0 && toks[i-1].has(reason)
		if clause := toks[i:j]; len(clause) > 0 && !aside {
			guarded = guarded || slices.ContainsFunc(clause, func(t tok) bool { return t.has(guard) && !t.code })
			k := len(l.clauses)
			l.clause(clause, first, max(start-i, 0), said.roles)
			switch k++; {
			case k != len(l.clauses):
			case k-1 > first && narrows(clause):
				l.clauses[k-1].doubt = true
				l.clauses[k-2].words = append(slices.Clone(l.clauses[k-2].words), l.clauses[k-1].words...)
				which = l.clauses[k-2].words
			default:
				l.clauses[k-1].words, which = append(which, l.clauses[k-1].words...), nil
			}
		} else if len(clause) > 0 {
			l.aside(clause, guarded || asks)
		}
		i = j + 1
	}
	if len(inner) > 0 && inner[0].has(was) {
		l.clause(inner, first, 0, 0)
	}
	for i := len(l.clauses) - 1; i > first; i-- { // "no need to run the tests, I only changed a comment"
		if prev := &l.clauses[i-1]; prev.has(exempt) && !prev.has(gone|more) && l.clauses[i].has(hedge) {
			prev.doubt = true
		}
	}
	for i := first; i < len(l.clauses); i++ {
		l.clauses[i].hedged = l.clauses[i].hedged && !asks && !guarded
		l.clauses[i].doubt = l.clauses[i].doubt || (asks || toks[0].has(invert) && !(len(toks) > 1 && toks[1].has(not)) || guarded && !l.clauses[i].has(exempt|gone))
		l.clauses[i].asks = asks
		for k := first; k <= i && l.clauses[i].subject == nil; k++ {
			if n := slices.IndexFunc(l.clauses[k].words, func(t tok) bool { return t.proper() }); n >= 0 {
				l.clauses[i].subject = l.clauses[k].words[n : n+1]
			}
		}
	}
}

// clause reads the tokens of one clause; those before start say who speaks. A clause that only denies or dates a value
// belongs to the one before it: "2207 now, not 22", "9102 (was 9090)".
func (l *Line) clause(toks []tok, first, start int, roles role) {
	c := clause{topic: -1, roles: roles}
	placed, denied, over := false, false, false
	lasting := slices.ContainsFunc(toks, func(t tok) bool { return t.has(now | gone | more) })
	for i := range toks {
		t := &toks[i]
		if t.sign || t.word == ":" {
			continue
		}
		if t.has(drop) && i > start && toks[i-1].has(permit) && i+1 < len(toks) && strings.HasSuffix(toks[i+1].word, "ing") { // "you can stop signing"
			t.role, t.stem = exempt, ""
		}
		if t.has(lapse) && lasting {
			t.role |= drop
		}
		if t.has(drop) && (i > start || i+1 < len(toks) && toks[i+1].has(pron)) { // only where the sentence begins, and of what it names
			t.role &^= drop
		} else if t.has(drop) || t.has(swap) && i == start {
			t.stem = ""
		}
		if t.word == "too" && i+1 < len(toks) { // "too early"
			t.role &^= also
		}
		if t.has(not|gone) && (i+1 < len(toks) && (toks[i+1].word == "than" || toks[i+1].word == "als")) {
			c.doubt = true
		}
		c.roles |= t.role
		if t.has(state) && c.topic < 0 {
			c.topic = len(c.words)
		}
		placed = placed || t.has(place|to)
		denied = denied || t.has(not) && len(c.words) == 0 && !(i+1 < len(toks) && toks[i+1].has(place)) // "not in HEAD" is no order
		if t.has(until) && len(c.words) > 0 {
			over = true
		}
		if t.content() {
			t.placed, t.over = placed, over
			c.words = append(c.words, *t)
		}
	}
	if c.has(not|undone) && c.has(more) {
		c.roles |= gone
	}
	if k := len(l.clauses); k > first && c.tail(toks) {
		prev := &l.clauses[k-1]
		switch {
		case toks[0].has(limit) && !toks[0].has(not):
			prev.doubt, prev.open = true, true
			return
		case !prev.denies() && len(prev.old) == 0:
			prev.old, prev.now, prev.change = c.words, prev.like(c.words), true
			return
		}
	}
	if k := len(l.clauses); k > first && c.has(back) && !c.has(drop) {
		l.clauses[k-1].doubt = true
	}
	if toks[0].has(place) && !toks[0].has(theme) {
		c.roles &^= theme
	}
	if c.has(not) && slices.ContainsFunc(toks, func(t tok) bool { return strings.HasPrefix(t.word, "müss") || strings.HasPrefix(t.word, "muss") }) { // "das müssen wir nicht"
		c.roles = c.roles&^must | exempt
	}
	c.hedged = !c.doubt && c.has(hedge)
	c.doubt = c.doubt || c.has(hedge)
	c.orders = (denied && (l.settles || toks[min(start, len(toks)-1)].has(not)) || c.has(not) && c.has(must)) && !c.has(exempt)
	c.swap(toks, start)
	if len(c.old) > 0 { // who says so, where and when, narrows it
		for i := first; i < len(l.clauses); i++ {
			if !l.clauses[i].has(theme) {
				c.words = append(lacking(l.clauses[i].words, c.now), c.words...)
			}
		}
	}
	if k := len(l.clauses); k > first && len(l.clauses[k-1].words) == 0 { // "it is not necessary, to"
		c.roles |= l.clauses[k-1].roles & (exempt | permit)
	}
	if k := len(l.clauses); k > first && (slices.ContainsFunc(toks, func(t tok) bool { return t.has(pron) }) || toks[0].has(now) && c.topic <= 0) && len(c.words) < 3 && (toks[0].has(pron) || l.clauses[k-1].has(swapped|naming)) { // "renamed the package, it is ..."
		prev := &l.clauses[k-1]
		c.words, c.change = append(slices.Clone(prev.words), c.words...), prev.change || prev.has(swapped)
		if len(prev.words) > 0 {
			c.now = c.words[len(prev.words):]
		}
	}
	l.clauses = append(l.clauses, c)
}

// like returns the last words of a clause that have the form of others, and all words of a name that they end.
func (c *clause) like(old []tok) []tok {
	for i := len(c.words) - len(old); i >= 0; i-- {
		end := i + len(old)
		if part := c.words[i:end]; !form(part, old) || part[0].name != old[0].name || solid(&part[0]) != solid(&old[0]) {
			continue
		}
		for i > 0 && c.words[i].name && c.words[i-1].name && c.words[i-1].at == c.words[i].at-1 {
			i--
		}
		return c.words[i:end]
	}
	return nil
}

// tail reports whether a clause only narrows or denies a value of the one before it.
func (c *clause) tail(toks []tok) bool {
	t := &toks[0]
	if t.role == 0 && !t.content() && len(toks) > 1 { // "а не"
		t = &toks[1]
	}
	if t.has(not) && len(toks) > 1 && slices.ContainsFunc(toks[1:], func(t tok) bool { return t.has(hedge) }) { // "no other tools"
		return false
	}
	return t.has(limit) && !t.has(now) || t.has(not|gone|was) && len(c.words) > 0 && len(c.words) < 4 && (len(c.words) > 1 || !several(c.words)) && (c.topic < 0 || t.has(state)) && !c.has(must|drop)
}

// Drops reports whether the line begins by saying that something is given up, of which it only gives the name, and not
// what it is for or where.
func (l *Line) Drops() bool {
	if len(l.clauses) == 0 {
		return false
	}
	c := &l.clauses[0]
	if len(l.clauses) > 1 && len(c.words) == 0 { // "no, "
		c = &l.clauses[1]
	}
	return !c.doubt && c.has(drop) && len(c.words) == 1 && (c.words[0].name || c.words[0].proper())
}

// Gone returns the words, as [Line.Words] cuts them, of what the line says was given up, if nothing in it narrows that.
func (l *Line) Gone() (out []string) {
	for i := range l.clauses {
		if c := &l.clauses[i]; !c.doubt && c.has(gone|drop) && !c.has(lack) {
			for _, w := range c.words {
				out = append(out, w.stem)
			}
			return out
		}
	}
	return nil
}
