package extract

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/flush/extract/sentence"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/prose"
	overturn "github.com/agent-admin/memoria/wiki/prose/change"
)

const reach = 100 // how many claims back a sentence may take one back; it keeps the time linear

// A claim is what was said about a subject, in a form that can be compared.
type claim struct {
	*unit
	line  *overturn.Line  // see heard
	stems map[string]bool // with the inline code, whose names are one word
	codes map[string]bool
}

// claimOf reads a sentence together with the line above it.
func (r *reader) claimOf(u *unit) claim {
	text := u.text
	if u.place.item {
		text = u.lead.text + " " + text
	}
	c := claim{u, nil, make(map[string]bool), sentence.Codes(text)}
	c.line = r.heard(u)
	for i, part := range strings.Split(text, "`") {
		if i%2 == 0 {
			for w := range sentence.Stems(part, u.lex.Lang) {
				c.stems[w] = true
			}
		}
	}
	for w := range c.codes {
		c.stems[prose.Stem(strings.ToLower(w))] = true
	}
	return c
}

// heard returns what a unit says of what holds; nil for narration, and for what is too long for a bullet.
func (r *reader) heard(u *unit) *overturn.Line {
	if u.said == nil && !u.cues.Has(sentence.Narrate) && utf8.RuneCountInString(u.text) <= longest {
		u.said = r.read(u, u.label+u.text)
	}
	return u.said
}

func (r *reader) read(u *unit, text string) *overturn.Line {
	return overturn.Reader{Stop: prose.IsStopAnywhere, Home: r.home(u.turn)}.Read(prose.Inline(text), u.voice == person && u.cues.Any(sentence.Adopt, sentence.Wish, sentence.Habit))
}

// alike reports whether two sentences are about the same subject.
func (a claim) alike(b claim) bool {
	n := sentence.Shared(a.stems, b.stems)
	return n >= 4 && 4*n >= len(a.stems)
}

// supersede marks what did not hold: what a side took back or called wrong, and what the agent mended.
func (r *reader) supersede(runs []*span, denials map[*span]*denial) {
	var past []claim
	for i := range r.units {
		u := &r.units[i]
		if u.place.side || u.place.asked {
			continue
		}
		b := r.claimOf(u)
		listed := r.endsList(b, past)
		wrong := u.voice == agent && verdicts().MatchString(u.text)
		admits := wrong || u.voice == agent && owns().MatchString(u.text)
		turns := b.line != nil && b.line.Turns()
		corrects := u.voice == person && turns && b.line.Alters() == overturn.Corrects
		for k := len(past) - 1; k >= max(0, len(past)-reach); k-- {
			a := past[k]
			switch {
			case a.turn == b.turn || a.place.gone:
			case a.turn == listed && a.place.task():
				a.place.gone = true
			case a.place.task() && r.done(a, b) && !r.unsaid(b.unit, b.text):
				a.place.gone = true
			case a.voice == person && wrong && a.alike(b):
				a.place.gone, a.place.script = !a.place.opens, true // what they were asked to check
			case b.renews(a):
				a.place.gone = true
			case u.voice == agent && b.line != nil && a.line != nil && b.line.Mends(a.line):
				u.cures = a.unit // both are kept, and the later one ends the other
			case a.voice == person && u.voice == agent:
			case b.line != nil && a.line != nil && sentence.Shared(a.stems, b.stems) > 0 && (turns && b.line.Overturns(a.line) >= b.sure() || b.line.Relapses(a.line)):
				a.place.gone = true
			case corrects && a.voice == person && a.line != nil && b.line.Overturns(a.line) == overturn.Close:
				a.place.gone, corrects = true, false // the nearest that it may mean
			case admits:
				a.place.gone = a.alike(b)
			}
		}
		past = append(past, b)
	}
	r.denied(runs, denials, past)
	r.takeBack(past)
}

// sure returns how sure it must be that a sentence takes an earlier one back. What the person says has changed was said
// of what was said just now.
func (b claim) sure() overturn.Fit {
	if b.voice == person && !b.rule() {
		return overturn.May
	}
	return overturn.Sure
}

