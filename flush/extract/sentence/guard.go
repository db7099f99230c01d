package sentence

import (
	"slices"
	"strings"
	"unicode"

	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/prose"
)

// SecretOnly reports whether nothing is left of a text without the redacted parts.
func SecretOnly(s string) bool {
	if !strings.Contains(s, "[redacted:") && !strings.Contains(s, "[private]") {
		return false
	}
	words := 0
	prose.EachWord(Withheld().ReplaceAllString(s, " "), func(w string) {
		if !prose.IsStop(w, prose.EN) && strings.IndexFunc(w, unicode.IsLetter) >= 0 {
			words++
		}
	})
	return words < 3
}

// Withheld matches the marks of what was redacted.
var Withheld = lazy.Regexp(`\[private\]|\[redacted:[^\]\n]*\]?`)

// SaysNo reports whether a message begins with a "no" that stands alone, behind sounds of thinking, and what
// follows it; "no problem" does not, and "problem" follows it.
func SaysNo(text string) (alone bool, rest string) {
	m := noAtFirst().FindStringSubmatch(text)
	if m == nil {
		return false, ""
	}
	rest = text[len(m[0]):]
	return m[1] != "" || rest == "", rest
}

// Objects reports whether a message begins by saying that it is otherwise than was said.
func Objects(text string) bool { return otherwise().MatchString(text) }

// thinking matches the sounds of thinking that a message begins with.
const thinking = `(?i)^(?:(?:ok(?:ay)?|uh+|um+|er+m?|h+m+|m+h?|eh+|äh+m?|tja|naja|well|ah+|oh+|yeah|but|aber|bueno|vale|pues|pero|a ver|bon|ben|bah|euh+|hã+|alors|mais|beh|ma|então|ué|bem|mas|э+|ну|а|но|えっと|えー|うーん|あの|でも|嗯|呃|那个|但)[\s,.!…、。，–—-]+)*`

var otherwise = lazy.Regexp(thinking + `(?:sorry,? but|entschuldigung,? aber|perdona,? pero|désolée?,? mais|desculpa,? mas|извини,? но|抱歉，但|actually|in fact|in reality|tatsächlich|eigentlich|in wirklichkeit|en realidad|de hecho|en fait|en réalité|in realtà|na verdade|на самом деле|вообще-то|其实|实际上|実は|実際は)(?:$|[\s,:，、]|\p{Han}|\p{Hiragana})`)

var noAtFirst = lazy.Regexp(thinking + `(?:no+|nope|nah|nein|nö|nee?|non(?:[ ,]+non)*(?:,? pas du tout)?|pas du tout|não(?:,? nada disso|,? é isso(?: não)?|,? não é isso(?: não)?)?|nada disso|qué va(?:,? para nada)?|para nada|(?:да )?нет(?: же)?(?:,? нет)*|вовсе нет|ничего подобного|いや|いいえ|(?:that|this|it) (?:can't|cannot) be (?:it|right|true|so)|das kann (?:so )?nicht (?:sein|stimmen)|(?:eso )?no puede ser|ça ne peut pas être ça|isso não pode ser|i don't think so|i doubt (?:it|that)|not (?:really|quite)|(?:das )?glaube? ich (?:eher )?nicht|no (?:lo )?creo|je ne (?:crois|pense) pas|acho que não|не думаю|вряд ли|不觉得|そうは思わない|quatsch|unsinn|blödsinn|nonsense|rubbish|tonterías|bobagem|n'importe quoi|чушь|ерунда|неправда|胡说|不是的|不对|错了|不是这样|不是)(?:([,.!;:–—、。，…]+\s*|\s+[–—-]\s+|\s*$)|\s+)`)

// Curt reports whether a denial names nothing of what it denies: "no, that's wrong".
func (x *Lexicon) Curt(text string) bool {
	clause, _, more := strings.Cut(text, ",")
	no, rest := SaysNo(text)
	if no {
		if clause = rest; x.Lead(Ack, Hear(rest)) > 0 {
			return false // "no, thanks"
		}
	}
	words := Hear(clause).Words
	return len(words) < 5 && (no || !more || slices.ContainsFunc(words, func(w string) bool {
		w, _, _ = strings.Cut(w, "'") // "that's"
		return Personal()[w]
	}))
}
