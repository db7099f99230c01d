package extract

import (
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/wiki/prose"
)

// kindOf returns the kind of what a person said.
func (r *reader) kindOf(u *unit) daily.Kind {
	if t := r.turns[u.turn]; u.place.took || t.Role == transcript.Choice && t.Question != "" && !t.Rejected && !crossed(u.text) {
		return daily.Decision
	}
	return kindOfPerson(u)
}

// kindOfPerson distinguishes a lasting wish or a correction from a request, a question and a report of a
// failure.
func kindOfPerson(u *unit) daily.Kind {
	c, p := u.cues, u.place
	asked, told := u.questions()
	switch {
	case crossed(u.text):
		return daily.Lesson
	case !p.script && (c.has(adopt) || states(unquoted(u.text))):
		return daily.Decision
	case p.script, p.first && c.has(order):
		return daily.Exchange
	case u.wished():
		return daily.Preference
	case c.has(deny) && !asked && !c.has(report):
		return daily.Fact
	case asked || p.first || told || c.any(order, task, report, musing, narrate):
		return daily.Exchange
	}
	return daily.Fact
}

// questions reports whether one of the sentences of a unit is a question, and whether one only asks for
// something to be done.
func (u *unit) questions() (asked, told bool) {
	for _, s := range prose.Sentences(u.text) {
		asked = asked || asks(s)
		for _, clause := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(",;，；、", r) }) {
			told = told || u.lex.asksFor(clause)
		}
	}
	return asked, told
}

// asksFor reports whether a clause asks for something to be done now: fix it, commit and push, tackle them.
func (x *lexicon) asksFor(clause string) bool {
	clause = strings.TrimSpace(clause)
	h := hear(clause)
	switch {
	case x.orders(clause) != 0, x.lead(request, h) > 0 && !x.solid() && x.lead(request, h) < len(h.words):
		return true
	case x.solid():
		return false
	case x.lang == prose.EN && len(h.words) == 2:
		return strings.Contains(" it them this that these those ", " "+h.words[1]+" ")
	}
	return x.lead(ack, h) >= 3
}

// wished reports whether a sentence of a unit states a wish that lasts: no question, no report of a failure,
// and more than the opening of a request.
func (u *unit) wished() bool {
	for _, s := range prose.Sentences(unquoted(u.text)) {
		if asks(s) || passing(s) {
			continue
		}
		rest, o := s, u.lex.orders(s)
		if u.place.first || o != 0 {
			rest = u.lex.afterRequest(s)
		}
		h := hear(rest)
		c := u.lex.match(h) | habitual(h)
		switch {
		case c.has(musing), o.has(order) && !c.has(habit):
		case c.has(wish) && !u.lex.brief(rest), c.has(habit) && !c.has(report) && !tells(rest):
			return true
		}
	}
	return false
}

// tells reports whether a sentence says how something is, not how it is to be: "it is never called", "it
// never calls the store". It knows only English.
func tells(s string) bool {
	words := hear(s).words
	for i, w := range words {
		if (w == "never" || w == "always") && (i > 0 && isForms()[words[i-1]] || i+1 < len(words) && acts(words[i+1])) {
			return true
		}
	}
	return false
}

// acts reports whether a word may be an English verb in the third person: adds, removes.
func acts(w string) bool {
	return len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is")
}

// brief reports whether a wish is too short to last: use bash.
func (x *lexicon) brief(s string) bool {
	h := hear(s)
	return !x.solid() && len(h.words) < 3 && !x.match(h).has(negate)
}

// afterRequest removes the openings of a request from a sentence.
func (x *lexicon) afterRequest(s string) string {
	for range 3 {
		h := hear(s)
		n := x.lead(request, h)
		if n == 0 {
			break
		}
		if !x.solid() {
			n = h.ends[n-1]
		}
		s = strings.TrimLeft(s[n:], " ,:")
	}
	return s
}