// done reports whether a task was done by the time of b: the file it names was edited, or b says that it was done.
func (r *reader) done(a, b claim) bool {
	for _, t := range r.turns[a.turn:b.turn] {
		for _, s := range t.Steps {
			if s.Edit && slices.ContainsFunc(slices.Collect(maps.Keys(a.codes)), func(c string) bool { return strings.Contains(c, ".") && strings.HasSuffix(s.Target, c) }) {
				return true
			}
		}
	}
	if a.deed == nil {
		a.deed = new(sentence.DeedOf(a.text))
	}
	if b.tellings == nil {
		b.tellings = append(sentence.TellingsOf(sentence.Ticked(r.turns[b.turn].Text, b.text)), nil)
	}
	return !b.place.task() && slices.ContainsFunc(b.tellings, func(t *sentence.Telling) bool { return t != nil && a.deed.Finishes(t, true) })
}

// endsList returns the turn with the latest list of tasks, if b says that all of them are done: "All three are done", and
// nobody spoke of something else in between. It is -1 if not.
func (r *reader) endsList(b claim, past []claim) int {
	all := sentence.AllOf(b.text)
	if all == 0 {
		return -1
	}
	turn, open := -1, 0
	for _, a := range slices.Backward(past) {
		if a.turn < b.turn && a.place.task() && (turn < 0 || a.turn == turn) {
			turn = a.turn
			open++
		}
	}
	if turn < 0 || all > 0 && all != open || slices.ContainsFunc(r.turns[turn+1:b.turn], func(t transcript.Turn) bool {
		return t.Role != transcript.Agent && len(sentence.Stems(t.Text, b.lex.Lang)) > 2
	}) {
		return -1
	}
	return turn
}

// verdicts matches a sentence that says that a claim is wrong.
var verdicts = lazy.Regexp(`(?i)\b(?:is|are|was|were)(?:n't| not)(?: \w+)? (?:accurate|correct|true|right|valid|the case)\b|\b(?:is|are) (?:\w+ )?(?:wrong|false|incorrect|inaccurate|mistaken|unfounded)\b|\bfalse positive\b|[–—:] (?:wrong|incorrect|not true|falsch|unzutreffend)\b` +
	`|\b(?:stimmt|stimmen) (?:so )?nicht\b|\b(?:ist|sind) (?:\w+ )?(?:falsch|unzutreffend|nicht richtig|nicht korrekt)\b|no es (?:cierto|correct[oa])|es fals[oa]|n'est pas (?:exact|vrai)|est fausse?\b|não é (?:verdade|corret)|неверно|не соответствует|不正确|不准确|不属实|正しくありません|正しくない|誤り(?:です|でした)`)

// owns matches a sentence in which the agent says that it was wrong.
var owns = lazy.Regexp(`(?i)\bi (?:was (?:wrong|mistaken)|misread|misunderstood|assumed|had assumed)\b|\bmy (?:mistake|earlier)\b|\b(?:real|actual|true) (?:cause|problem|issue|culprit)\b|\bich (?:lag|habe mich|hatte) (?:falsch|geirrt|angenommen)\b|mein fehler|(?:eigentliche|wahre|tatsächliche) (?:ursache|grund|problem)` +
	`|me equivoqué|estaba equivocado|(?:causa|problema) (?:real|verdader)|verdader[ao] (?:causa|problema)|je me suis trompé|(?:vraie|véritable) cause|(?:vrai|véritable) problème|eu estava errado|me enganei|causa real|я ошиб|был неправ|настоящая причина|我(?:弄|搞|之前)?(?:错|的判断)|真正的(?:原因|问题)|間違って|私の誤り|本当の原因|誤って(?:い|お)`)

// A denial is where the person says that something is wrong.
type denial struct {
	turn  int             // the person's
	stems map[string]bool // of what they say
	codes map[string]bool // the inline code in it
	bare  bool            // it names nothing: all that was said last is meant
	cause bool            // it goes on to say what it is instead
}

