package extract

import (
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/extract/rank"
	"github.com/agent-admin/memoria/flush/extract/sentence"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/prose/change"
)

// What a unit must be worth to be kept, and what counts for and against it, in units of [rank.One]; tiny is in columns.
const (
	worthy  = rank.One / 20     // the logarithm of the odds from which on a unit is kept
	even    = 3 * rank.One / 10 // added where the weights judge alone, which makes them keep about as much
	enough  = 12                // sentences of a stretch from which on they count: they have seen few shorter ones
	caution = rank.One / 4      // how much the odds that it misleads count against it
	stated  = 8 * rank.One      // added where the person decides something or states a lasting wish: that is kept
	telling = rank.One          // added in a language whose words the model does not know, and where one thing became another
	working = 3 * rank.One / 2  // taken off where a sentence tells of the work alone, in such a language, and where a line tells of one file, in another
	tiny    = 30                // the width up to which a sentence that names nothing says little
	unheard = 3 * rank.One      // added where nothing is known of the person's language
)

// rate says of each unit how much it is worth, and whether it needs the sentence before it.
func (r *reader) rate(m *rank.Model) {
	all := r.sentences()
	for i, w := range Weigh(m, all) {
		u, f := &r.units[i], all[i].Features
		worth, harm := w.Keep+even, w.Harm
		if u.known() && len(all) >= enough {
			worth, harm = (w.Keep+m.Judge(rank.Keep, w.Numbers))/2, m.Judge(rank.Harm, w.Numbers)
		}
		u.worth = worth - harm*caution/rank.One
		u.leans = m.Score(rank.Lean, &f) > -rank.One
		if u.voice == agent {
			u.kind = agentKind(m, &f, u)
			if sentence.Credits(u.text) { // the agent is no witness of what a person wants
				u.place.gone = true
			}
			if (u.cues.Has(sentence.Change) || !u.known()) && u.place.final && turns().MatchString(u.text) {
				u.worth += telling
			}
			if u.known() && ofFile().MatchString(u.text) {
				u.worth -= working
			}
			switch {
			case u.place.box && u.place.final:
				u.worth = max(u.worth, empty)
			case u.kind == daily.Action && (u.place.next || u.place.owed) && u.place.final && !u.place.worked:
				u.worth = lifted(u.worth) // the agent says itself that it is left to do
			case u.place.final && (len(all) < enough || !u.known()) && (sentence.Blames(u.text) || u.alters() == change.Cures && sentence.Width(u.text) >= tiny || u.said != nil && u.said.Gone() != nil):
				u.worth = max(u.worth, empty)
			case sentence.Commits(u.text):
				u.worth -= 2 * working
			case u.known():
			case u.idle():
				u.worth -= working
			default:
				u.worth += telling // what cannot be judged is rather kept
			}
			continue
		}
		switch u.kind = r.kindOf(u); {
		case u.place.goesOn: // of one worth with what it goes on from
			u.kind, u.worth = r.units[i-1].kind, r.units[i-1].worth
		case u.kind == daily.Decision, u.kind == daily.Preference && (u.cues.Any(sentence.Wish, sentence.Habit) || sentence.Regular(u.text)), u.alters() != change.Unaltered, u.place.judges:
			u.worth += stated
		case u.kind == daily.Action:
			u.worth = lifted(u.worth)
		case u.kind == daily.Lesson, u.kind == daily.Fact && u.says(), sentence.Declares(u.text) && u.place.of <= aFew && !u.place.plan && !r.edits(u.turn):
			u.worth = max(u.worth, empty)
		case r.turns[u.turn].Role == transcript.Choice && sentence.Proceeds(r.turns[u.turn].Question):
			u.worth -= 2 * working
		case u.kind == daily.Fact && u.cues.Has(sentence.Habit), u.cues.Has(sentence.Deny):
			u.worth += rank.One
		case u.place.mute && len(terms(u.text)) > 2:
			u.worth += unheard
		}
	}
}

// mended makes what says that a fault is over worth as much as the report of the fault: the one without the other would
// stand as if it held.
func (r *reader) mended() {
	for i := range r.units {
		if u := &r.units[i]; u.cures != nil && !u.cures.place.gone && !u.place.gone {
			u.worth = max(u.worth, u.cures.worth)
		}
	}
}

// lifted returns what a task is worth, which is kept unless much speaks against it.
func lifted(worth int) int { return max(worth, min(empty, worth+3*rank.One)) }

// turns matches a change of one thing into another, as a later reader looks for it.
var turns = lazy.Regexp(`(?i)\bfrom .+ to |\bvon .+ (?:auf|zu|nach) |\bde .+ a |从.+(?:改为|到)|から.+に|\bс .+ на `)

// known reports whether the model knows the language of a sentence.
func (u *unit) known() bool { return u.lex.Lang == prose.EN && !u.place.mute }

// idle reports whether a sentence tells of the work alone, or is short and names nothing.
func (u *unit) idle() bool {
	return u.cues.Has(sentence.Narrate) || sentence.Width(u.text) <= tiny && specifics(u.text) == 0 && !strings.Contains(u.text, "`")
}

// ofFile matches a line of a list that tells file by file what was edited.
var ofFile = lazy.Regexp("^[`*]*(?:[a-z_./-][\\w./-]*\\.[a-z]{1,4}|[A-Z][\\w./-]*\\.(?:md|go|tsx?|jsx|py|vue|java|kt|cs|swift|txt|json|ya?ml))(?::[\\d, -]+)?[`*]*(?: \\([^()]*\\))?(?: [-–—→] |[:：] ?)")

// agentKind returns the kind that the model finds likeliest of what an agent said.
func agentKind(m *rank.Model, f *rank.Features, u *unit) daily.Kind {
	switch {
	case u.place.no, sentence.Blames(u.text):
		return daily.Lesson
	case u.place.next && u.place.final && !u.place.asked && (u.cues.Has(sentence.Action) || !tells().MatchString(u.text)), u.place.owed, !u.known() && u.cues.Has(sentence.Action):
		return daily.Action
	}
	best, kind := 0, daily.Fact
	for i, k := range kindHeads {
		s := m.Score(k.head, f)
		switch {
		case k.kind == daily.Action && (!u.cues.Has(sentence.Action) || u.place.asked):
			continue
		case k.kind == daily.Decision && !mayDecide(u):
			continue
		case k.kind == daily.Lesson && u.cues.Any(sentence.Found, sentence.Against):
			s += rank.One
		}
		if i == 0 || s > best {
			best, kind = s, k.kind
		}
	}
	return kind
}

// tells matches a sentence that says how something is, and not what is to be done.
var tells = lazy.Regexp(`(?i)^(?:(?:only|the|this|that|these|those|it|they|we|i|you|i've|we've)\s|(?:all|\S+) (?:is|are|was|were|has|have)\s)`)

// mayDecide reports whether an agent's sentence can tell of a decision: it says what was done, or that something was settled.
func mayDecide(u *unit) bool {
	if !u.known() {
		return u.cues.Has(sentence.Change) || !u.cues.Has(sentence.Narrate)
	}
	return u.cues.Any(sentence.Change, sentence.Adopt) || sentence.States(u.text) || !u.cues.Has(sentence.Narrate) && settled().MatchString(u.text)
}

// settled matches a sentence that tells of one thing in the place of another.
var settled = lazy.Regexp(`(?i)\b(?:now|instead of|rather than)\b`)

var kindHeads = []struct {
	head rank.Head
	kind daily.Kind
}{{rank.Fact, daily.Fact}, {rank.Lesson, daily.Lesson}, {rank.Decision, daily.Decision}, {rank.Action, daily.Action}}
