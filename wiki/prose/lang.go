package prose

import (
	"strings"
	"sync"
	"unicode"
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

// latinLang counts stop words. A word that several languages share counts for each.
func latinLang(text string) Lang {
	masks := stopMasks()
	var score [len(latinLangs)]int
	words := 0
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		words++
		if m := masks[w]; m != 0 {
			for i := range latinLangs {
				score[i] += int(m >> i & 1)
			}
		}
	}
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
