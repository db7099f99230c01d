package extract

import (
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/extract/sentence"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/prose/change"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// A line introduces what follows below it.
type line struct {
	text string
	cues sentence.Mask
	lex  *sentence.Lexicon
}

// tells reports whether a line above a list is worth repeating before an item of it.
func (l line) tells() bool {
	n := utf8.RuneCountInString(l.text)
	return n > 5 && n <= 90 && !vague().MatchString(l.text) && !l.cues.Any(sentence.Narrate, sentence.Next)
}

// vague matches the beginning of a heading that says nothing of what stands below it.
var vague = lazy.Regexp(`(?i)^(?:summary|changes|what (?:changed|was|i)|here's|i've|key (?:changes|findings)|findings|results?|files (?:modified|changed)|new files|overview|details|conclusion|notes?|features|fixed|created|resolution|implementation|done|zusammenfassung|änderungen|ergebnis|überblick|was (?:geändert|gemacht|ich)` +
	`|resumen|cambios|resultado|résumé|changements|modifications|ce qui a|resumo|mudanças|alterações|o que (?:foi|mudou)|итоги?|изменения|результат|что (?:сделано|изменено|изменилось))(?:$|[^\p{L}])|^(?:总结|变更|修改|结果|まとめ|変更|結果|概要)`)

// with puts a line in front of what it introduces.
func (l line) with(text string) string {
	if sentence.Colon(l.text) {
		return l.text + " " + text
	}
	return l.text + ": " + text
}

const (
	short   = 200 // characters a bullet should have at most
	longest = 300 // characters a bullet may have at most
)

// few is how many characters an item may have that is joined with its neighbours.
const few = 64

// A voice is who says a sentence.
type voice uint8

const (
	person voice = iota + 1
	agent
)

// A unit is a candidate: something one side said that may become a bullet.
type unit struct {
	text     string
	own      string // what of it does not tell of others
	voice    voice
	turn     int  // index of its turn
	seq      int  // place in the whole stretch
	para     int  // which paragraph of it
	lead     line // the line or the heading a list item belongs to: "The harness now creates:"
	place    place
	lex      *sentence.Lexicon
	heard    sentence.Said
	cues     sentence.Mask
	said     *change.Line        // see reader.heard
	deed     *sentence.Deed      // what it says is to be done; nil until it is asked for
	tellings []*sentence.Telling // of what was done; empty until they are asked for
	parts    []string            // the items of a list that it joins
	label    string              // what it begins with: "Fixed: "
	cures    *unit               // the agent's report of a fault that this says is over
	worth    int                 // see rate
	leans    bool                // it needs the sentence before it
	kind     daily.Kind
}

// place is where in the conversation a unit stands.
type place struct {
	item   bool // a list item
	quote  bool // quoted
	final  bool // in the agent's last words before the person speaks again
	rest   bool // agent: nothing was done after these words
	first  bool // in the first request of the stretch
	heads  bool // person: a heading of their own
	goesOn bool // person: the rest of the unit before it
	judges bool // person: says how it is, of what the agent said that was wrong
	took   bool // person: takes one of the options that the agent offered
	opens  bool // first sentence of its turn
	worked bool // agent: more than a few edits were made after these words
	zone   bool // agent: said after the last edit before the person speaks again
	gone   bool // it did not hold, as a later sentence says
	no     bool // crossed out, or under a negative heading: it must not be repeated without that
	next   bool // under a heading of things left to do
	box    bool // in an empty task box
	owed   bool // says that something is left to do
	side   bool // said inside a subagent
	asked  bool // a question
	mute   bool // in a language without a lexicon
	script bool // person: a program's prompt, words of somebody else, or a claim that was wrong
	plan   bool // person: part of a document of its own, such as a plan that was pasted
	of     int  // sentences in the turn
}

// task reports whether it is among what is left to do.
func (p *place) task() bool { return p.next || p.owed }

// A reader turns turns into units.
type reader struct {
	turns []transcript.Turn
	langs []prose.Lang
	units []unit
}

// home returns the name of the folder that a turn was said in.
func (r *reader) home(turn int) string {
	path := strings.TrimRight(r.turns[turn].CWD, `/\`)
	return path[strings.LastIndexAny(path, `/\`)+1:]
}

func (r *reader) add(u unit) {
	u.text = strings.TrimSpace(u.text)
	if utf8.RuneCountInString(u.text) < 2 || sentence.SecretOnly(u.text) || u.voice != person && proof.Lures(u.text) {
		return
	}
	u.seq = len(r.units)
	u.lex = sentence.Tongue(u.text, r.langs[u.turn])
	u.own = u.text
	if u.voice == person {
		u.own, u.place.script = sentence.Own(u.text), sentence.HandsOver(u.text) >= 0
	}
	own := u.own[len(sentence.Corrects(u.own)):]
	u.heard = sentence.Hear(u.text)
	heard := sentence.Hear(own)
	u.cues = u.lex.Match(heard)
	u.cues &^= 1 << sentence.Adopt
	if u.voice == person {
		u.cues |= sentence.Habitual(heard)
		if u.lex.Settled(own) {
			u.cues |= 1 << sentence.Adopt
		}
	}
	u.place.asked = sentence.Asks(u.text) || u.voice == agent && sentence.Offers(u.text)
	if all := prose.Sentences(u.text); u.voice == person && u.place.asked && len(all) > 0 {
		u.place.asked = sentence.Asks(sentence.Urged(all[len(all)-1]))
	}
	u.place.owed = u.place.owed || sentence.ToDo(u.text) && !(u.voice == agent && u.place.asked)
	u.place.mute = r.langs[u.turn] == prose.Unknown
	r.units = append(r.units, u)
}
