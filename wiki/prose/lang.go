package prose

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/fsutil/lazy"
)

// Lang is an ISO 639-1 code, or [Unknown].
type Lang string

const (
	Unknown Lang = ""
	EN      Lang = "en"
	DE      Lang = "de"
	ES      Lang = "es"
	FR      Lang = "fr"
	PT      Lang = "pt"
	RU      Lang = "ru"
	ZH      Lang = "zh"
	JA      Lang = "ja"
)

// Langs are the languages that [Detect] knows.
var Langs = []Lang{EN, DE, ES, FR, PT, RU, ZH, JA}

// Detect returns the language of plain text. It reads the first 4 KB: kana means Japanese, Han without kana
// Chinese, Cyrillic Russian; a text in Latin letters has the language whose stop words it uses most, when it
// uses at least two or is very short. Inline code does not count. In a mixed text the script of the
// sentences decides, because names and loan words are Latin everywhere.
func Detect(text string) Lang {
	if len(text) > 4096 {
		text = text[:4096]
	}
	var kana, han, cyr, latin int
	var b strings.Builder
	code := false
	for _, r := range text {
		if r == '`' {
			code = !code
		}
		if code && r != '\n' {
			continue
		}
		if r == '\n' {
			code = false
		}
		switch {
		case r >= 0x3041 && r <= 0x30FF && r != '・' && r != 'ー':
			kana++
		case CJK(r):
			han++
		case unicode.Is(unicode.Cyrillic, r):
			cyr++
		case unicode.IsLetter(r):
			latin++
		}
		b.WriteRune(r)
	}
	// One Han or kana character says about as much as three letters.
	switch cjk := 3 * (kana + han); {
	case cjk > 0 && cjk >= latin/2 && kana*8 >= han:
		return JA
	case cjk > 0 && cjk >= latin/2:
		return ZH
	case cyr > 0 && cyr >= latin/3:
		return RU
	}
	return latinLang(b.String())
}

// Strange reports whether most letters of a text are of a script that no language of [Langs] is written in.
func Strange(text string) bool {
	strange, all := 0, 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			all++
			if !CJK(r) && !unicode.In(r, unicode.Latin, unicode.Cyrillic) {
				strange++
			}
		}
	}
	return 2*strange > all
}

const (
	spokenLeast = 8   // words that tell whether somebody speaks a language
	spokenMost  = 250 // that are looked at
	spokenShare = 6   // one in so many different ones is a stop word of it, in Russian half as many
	spokenStops = 12  // different stop words that show English among much that is code
)

// Spoken returns the language of all that somebody says, [Unknown] for one that is not known; told is false where that is
// too little to tell.
func Spoken(text string) (l Lang, told bool) {
	if Strange(text) {
		return Unknown, true
	}
	if l = Detect(text); l == ZH || l == JA {
		return l, true
	}
	var words []string
	for f := range strings.FieldsSeq(codeSpan().ReplaceAllString(text, " ")) {
		if len(words) < spokenMost && !code().MatchString(f) {
			words = append(words, wordsOf(f)...)
		}
	}
	if len(words) < spokenLeast {
		return l, l != Unknown
	}
	words = words[:min(len(words), spokenMost)]
	slices.Sort(words)
	words = slices.Compact(words)
	score := latinScore(words)
	best, share := slices.Max(score[:]), spokenShare
	if l == RU {
		best, share = 0, 2*spokenShare
		for _, w := range words {
			if stops()[RU][w] {
				best++
			}
		}
	}
	marked := 0
	for _, w := range words {
		if len(w) != utf8.RuneCountInString(w) {
			marked++
		}
	}
	if best*share < len(words) && !(l == EN && best >= spokenStops) || l == RU && strings.ContainsAny(strings.ToLower(text), otherCyrillic) || l == EN && marked*spokenShare > len(words) {
		return Unknown, true
	}
	return l, l != Unknown
}

// What is of no language: inline code, and, by a part of them, the names and paths of code.
var (
	codeSpan = lazy.Regexp("`[^`\n]*`")
	code     = lazy.Regexp(`[\pL\d][_/.:=(){}<>\\][\pL\d(]|\p{Ll}\p{Lu}|\d`)
)

// otherCyrillic are letters that Russian does not have.
const otherCyrillic = "іїєґўљњђћџѓќѕј"

func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) })
}

// latinScore counts the stop words of each of latinLangs. A word that several share counts for each.
func latinScore(words []string) (score [len(latinLangs)]int) {
	masks := stopMasks()
	for _, w := range words {
		if m := masks[w]; m != 0 {
			for i := range latinLangs {
				score[i] += int(m >> i & 1)
			}
		}
	}
	return score
}

func latinLang(text string) Lang {
	all := wordsOf(text)
	score, words := latinScore(all), len(all)
	best, second := 0, -1
	for i := 1; i < len(score); i++ {
		if score[i] > score[best] {
			best, second = i, best
		} else if second < 0 || score[i] > score[second] {
			second = i
		}
	}
	switch s := score[best]; {
	case s == 0, s == score[second]:
		return Unknown
	case s == 1 && words > 6, s*12 < words:
		return Unknown
	}
	return latinLangs[best]
}

// stopMasks holds, for each stop word, a bit for each language of latinLangs that has it.
var stopMasks = sync.OnceValue(func() map[string]uint8 {
	out := make(map[string]uint8)
	for i, l := range latinLangs {
		for w := range stops()[l] {
			out[w] |= 1 << i
		}
	}
	return out
})

var latinLangs = [...]Lang{EN, DE, ES, FR, PT}
