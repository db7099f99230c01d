package extract

import (
	"strings"
	"unicode"

	"github.com/agent-admin/memoria/flush/transcript"
)

// rate gives a unit its score: how much a person would want to find it in their log in a
// month. The weights are set by hand; their order matters more than their size.
func (r *reader) rate(u *unit) {
	switch u.voice {
	case person:
		u.score = ratePerson(u)
		if r.turns[u.turn].Role == transcript.Choice {
			u.score += 1
		}
	default:
		u.score = rateAgent(u)
	}
	u.score += rateText(u)
	if u.voice == agent && !u.place.final && u.own() {
		u.score -= 0.6 // before the end it is about the agent, at the end about the work
	}
	if u.place.gone {
		u.score = 0
	}
}

func ratePerson(u *unit) float64 {
	c, p := u.cues, u.place
	s := 1.8
	switch {
	case c.has(deny):
		s += 1.1
	case c.has(correct):
		s += 0.6
	}
	if c.any(wish, habit, adopt) {
		s += 0.9
	}
	if c.any(decide, limit, contrast, adopt) {
		s += 0.5
	}
	if c.any(reason, found) {
		s += 0.4
	}
	if p.first {
		s += 0.5
	}
	if c.has(order) && !p.first && !c.has(habit) {
		s -= 0.7
	}
	if p.asked && !c.any(wish, habit, deny) {
		s -= 0.7
	}
	if n := len(u.heard.words); n < 5 && !u.lex.solid() && !c.any(wish, habit, adopt) { // a wish is short, a choice too
		s -= 0.35 * float64(6-n)
	}
	if colon(u.text) {
		s -= 0.6
	}
	if p.heads {
		s -= 0.9
	}
	return s
}

// rateAgent adds up what the agent's sentence says and where it says it.
func rateAgent(u *unit) float64 { return rateSaying(u.cues, u.place) + ratePlace(u.cues, u.place) }

// rateSaying ranks what a sentence says: causes, what holds in the end, limits, choices, changes, advice.
// Narration, status and offers lower the score.
func rateSaying(c mask, p place) float64 {
	s := 0.0
	switch {
	case c.has(found):
		s += 1.4
	case c.has(limit):
		s += 1.1
	case c.has(decide):
		s += 1.0
	case c.has(outcome) && p.rest:
		s += 1.2
	case c.has(change) && (p.final || p.zone || !c.has(narrate)):
		s += 0.8
	case c.any(advise, action):
		s += 0.6
	}
	if c.has(found) && c.has(limit) {
		s += 0.4
	}
	if c.has(contrast) {
		s += 0.5
	}
	switch {
	case c.has(narrate) && c.has(decide): // I'll use x
		s -= 0.7
	case c.has(narrate):
		s -= 2.2
	}
	for _, w := range []struct {
		in   class
		less float64
	}{{status, 1.3}, {offer, 3}, {usage, 1.3}, {hedge, 0.4}, {deictic, 0.4}} {
		if c.has(w.in) {
			s -= w.less
		}
	}
	return s
}

// ratePlace ranks conclusions before work in progress, and what follows a correction before what the person
// denied.
func ratePlace(c mask, p place) float64 {
	s := 0.4 * p.late
	switch {
	case p.final, p.rest && c.has(outcome):
		s += 0.5
	case p.zone:
		s += 0.3
	}
	if p.item && p.final {
		s += 0.2
	}
	if p.mute && p.final {
		s += 0.6 // no cue can raise it
	}
	if p.final && (c.has(action) || p.next) {
		s += 0.4
	}
	if p.after {
		s += 0.9
	}
	switch {
	case p.doubted && c.has(outcome):
		s -= 2.5
	case p.doubted:
		s -= 0.4
	}
	if c.has(advise) && c.has(condition) {
		s -= 1 // it decides nothing
	}
	for _, w := range []struct {
		is   bool
		less float64
	}{{p.plan, 1.4}, {p.asked, 1.6}, {p.side, 0.6}, {p.quote, 0.5}} {
		if w.is {
			s -= w.less
		}
	}
	return s
}

// rateText rates the sentence itself: names, numbers and length.
func rateText(u *unit) float64 {
	s := 0.0
	codes := strings.Count(u.text, "`") / 2
	names := specifics(u.text)
	switch {
	case codes+names == 0:
		s -= 0.3
	case codes+names == 1:
		s += 0.3
	default:
		s += 0.6
	}
	switch n := width(u.text); {
	case n < 20:
		s -= 1.2
	case n < 35:
		s -= 0.5
	case n > 200:
		s -= 0.3
	}
	if colon(u.text) {
		s -= 0.6
	}
	return s
}

// specifics counts the words that name something: versions, numbers with a unit, paths,
// identifiers, capitals inside a sentence.
func specifics(s string) int {
	n := 0
	for i, f := range strings.Fields(s) {
		f = strings.Trim(f, ".,;:!?()[]\"'`")
		if len(f) < 2 {
			continue
		}
		digit, inner, up := false, false, 0
		for k, r := range f {
			switch {
			case unicode.IsDigit(r):
				digit = true
			case strings.ContainsRune("_/.-:=", r) && k > 0:
				inner = true
			case unicode.IsUpper(r):
				up++
			}
		}
		if digit || inner || up > 1 || up == 1 && i > 0 {
			n++
		}
	}
	return n
}
