package assign

import (
	"strings"

	"github.com/agent-admin/memoria/flush/redact/ascii"
	"github.com/agent-admin/memoria/wiki/prose"
)

// asides are words between a verb and the value that say since when it holds: "is from now on always …".
var asides = []string{
	"from now on", "for now", "now", "always", "currently", "still", "simply", "just", "again",
	"ab jetzt", "ab sofort", "ab heute", "von nun an", "immer noch", "immer", "jetzt", "nun", "künftig", "weiterhin", "noch", "wieder", "aktuell", "derzeit", "stets", "einfach",
	"à partir de maintenant", "toujours", "maintenant", "désormais", "dorénavant", "encore", "actuellement",
	"a partir de ahora", "desde ahora", "siempre", "ahora", "actualmente", "por ahora",
	"a partir de agora", "sempre", "agora", "atualmente", "d'ora in poi", "adesso", "ora", "vanaf nu", "voortaan", "altijd", "nu",
	"od teraz", "zawsze", "teraz", "всегда", "теперь", "сейчас", "отныне",
	"必ず", "いつも", "常に", "今後", "今", "永远", "一直", "总是", "总", "现在", "以后", "항상", "이제", "앞으로",
}

// asidesMost is how many of them may follow each other.
const asidesMost = 3

// skipAside skips such words at i, and the blanks after them.
func skipAside(s string, i int) int {
	for range asidesMost {
		next := i
		for _, a := range asides {
			if !ascii.HasPrefixFold(s[i:], a) {
				continue
			}
			end := i + len(a)
			switch {
			case end < len(s) && s[end] == ',':
				end++
			case ascii.Is(a[len(a)-1], ascii.Letter) && (end >= len(s) || s[end] != ' '): // another word
				continue
			}
			next = skipInline(s, end)
			break
		}
		if next == i {
			break
		}
		i = next
	}
	return i
}

// phraseWords are in sentences about a passphrase, and not in one.
var phraseWords = prose.Set(`a an the in on at by for from of to with without is are was were be been being not no and or but as it its only
	never always too very already still now then when while if than that this these must should shall will can could may has have had per via into
	onto before after during because since both all any each every some longer shorter same so also again once twice here there where which who
	what how you your we our they their my me i he she do does did ask asks until over under out up down off about see
	use using enough optional required mandatory stored kept read set get held enter type look page whether like nothing something`)

// phraseEnd returns the end of several plain words at i that are a sentence's rest and make no sentence, as the words
// of a passphrase; ok is false if there are none.
func phraseEnd(s string, i int) (end int, ok bool) {
	const least, most = 4, 12
	n := 0
	for at := i; n <= most; {
		k := at
		for k < len(s) && ascii.Is(s[k], ascii.LowerCase) {
			k++
		}
		word := s[at:k]
		if n >= least && (word == "and" || word == "but" || word == "or") {
			return end, true
		}
		if len(word) < 3 || phraseWords()[word] || strings.HasSuffix(word, "ed") && n == 0 || strings.HasSuffix(word, "ly") {
			return 0, false
		}
		n++
		end = k
		if k+1 < len(s) && s[k] == ' ' && ascii.IsAlnum(s[k+1]) {
			at = k + 1
			continue
		}
		return end, n >= least && (k == len(s) || strings.IndexByte(" .,;!\n\r)", s[k]) >= 0)
	}
	return 0, false
}

// isPIN reports whether s[start:end] is a number of the length that a PIN has, and no measure.
func isPIN(s string, start, end int) bool {
	n := end - start
	if n < 4 || n > 8 || ascii.Run(s[start:end], 0, ascii.Digit) < n {
		return false
	}
	next := strings.TrimLeft(s[end:min(len(s), end+24)], " ")
	word := strings.ToLower(next[:ascii.Run(next, 0, ascii.Letter)])
	return !units()[word]
}

var units = prose.Set(`bit bits byte bytes digit digits character characters char chars letter letters pin pins ms s seconds minutes years days times
	ziffern stellen stellig zeichen jahre sekunden caractères chiffres dígitos caracteres`)
