package extract

import (
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki/prose"
)

// word gives a unit its line for the log: at most 300 characters, 200 where a clause ends before. A list
// item comes with the line above it, a sentence that depends on the one before it with that one, where they
// fit. A unit that has to stand alone is worth less, and one that cannot be cut is worth nothing.
func (r *reader) word(u *unit) {
	r.complete(u)
	u.line = strings.TrimRight(u.line, " :;,：；，、")
}

// complete adds to a unit what it needs to be understood, and cuts it to length.
func (r *reader) complete(u *unit) {
	u.line = u.text
	bare := u.unlabelled()
	n := utf8.RuneCountInString(u.text)
	switch {
	case u.voice == agent && colon(u.text):
		u.score = 0 // what it announces is left out
		return
	case (u.place.no || u.place.wrong && !labelled(u.text)) && u.lead.cues.any(against, trouble) && n+utf8.RuneCountInString(u.lead.text)+2 <= longest:
		u.line = u.lead.with(u.text)
		return
	case u.place.no && !crossed(u.text):
		u.score = 0 // it would say the opposite
		return
	case u.place.item && u.lead.tells() && n+utf8.RuneCountInString(u.lead.text)+2 <= short:
		if width(u.text) < 90 && !labelled(u.text) || bare != "" || strings.ContainsAny(u.text, ";；") {
			u.line = u.lead.with(u.text)
			if bare != "" {
				u.line = u.lead.with(bare)
			}
		}
	case bare != "":
		u.line = bare
	case u.voice == person && u.place.asked && r.kindOf(u) == daily.Exchange:
		if a := r.answer(u); a != nil {
			u.line = u.text + " " + a.text
			u.score += 0.4
		}
	case u.voice == agent && u.cues.has(deictic):
		if before := r.before(u); before != "" {
			u.line = together(before, u.text)
		} else {
			u.score -= 0.3
		}
	}
	if utf8.RuneCountInString(u.line) <= short || u.line != u.text && u.voice == person {
		return
	}
	if cut, ok := prose.Clip(u.line, short); ok {
		u.line = cut
	} else if utf8.RuneCountInString(u.line) > longest {
		u.score = 0
	}
}

// unlabelled returns what an item says behind a label that needs the line above it, "" when it has no such
// label.
func (u *unit) unlabelled() string {
	i := strings.IndexAny(u.text, ":：")
	if u.voice != agent || i < 0 || !u.lex.whole(label, hear(u.text[:i])) {
		return ""
	}
	return upper(strings.TrimLeft(u.text[i:], ":： "))
}

// answer returns what the agent said to a question of the person: the first of its last sentences that says
// something, when both fit into a bullet. What holds from then on is a line of its own.
func (r *reader) answer(q *unit) *unit {
	for i, seen := q.seq+1, 0; i < len(r.units) && seen < 3; i++ {
		u := &r.units[i]
		if u.voice == person && u.turn != q.turn {
			return nil
		}
		if u.voice != agent || u.place.side || !u.place.final {
			continue
		}
		seen++
		if u.score >= 0.9 && !u.place.item && !u.place.doubted && (!colon(u.text) || whole(u.text)) && !u.cues.any(narrate, outcome) &&
			utf8.RuneCountInString(q.text)+utf8.RuneCountInString(u.text) < short+40 {
			return u
		}
	}
	return nil
}

// before returns the sentence before u in its paragraph, when both fit into a bullet and it is no narration.
func (r *reader) before(u *unit) string {
	if u.seq == 0 {
		return ""
	}
	p := &r.units[u.seq-1]
	if p.turn != u.turn || p.para != u.para || p.cues.any(narrate, offer, status) || p.place.asked || p.place.gone ||
		utf8.RuneCountInString(p.text)+utf8.RuneCountInString(u.text)+2 > short {
		return ""
	}
	return p.text
}
