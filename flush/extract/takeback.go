package extract

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/flush/extract/sentence"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/prose"
)

// takeBack marks what the person takes back without saying what is so instead: "scratch that", "forget what I said
// about tabs", "No.". It goes by turns, since of such a message there may be no unit.
func (r *reader) takeBack(past []claim) {
	by := make(map[int][]claim) // by turn
	for _, c := range past {
		by[c.turn] = append(by[c.turn], c)
	}
	for i, t := range r.turns {
		if t.Role != transcript.Person || t.Subagent || len(t.Text) > 2*longest {
			continue
		}
		for k, s := range prose.Sentences(t.Text) {
			if sentence.Asks(s) {
				continue
			}
			lex := sentence.Tongue(s, r.langs[i])
			of := func(rest string) map[string]bool {
				out := sentence.Stems(rest, lex.Lang)
				prose.EachWord(rest, func(w string) {
					if strings.ContainsAny(w, "._/-") {
						out[w] = true // inline code is one word in a claim
					}
				})
				return out
			}
			if m := retracts().FindStringIndex(s); m != nil {
				what := of(s[m[1]:])
				r.forget(by, i, what)
			} else if k == 0 && r.refuses(i, s, lex) {
				m := falsehood().FindString(s)
				_, rest := sentence.SaysNo(s)
				what := of(s[len(m):])
				r.refused(by, i, what, m == "" && len(strings.Fields(rest)) < 4)
			}
		}
	}
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

// refuses reports whether a message only says no to what was said before it, or what else it names, in a few words.
func (r *reader) refuses(turn int, s string, lex *sentence.Lexicon) bool {
	if falsehood().MatchString(s) {
		return true
	}
	no, rest := sentence.SaysNo(s)
	return no && len(strings.Fields(rest)) < 4 && (strings.Trim(rest, " .!") == "" || lex.Lead(sentence.Ack, sentence.Hear(rest)) == 0) && !r.asksBefore(turn)
}

// asksBefore reports whether the agent's last words before a turn ask something.
func (r *reader) asksBefore(turn int) bool {
	for j := len(r.units) - 1; j >= 0; j-- {
		if u := &r.units[j]; u.turn < turn {
			return u.voice == agent && u.place.asked
		}
	}
	return false
}

// refused marks what the agent said last before a turn: of it what the words name; else all of it, if it took few
// sentences, or the last of them. What the person had asked for goes with it, if the agent said nothing of note.
func (r *reader) refused(by map[int][]claim, turn int, of map[string]bool, rules bool) {
	told := false
	for i := turn - 1; i >= 0 && turn-i <= reach; i-- {
		if r.turns[i].Role != transcript.Agent && !r.turns[i].Subagent {
			for _, c := range by[i] {
				if rules && c.rule() && !told {
					c.place.gone = true
				}
			}
			return
		}
		if said := by[i]; !told && len(said) > 0 {
			told = len(said) > 1 || !said[0].lex.Empty(said[0].text)
			for _, c := range refusedOf(said, of) {
				c.place.gone = true
				r.judged(by[turn], turn, c)
			}
		}
	}
}

// refusedOf returns the claims of a message that somebody refuses.
func refusedOf(said []claim, of map[string]bool) []claim {
	named := slices.DeleteFunc(slices.Clone(said), func(c claim) bool { return !c.place.gone && sentence.Shared(c.stems, of) == 0 })
	switch {
	case len(named) > 0:
		return named
	case len(said) > 4: // sentences
		return said[len(said)-1:]
	}
	return said
}

// renews reports whether the person says with b a rule of theirs anew, with another number or as a correction that
// changes one word.
func (b claim) renews(a claim) bool {
	if !b.rule() || !a.rule() {
		return false
	}
	m := corrects().FindString(b.text)
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

var (
	// The person takes back what they said; what follows names it.
	retracts = lazy.Regexp(`(?i)^(?:(?:no|nein|wait|ok|oh|sorry|actually|and|but|eh|ah|hm+)[,.! ]+)*(?:scratch (?:that|this|it)|strike that|i (?:take|took) (?:that|it) back|never ?mind|nvm|(?:please )?(?:forget|ignore|disregard) (?:that|this|it\b|about|what i (?:said|wrote|told you)|my last)|(?:i'm )?withdrawing that|(?:undo|drop|delete|remove|cancel|revoke) (?:that|this|the last) (?:rule|decision|preference|instruction)|die(?:se)? regel gilt nicht mehr|streich die(?:se)? regel|esa regla ya no vale|doch nicht\W*$|vergiss (?:das|es|was ich)|vergessen sie|streich das|(?:das )?nehme ich zurück|ich nehme das zurück|schon gut|olv[ií]da(?:lo|te| eso| lo que| lo de)?|me retracto|lo retiro|déjalo|oublie(?:z)?\b|laisse tomber|je retire|esque[çc]e\b|deixa (?:pra|para) lá|забудь|беру (?:свои )?слова|неважно)(?: (?:what|was|lo|ce|o|ich|i|que|said|told|you|über|gesagt|habe|dije|te|mit|den|der|die|das|about|de|sobre|à|propos|про|то|что|я|говорил|сказала?))*|(?:, |; | and )(?:so )?(?:forget|vergiss|olvida|oublie|esqueça|forget about) |^(?:算了|当我没说|忘(?:了|掉)|やっぱり(?:なし|やめ)|(?:さっきの|今の)(?:は|話は)(?:なし|忘れ))`)
	// The person says that a statement is not so.
	falsehood = lazy.Regexp(`(?i)^(?:(?:no+|nope|nein|non|não|нет|hm+|ok|sorry|uh+|äh)[,.! ]+)*(?:(?:that|this|it)(?:'s| is)? (?:is )?(?:not (?:it|true|right|correct|so|the (?:cause|problem|reason|issue))|wrong|incorrect|false)|(?:that|this)(?: isn't|'s not| can't be| cannot be) (?:it|true|right|correct|the (?:cause|problem|reason|issue))|wrong|das (?:ist (?:falsch|es nicht|nicht (?:wahr|richtig|so))|stimmt (?:so )?nicht|kann (?:so )?nicht (?:sein|stimmen))|stimmt nicht|no puede ser|ça ne peut pas être ça|falsch|(?:eso )?no es (?:eso|así|cierto|verdad|correcto)|eso es falso|ce n'est pas (?:ça|vrai|le cas)|c'est faux|não é (?:isso|verdade)|(?:isso )?está errado|это (?:не так|неверно|неправда)|неверно)(?:$|[\s,.;:!–—-])|^(?:不对|不是(?:这个|这样)|错了|違います|違う|そうじゃない|そうではありません)`)
	// The person says a rule another way than before.
	corrects = lazy.Regexp(`(?i)^(?:(?:ok|oh|hm+|no|sorry|wait|nein|ach)[,.! ]+)*(?:actually|on second thoughts?|i changed my mind|wait|rather|correction|in the end|am ende|letztlich|eigentlich|doch (?:lieber|besser)|lieber doch|ich habe es mir anders überlegt|korrektur|en realidad|pensándolo bien|mejor|cambié de (?:idea|opinión)|corrección|al final|en fait|finalement|au final|plutôt|na verdade|pensando bem|no fim|no final|на самом деле|в итоге|нет, лучше)(?:$|[\s,:])|^(?:还是|其实|最终|最后|やっぱり|やはり|結局)`)
)
