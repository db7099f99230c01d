package extract

import (
	"maps"

	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/wiki/prose"
)

// relate marks what depends on the neighbouring turns. The agent's turns between two messages of the person
// are a run: what is said late in it, and after its last edit, are its conclusions. What the person denies
// weighs little, what the agent says right after that weighs more.
func (r *reader) relate() {
	runs := r.runs()
	speaks := make(map[int]bool) // turns of the person that say something
	for i := range r.units {
		if r.units[i].voice == person {
			speaks[r.units[i].turn] = true
		}
	}
	denials, corrected := r.denials(runs, speaks)
	r.supersede(runs, denials)
	choices := r.choices()
	lead := make(map[int]int) // sentences seen of the run
	for i := range r.units {
		u := &r.units[i]
		if u.voice != agent || u.place.side {
			continue
		}
		n := runs[u.turn]
		u.place.agreed = u.place.final && n.next >= 0 && r.turns[n.next].Role == transcript.Person && !speaks[n.next]
		u.place.zone = u.turn > n.edit
		u.place.answers = n.prev >= 0 && overlaps(choices[n.prev], content(u.text, u.lex.lang))
		u.place.late = 1
		if n.to > n.from {
			u.place.late = float64(u.turn-n.from) / float64(n.to-n.from)
		}
		if d := denials[n]; d != nil {
			u.place.doubted = true
			u.place.denied = overlaps(d.words, content(u.text, u.lex.lang))
		}
		if corrected[n.prev] && !u.cues.has(narrate) {
			u.place.after = lead[n.from] < 3
			lead[n.from]++
		}
	}
}

// choices returns the words of the questions in which the person asks which of several it should be, by
// turn.
func (r *reader) choices() map[int]map[string]bool {
	out := make(map[int]map[string]bool)
	for i := range r.units {
		u := &r.units[i]
		if u.voice != person {
			continue
		}
		for _, s := range prose.Sentences(u.text) {
			if !asks(s) || !u.lex.match(hear(s)).has(either) {
				continue
			}
			if out[u.turn] == nil {
				out[u.turn] = make(map[string]bool)
			}
			maps.Copy(out[u.turn], content(s, u.lex.lang))
		}
	}
	return out
}

// A denial holds what the person said was wrong.
type denial struct {
	turn  int             // the person's
	words map[string]bool // that single out what it is about
}

// denials returns, for each run that the person then said was wrong, the words of the denial; an
// acknowledgement in between changes nothing. corrected are the person's turns that correct something, or
// may.
func (r *reader) denials(runs []*span, speaks map[int]bool) (denials map[*span]*denial, corrected map[int]bool) {
	denials, corrected = make(map[*span]*denial), make(map[int]bool)
	rare := r.rare()
	for i := range r.units {
		u := &r.units[i]
		if u.voice != person || u.place.first || !u.place.opens && u.place.of > 3 {
			continue
		}
		if u.cues.any(correct, deny) {
			corrected[u.turn] = true
		}
		if !u.cues.has(deny) {
			continue
		}
		for t := u.turn - 1; t >= 0 && !speaks[t]; t-- {
			if n := runs[t]; n != nil {
				if denials[n] == nil {
					denials[n] = &denial{u.turn, make(map[string]bool)}
				}
				maps.Copy(denials[n].words, rare(u.text, u.lex.lang))
				t = n.from
			}
		}
	}
	return denials, corrected
}

// rare returns a function that returns the words of a text which few sentences of the stretch hold: those
// that identify a sentence.
func (r *reader) rare() func(text string, lang prose.Lang) map[string]bool {
	var seen map[string]int
	return func(text string, lang prose.Lang) map[string]bool {
		if seen == nil { // most stretches hold no denial
			seen = make(map[string]int)
			for i := range r.units {
				for w := range content(r.units[i].text, r.units[i].lex.lang) {
					seen[w]++
				}
			}
		}
		out := content(text, lang)
		for w := range out {
			if seen[w] > max(4, len(r.units)/12) || len(w) < 3 {
				delete(out, w)
			}
		}
		return out
	}
}

// A span is a run of the agent's turns.
type span struct {
	from, to   int // its first and last turn
	prev, next int // the person's turns around it, or -1
	edit       int // the last turn in it with an edit, or -1
}

// runs returns the run of each turn of the agent.
func (r *reader) runs() []*span {
	out := make([]*span, len(r.turns))
	var cur *span
	prev := -1
	for i, t := range r.turns {
		if t.Role != transcript.Agent {
			if !t.Subagent {
				if cur != nil {
					cur.next = i
				}
				cur, prev = nil, i
			}
			continue
		}
		if cur == nil {
			cur = &span{from: i, prev: prev, next: -1, edit: -1}
		}
		cur.to, out[i] = i, cur
		for _, s := range t.Steps {
			if s.Edit {
				cur.edit = i
			}
		}
	}
	return out
}
