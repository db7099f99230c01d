package extract

import (
	"strings"

	"github.com/agent-admin/memoria/flush/extract/sentence"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/lazy"
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
			if astray().MatchString(s) {
				r.void(i)
				continue
			}
			lex := sentence.Tongue(s, r.langs[i])
			if m := retracts().FindStringIndex(s); m != nil {
				r.forget(by, i, named(s[m[1]:], lex.Lang))
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
	// The person says that their last message was sent by mistake.
	astray = lazy.Regexp(`(?i)^(?:(?:no|nein|non|wait|ok|oh|sorry|oops|ups|uups|argh|entschuldigung|pardon|perdón|désolée?|desculpa|ой|извини|ah|and|but)[,.! ]+)*(?:(?:please |bitte )?(?:ignore|disregard|forget|skip|discard) (?:my|the|that) (?:last|previous|prior|above|earlier) (?:message|msg|paste|prompt|input|one)(?:\s*[,.!;:)(–—-]|\s*$|\s+(?:and|as|since|because|it|that was|i|completely|please|entirely)\b)|(?:(?:that|this|it) was (?:the |a )?|i had the )?(?:wrong (?:window|chat|session|paste|tab|terminal|clipboard|copy)|mis-?paste)(?:\s*[,.!;:)(–—-]|\s*$)|(?:that|this|it|the last (?:message|one|paste)) (?:was|is) (?:meant )?for (?:another|a different|the other|my other) (?:project|session|chat|window|repo|agent)\b|i pasted the wrong\b|(?:bitte )?(?:ignorier(?:e|en sie)?|vergiss) (?:bitte )?(?:die|meine) (?:letzte|vorige|vorherige) (?:nachricht|eingabe)|(?:das war (?:das |der |die )?)?(?:falsches fenster|falscher chat|falsche sitzung|falsch (?:kopiert|eingefügt))\b|das war für ein anderes (?:projekt|fenster|repo)|ignore[rz]? (?:mon|le) (?:dernier|précédent) message|ignore[rz]? mon message précédent|(?:c'était (?:la |le )?)?(?:mauvaise fenêtre|mauvais (?:copier-coller|onglet))\b|c'était pour un autre projet|ignora (?:mi|el) (?:último mensaje|mensaje anterior)|(?:era la )?ventana equivocada|me equivoqué de ventana|(?:eso )?era para otro proyecto|ignor[ae] (?:a )?(?:minha )?(?:última mensagem|mensagem anterior)|janela errada|era para outro projeto|(?:про)?игнорируй (?:предыдущее|последнее|прошлое|моё последнее) сообщение|не туда(?:\W|$)|не то окно|ошиб(?:ся|лась) окном|это было для другого проекта)|^(?:(?:抱歉|对不起|不好意思|すみません|ごめん)[，,。、 ]*)*(?:(?:请)?忽略(?:我)?(?:上一条|刚才的|前一条)|(?:我)?(?:发|贴|粘贴)错(?:了|窗口|地方)|上一条(?:消息)?(?:请)?(?:忽略|无视|作废)|(?:さっき|直前|今|前)の(?:メッセージ|貼り付け|投稿)は(?:無視|忘れ)|(?:貼り|送り|送る)(?:間違え|間違い|先を間違え)|誤爆)`)
	// The person says a rule another way than before.
	corrects = lazy.Regexp(`(?i)^(?:(?:ok|oh|hm+|no|sorry|wait|nein|ach)[,.! ]+)*(?:actually|on second thoughts?|i changed my mind|wait|rather|correction|in the end|am ende|letztlich|eigentlich|doch (?:lieber|besser)|lieber doch|ich habe es mir anders überlegt|korrektur|en realidad|pensándolo bien|mejor|cambié de (?:idea|opinión)|corrección|al final|en fait|finalement|au final|plutôt|na verdade|pensando bem|no fim|no final|на самом деле|в итоге|нет, лучше)(?:$|[\s,:])|^(?:还是|其实|最终|最后|やっぱり|やはり|結局)`)
)
