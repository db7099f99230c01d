package extract

import (
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/wiki/prose"
)

const (
	short   = 200 // characters a bullet should have at most
	longest = 300 // characters a bullet may have at most
)

// A voice is who says a sentence.
type voice uint8

const (
	person voice = iota + 1
	agent
	tool // a diagnosis in the error of a failed step
)

// A unit is a candidate: something one side said that may become a bullet.
type unit struct {
	text  string
	voice voice
	turn  int  // index of its turn
	seq   int  // place in the whole stretch
	para  int  // which paragraph of it
	lead  line // the line or the heading a list item belongs to: "The harness now creates:"
	place place
	lex   *lexicon
	heard said
	cues  mask
	score float64
	line  string // as it would stand in the log
}

// place is where in the conversation a unit stands.
type place struct {
	item    bool    // a list item
	quote   bool    // quoted
	final   bool    // in the agent's last words before the person speaks again
	rest    bool    // agent: nothing was done after these words
	torn    bool    // agent: it goes on with a sentence that stands elsewhere
	mended  bool    // agent: what it says is missing is added at once
	first   bool    // in the first request of the stretch
	heads   bool    // person: a heading of their own
	opens   bool    // first sentence of its turn
	after   bool    // agent: right after the person set something right
	doubted bool    // agent: the person says that something is wrong next
	denied  bool    // agent: and names what it is about
	zone    bool    // agent: said after the last edit before the person speaks again
	late    float64 // agent: how far on between two words of the person, 0 to 1
	gone    bool    // agent: it did not hold, as was said later
	no      bool    // crossed out, or under a heading that says no: it must not be told without that
	wrong   bool    // under a heading of what is wrong
	plan    bool    // under a heading of options, steps, questions
	next    bool    // under a heading of things left to do
	tried   int     // agent: causes named later before the person speaks again
	side    bool    // said inside a subagent
	asked   bool    // a question
	mute    bool    // in a language without a lexicon
	agreed  bool    // agent: the person said yes to it
	answers bool    // agent: the person had asked which of several
	script  bool    // person: a program's prompt
	of      int     // sentences in the turn
}

// A reader turns turns into units.
type reader struct {
	turns []transcript.Turn
	langs []prose.Lang
	units []unit
}

func (r *reader) add(u unit) {
	u.text = strings.TrimSpace(u.text)
	if utf8.RuneCountInString(u.text) < 2 || secretOnly(u.text) || u.voice != person && lure(u.text) {
		return
	}
	u.seq = len(r.units)
	u.lex = tongue(u.text, r.langs[u.turn])
	u.heard = hear(u.text)
	u.cues = u.lex.match(u.heard)
	u.cues &^= 1 << adopt
	if u.voice == person {
		u.cues |= u.lex.orders(u.text)
		if u.lex.settled(u.text) {
			u.cues |= 1 << adopt
		}
	}
	u.place.asked = asks(u.text)
	u.place.mute = r.langs[u.turn] == prose.Unknown
	r.units = append(r.units, u)
}

// asks tells a question, in any script.
func asks(s string) bool {
	s = strings.TrimRight(s, " \"')]”’」）")
	for _, end := range []string{"?", "？", "か。", "吗", "吗。", "呢", "?!"} {
		if strings.HasSuffix(s, end) {
			return true
		}
	}
	return false
}

// readTurns makes the units of a stretch, in the order they were said.
func readTurns(turns []transcript.Turn) *reader {
	r := &reader{turns: turns, langs: languages(turns)}
	final := finals(turns)
	first := -1
	for i, t := range turns {
		switch {
		case notSaid(t):
		case t.Role == transcript.Agent:
			r.readAgent(i, final[i])
			r.readSteps(i)
		case t.Subagent:
			// A prompt that an agent wrote for another.
		case t.Role == transcript.Choice:
			r.readChoice(i)
			r.readSteps(i)
		default:
			before := len(r.units)
			r.readPerson(i, first < 0)
			if first < 0 && len(r.units) > before {
				first = i
			}
			r.readSteps(i)
		}
	}
	r.relate()
	return r
}

// languages detects the language of each turn; a turn too short to tell has that of the
// stretch.
func languages(turns []transcript.Turn) []prose.Lang {
	out := make([]prose.Lang, len(turns))
	votes := make(map[prose.Lang]int)
	for i, t := range turns {
		out[i] = prose.Detect(t.Text)
		votes[out[i]] += min(len(t.Text), 400)
	}
	common := prose.Unknown
	for _, l := range prose.Langs {
		if votes[l] > votes[common] || common == prose.Unknown && votes[l] > 0 {
			common = l
		}
	}
	for i := range out {
		if out[i] == prose.Unknown {
			out[i] = common
		}
	}
	return out
}

// finals marks the agent's last words before the person speaks again, and a subagent's
// report: its last words before those of another.
func finals(turns []transcript.Turn) []bool {
	out := make([]bool, len(turns))
	main, side := true, true // what comes next is the other side
	for i := len(turns) - 1; i >= 0; i-- {
		t := turns[i]
		switch {
		case t.Subagent && t.Role == transcript.Agent:
			out[i], side = side, false
		case t.Subagent:
			side = true
		case t.Role == transcript.Agent:
			out[i], main, side = main, false, true
		default:
			main, side = true, true
		}
	}
	return out
}
