package offer

import (
	"strconv"
	"strings"

	"github.com/agent-admin/memoria/flush/extract/sentence"
	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/prose"
)

// ways returns the options that an agent offers in sentences, without labels: "I recommend Redis. Alternatives: Memcached, or
// an LRU in the process." It returns nil for fewer than two.
func ways(md string) (out []Option) {
	var all []string
	for _, s := range prose.Sentences(Plain(md)) {
		m := offers().FindStringIndex(s)
		if m == nil || sentence.Asks(s) {
			continue
		}
		all = append(all, s)
		for _, way := range between().Split(s[m[1]:], -1) {
			if because := reason().FindStringIndex(way); because != nil {
				way = way[:because[0]]
			}
			if way = strings.Trim(way, " .:;,!*_"); len(way) > 1 && len(strings.Fields(way)) < 9 {
				out = append(out, Option{Label: strconv.Itoa(len(out) + 1), Text: way, loose: true})
			}
		}
	}
	if len(out) < 2 {
		return nil
	}
	for i := range out {
		out[i].all = strings.Join(all, " ")
	}
	return out
}

// takenWay returns the label of the option whose words an answer names, and no words of another: "take the LRU", "the LRU".
func takenWay(answer string, of []Option, lang prose.Lang) []string {
	verb := takesIt().FindString(answer)
	rest := sentence.Stems(strings.TrimLeft(answer[len(verb):], " "), lang)
	if len(rest) == 0 || sentence.Asks(answer) || len(strings.Fields(answer)) > 12 {
		return nil
	}
	var found []string
	for _, o := range of {
		n := sentence.Shared(sentence.Stems(o.Text, lang), rest)
		if n > 0 && (verb != "" || n == len(rest)) {
			found = append(found, o.Label)
		}
	}
	if len(found) != 1 {
		return nil
	}
	return found
}

var (
	// How an agent offers what can be taken.
	offers = lazy.Regexp(`(?i)\b(?:i(?:'d| would)? (?:recommend|suggest|propose|prefer|go (?:with|for))|my (?:recommendation|suggestion|favou?rite)(?: is| would be)?:?|recommended:|(?:the )?(?:other )?(?:alternatives?|options?|choices?|candidates?|possibilities|ways)(?: are| is| would be| include)?:?|(?:we|you|one) (?:can|could) (?:either )?(?:use|take|have|go (?:with|for)|pick)|either` +
		`|ich (?:empfehle|würde|schlage)(?: vor)?|meine empfehlung(?: ist)?:?|(?:die )?(?:alternativen?|möglichkeiten|optionen)(?: sind| wären)?:?|entweder|(?:yo )?(?:recomiendo|propongo|sugiero)|(?:las )?(?:alternativas?|opciones)(?: son| serían)?:?|je (?:recommande|propose|suggère)|(?:les )?(?:alternatives?|options)(?: sont)?:?|recomendo|sugiro|(?:as )?(?:alternativas|opções)(?: são)?:?)(?:\s|$)|(?:рекомендую|предлагаю|альтернативы|варианты)(?:\s|[:：])|(?:推荐|建议|备选|选项|おすすめは|代替案は|選択肢は)[:：]?`)
	between = lazy.Regexp(`(?:[,;，；、]\s*|\s+)(?i:or|oder|ou|или|либо|and|und|y|et|e)\s+|[,;，；、]\s*|或者?|または|か、`)
	reason  = lazy.Regexp(`(?i)\s(?:because|since|as it|which|for (?:its|the)|weil|da|porque|ya que|parce que|car|потому)\s`)
	// How a person takes one of them.
	takesIt = lazy.Regexp(`(?i)^(?:(?:ok(?:ay)?|yes|yeah|no|then|so|hm+|ja|nein|gut|dann|sí|vale|entonces|oui|alors|sim|então|да|тогда)[,.! ]+)*(?:(?:please |bitte )?(?:let's |let us |we(?:'ll| will)? |i(?:'d|'ll| will| would)? (?:rather )?)?(?:take|use|go (?:with|for)|pick|choose|want|prefer|like|stick (?:with|to)|do)|nimm|nehmen wir|wir nehmen|ich nehme|lieber|toma|usa|usemos|mejor|prefiero|prends|prenons|utilise|plutôt|pega|usemos|prefiro|возьми|возьмём|используй|лучше)(?: |$)|^(?:用|选|就用|采用)`)
)
