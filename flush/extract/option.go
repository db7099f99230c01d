package extract

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/flush/extract/offer"
	"github.com/agent-admin/memoria/flush/extract/sentence"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/wiki/prose"
)

// takeOption marks what the agent offered and the person did not take, and makes a unit of what they took: the
// option's words in quotation marks, and the answer.
func (r *reader) takeOption(i int, answer string) (text string, ok bool) {
	k := i - 1
	for k >= 0 && r.turns[k].Subagent {
		k--
	}
	if k < 0 || r.turns[k].Role != transcript.Agent {
		return "", false
	}
	offered := offer.In(r.turns[k].Text)
	labels := offer.Taken(answer, offered, r.langs[i])
	if label := offer.Recommended(r.turns[k].Text, offered); len(labels) == 0 && label != "" && offer.Agrees(answer) {
		labels = []string{label}
	}
	var texts []string
	for _, o := range offered {
		if slices.Contains(labels, o.Label) {
			texts = append(texts, o.Text)
		}
	}
	questions := !slices.ContainsFunc(offered, func(o offer.Option) bool { return !sentence.Asks(o.Text) })
	if questions || len(texts) != len(labels) || len(texts) == 0 && offer.None(answer) == "" {
		return "", false
	}
	for j := len(r.units) - 1; j >= 0 && r.units[j].turn >= k; j-- {
		u := &r.units[j]
		u.place.gone = u.place.gone || u.turn == k && slices.ContainsFunc(offered, func(o offer.Option) bool { return !slices.Contains(labels, o.Label) && o.Holds(u.text) })
	}
	if len(texts) == 0 { // but for a mere no
		return answer, len(sentence.Stems(answer[len(offer.None(answer)):], r.langs[i])) > 0
	}
	text = strings.Join(texts, "; ")
	if room := short - utf8.RuneCountInString(answer) - 5; utf8.RuneCountInString(text) > room {
		text, _ = prose.Clip(text, max(room, few))
	}
	return sentence.Answered(text, answer), text != ""
}