// denied marks what the person denied: the agent's sentences before it that are about what the person then
// says, and those before them that said the same.
func (r *reader) denied(runs []*span, denials map[*span]*denial, past []claim) {
	for k, a := range past {
		d := denials[runs[a.turn]]
		if a.voice != agent || d == nil || a.cues.Has(sentence.Narrate) || !((d.bare || d.cause && a.line.Explains()) && a.turn == runs[a.turn].to) &&
			sentence.Shared(d.codes, a.codes) == 0 && (a.cues.Has(sentence.Change) && !a.cues.Has(sentence.Found) || !sentence.Akin(d.stems, a.stems)) {
			continue
		}
		a.place.gone = true
		r.judged(past, d.turn, a)
		for j := k - 1; j >= max(0, k-reach); j-- {
			if e := past[j]; e.voice == agent && !e.cues.Has(sentence.Change) && e.alike(a) {
				e.place.gone = true
			}
		}
	}
}

// judged marks what the person says in a turn about a claim that is wrong: how it is instead.
func (r *reader) judged(past []claim, turn int, a claim) {
	for _, c := range past {
		if c.turn == turn && c.voice == person && (len(c.stems) > 2 && (c.place.opens || sentence.Akin(c.stems, a.stems)) || c.line.Points() && !c.place.asked) {
			c.place.judges = true
		}
	}
}

// denials returns, for each run of the agent that the person then said was wrong, what they said; an
// acknowledgement in between changes nothing. Of a "no" to a question of the agent only the next words count.
func (r *reader) denials(runs []*span, speaks map[int]bool) map[*span]*denial {
	denials := make(map[*span]*denial)
	asked := make(map[int]bool) // turns of the agent that end with a question
	for i := range r.units {
		u := &r.units[i]
		if u.voice == agent {
			asked[u.turn] = u.place.asked
			continue
		}
		if u.place.first || !u.place.opens && u.place.of > 3 {
			continue
		}
		text := r.turns[u.turn].Text
		no, rest := sentence.SaysNo(text)
		wrong := u.cues.Has(sentence.Deny)
		if rest != "" {
			wrong = u.lex.Match(sentence.Hear(rest)).Has(sentence.Deny)
		}
		no = no && u.place.opens
		calm := !no && !wrong && u.place.opens && sentence.Objects(text) && r.heard(u).States()
		if !no && !wrong && !calm {
			continue
		}
		for t := u.turn - 1; t >= 0 && !speaks[t]; t-- {
			n := runs[t]
			if n == nil {
				continue
			}
			if no && asked[n.to] && !wrong && rest != "" {
				text = prose.Sentences(rest + " ")[0]
			}
			if denials[n] == nil {
				denials[n] = &denial{u.turn, make(map[string]bool), sentence.Codes(text), !asked[n.to] && u.lex.Curt(text), no && !asked[n.to] && r.points(i)}
			}
			maps.Copy(denials[n].stems, named(text, u.lex.Lang))
			t = n.from
		}
	}
	for i, n := range runs { // a "no" that is no unit
		if n != nil && n.next >= 0 && i == n.to && !asked[i] && !speaks[n.next] && denials[n] == nil {
			if no, rest := sentence.SaysNo(r.turns[n.next].Text); no && rest == "" {
				denials[n] = &denial{turn: n.next, bare: true}
			}
		}
	}
	return denials
}

// points reports whether a unit or one behind it in its turn says what something is.
func (r *reader) points(i int) bool {
	for turn := r.units[i].turn; i < len(r.units) && r.units[i].turn == turn; i++ {
		if u := &r.units[i]; !u.place.asked && slices.ContainsFunc(prose.Sentences(u.text), func(s string) bool {
			_, said := sentence.SaysNo(s)
			return sentence.Blames(cmp.Or(said, s)) || r.read(u, s).Points() || said != "" && r.read(u, said).Points()
		}) {
			return true
		}
	}
	return false
}

// unsaid reports whether the person says soon after what a unit tells that it was not done.
func (r *reader) unsaid(u *unit, told string) bool {
	return slices.ContainsFunc(r.units[u.seq+1:], func(v unit) bool {
		return v.voice == person && v.turn > u.turn && v.turn < u.turn+reach && slices.ContainsFunc(prose.Sentences(v.text), func(s string) bool { return sentence.Unsays(s, told) })
	})
}
