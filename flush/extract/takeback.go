package extract

import (
	"strings"

	"github.com/agent-admin/memoria/flush/extract/sentence"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/wiki/prose"
)

// takeBack marks what the person takes back without saying what is so instead: "scratch that", "forget what I said
// about tabs". It goes by turns, since of such a message there may be no unit.
func (r *reader) takeBack(past []claim) {
	by := make(map[int][]claim) // by turn
	for _, c := range past {
		by[c.turn] = append(by[c.turn], c)
	}
	for i, t := range r.turns {
		if t.Role != transcript.Person || t.Subagent {
			continue
		}
		text := t.Text
		if len(text) > 2*longest {
			text, _, _ = strings.Cut(text, "\n") // what follows is the right paste
		}
		if len(text) > 2*longest {
			continue
		}
		for _, s := range prose.Sentences(text) {
			if sentence.Asks(s) {
				continue
			}
			if sentence.Astray(s) {
				r.void(i)
				continue
			}
			lex := sentence.Tongue(s, r.langs[i])
			if at := sentence.Retracts(s); at >= 0 {
				r.forget(by, i, named(s[at:], lex.Lang))
			}
		}
	}
}

// named returns the stems of a text, and its compound names, which are one word in a claim's code.
func named(text string, lang prose.Lang) map[string]bool {
	out := sentence.Stems(text, lang)
	prose.EachWord(text, func(w string) {
		if strings.ContainsAny(w, "._/-") {
			out[w] = true
		}
	})
	return out
}

// rule reports whether a claim is what the person decided or wishes.
func (c claim) rule() bool {
	return c.voice == person && c.cues.Any(sentence.Wish, sentence.Habit, sentence.Adopt) || c.place.took
}

// forget marks what was said before a turn about what the words name; without
// words, what the person said last.
func (r *reader) forget(by map[int][]claim, turn int, of map[string]bool) {
	for i := turn - 1; i >= max(0, turn-reach); i-- {
		for _, c := range by[i] {
			if len(of) == 0 && c.voice == person || len(of) > 0 && sentence.Shared(c.stems, of) >= min(2, len(of)) {
				c.place.gone = true
			}
		}
		if len(of) == 0 && r.turns[i].Role == transcript.Person && !r.turns[i].Subagent {
			return
		}
	}
}

// void marks all that was said since the person's last message before a turn: it was sent by mistake.
func (r *reader) void(turn int) {
	from := turn - 1
	for from >= 0 && (r.turns[from].Role != transcript.Person || r.turns[from].Subagent) {
		from--
	}
	for i := range r.units {
		if u := &r.units[i]; u.turn >= from && u.turn < turn {
			u.place.gone = true
		}
	}
}

// renews reports whether the person says with b a rule of theirs anew, with another number or as a correction that
// changes one word.
func (b claim) renews(a claim) bool {
	if !b.rule() || !a.rule() {
		return false
	}
	m := sentence.Corrects(b.text)
	differ, same := 0, 0
	for w := range sentence.Stems(b.text[len(m):], b.lex.Lang) {
		switch {
		case a.stems[w]:
			same++
		case m == "" && !strings.ContainsAny(w, "0123456789"):
			return false
		default:
			differ++
		}
	}
	return differ == 1 && same > 0 && (m != "" || same+differ == len(a.stems))
}
