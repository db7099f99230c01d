package extract

import (
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/extract/sentence"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/prose/change"
)

// kindOf returns the kind of what a person said.
func (r *reader) kindOf(u *unit) daily.Kind {
	switch t := r.turns[u.turn]; {
	case u.place.took:
		return daily.Decision
	case t.Role != transcript.Choice || t.Question == "" || t.Rejected:
	case len(strings.Fields(sentence.NoChoice().ReplaceAllString(t.Text, " "))) < 2 && sentence.NoChoice().MatchString(t.Text):
		return daily.Exchange
	case sentence.Asks(t.Text), sentence.Proceeds(t.Question):
		return daily.Exchange
	default:
		return daily.Decision
	}
	return kindOfPerson(u)
}

// kindOfPerson distinguishes a lasting wish or a correction from a request, a question and a report of a
// failure.
func kindOfPerson(u *unit) daily.Kind {
	c, p := u.cues, u.place
	asked, told := u.questions()
	by := u.alters()
	altering := by != change.Unaltered && !asked
	switch {
	case sentence.Crossed(u.text):
		return daily.Lesson
	case !p.script && p.owed:
		return daily.Action
	case !p.script && (c.Has(sentence.Adopt) || sentence.States(u.own) || !p.plan && sentence.Turns(u.own)):
		return daily.Decision
	case p.script:
		return daily.Exchange
	case u.wished() && !p.plan:
		return daily.Preference
	case altering && by == change.Corrects:
		return daily.Decision
	case altering && by == change.Frees:
		return daily.Preference
	case sentence.Warns(u.text) && !asked:
		return daily.Lesson
	case altering, p.judges && !asked, c.Has(sentence.Found) && !asked && !told && !p.first && !c.Any(sentence.Musing, sentence.Deny):
		return daily.Fact
	case c.Any(sentence.Wish, sentence.Habit) && sentence.Passing(u.text) && !u.said.States():
		return daily.Exchange
	case c.Has(sentence.Deny) && !asked && !c.Has(sentence.Report):
		return daily.Fact
	case asked || p.first && !(p.of == 1 && len(prose.Sentences(u.text)) == 1 && !sentence.Begs(u.text) && u.says()) || told || c.Any(sentence.Wish, sentence.Habit) && sentence.Passing(u.text) || c.Any(sentence.Report, sentence.Musing, sentence.Narrate), sentence.Fails(u.text) && !u.says():
		return daily.Exchange
	}
	return daily.Fact
}

// says reports whether the person says how something is, in a message of few sentences: nobody else says that.
func (u *unit) says() bool {
	return !u.place.plan && !u.place.asked && !u.place.quote && u.place.of <= aFew && !u.cues.Has(sentence.Musing) && (sentence.Describes(u.text) ||
		len(terms(u.text)) > 2 && (u.said.States() || u.cues.Has(sentence.Found)) && (specifics(u.text) > 0 || strings.ContainsAny(u.text, "0123456789") || u.cues.Has(sentence.Found)))
}

const aFew = 3 // sentences

// alters returns how what the person says changes what held before, perhaps in another session. In a long text there are
// other reasons to say what is so now.
func (u *unit) alters() change.Alteration {
	if u.said == nil || u.place.plan || u.place.script || u.place.goesOn {
		return change.Unaltered
	}
	by := u.said.Alters()
	if by < change.Swaps && len(prose.Sentences(u.text)) > 2 {
		return change.Unaltered
	}
	return by
}

// questions reports whether one of the sentences of a unit is a question, and whether one only asks for
// something to be done.
func (u *unit) questions() (asked, told bool) {
	for _, s := range prose.Sentences(u.text) {
		asked = asked || sentence.Asks(sentence.Urged(s))
		for _, clause := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(",;，；、", r) }) {
			told = told || u.lex.AsksFor(clause)
		}
	}
	return asked, told
}

// wished reports whether a sentence of a unit states a wish that lasts: no question, no report of a failure,
// and more than the opening of a request.
func (u *unit) wished() bool {
	for _, s := range prose.Sentences(u.own) {
		order := sentence.Urged(s)
		switch {
		case sentence.Asks(order) || sentence.Passing(s) || sentence.Bygone(s):
			continue
		case order != s, sentence.Regular(s):
			return true
		}
		s = s[len(sentence.Corrects(s)):]
		rest := s
		if u.place.first {
			rest = u.lex.AfterRequest(s)
		}
		h := sentence.Hear(rest)
		c := u.lex.Match(h) | sentence.Habitual(h)
		switch {
		case c.Has(sentence.Musing):
		case c.Has(sentence.Wish), c.Has(sentence.Habit) && (!c.Has(sentence.Report) || sentence.Rules(rest)) && !sentence.Tells(rest):
			return true
		}
	}
	return false
}
