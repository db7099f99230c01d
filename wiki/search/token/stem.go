package token

import (
	"strings"
	"unicode/utf8"
)

// stem removes the endings of a word without diacritics. In an unknown language it removes nothing.
func stem(word, lang string) string {
	if len(word) < 4 || (word[0] >= utf8.RuneSelf) != (lang == "ru") {
		return word // of another script
	}
	switch lang {
	case "en":
		return stemEnglish(word)
	case "de":
		return stemGerman(word)
	case "fr":
		return trim(word, 4, frenchEndings[:])
	case "es":
		return trim(word, 4, spanishEndings[:])
	case "pt":
		return trim(word, 4, portugueseEndings[:])
	case "ru":
		return trim(word, 6, russianEndings[:])
	}
	return word
}

// Endings, in the order in which they are tried. Only the first match is removed, then the vowels at the end of
// the rest. They are a small subset of those in the light stemmers of J. Savoy. A й has lost its mark already.
var (
	frenchEndings     = [...]string{"issements", "issement", "ements", "ement", "ations", "ation", "ateurs", "ateur", "atrices", "atrice", "euses", "euse", "ives", "ive", "ites", "ite", "aient", "ions", "ees", "ers", "ent", "ons", "ait", "ee", "es", "er", "ez", "if", "s", "x", "e"}
	spanishEndings    = [...]string{"amientos", "amiento", "imientos", "imiento", "aciones", "acion", "adoras", "adores", "adora", "ador", "mente", "ando", "iendo", "idades", "idad", "ados", "adas", "idos", "idas", "ado", "ada", "ido", "ida", "aron", "ieron", "amos", "emos", "imos", "es", "os", "as", "ar", "er", "ir", "s", "o", "a", "e"}
	portugueseEndings = [...]string{"amentos", "amento", "imentos", "imento", "acoes", "acao", "adoras", "adores", "adora", "ador", "mente", "ando", "endo", "indo", "idades", "idade", "ados", "adas", "idos", "idas", "ado", "ada", "ido", "ida", "aram", "eram", "amos", "emos", "oes", "es", "os", "as", "ar", "er", "ir", "s", "o", "a", "e"}
	russianEndings    = [...]string{"ениями", "ениях", "ения", "ение", "ении", "остями", "ости", "ость", "ами", "ями", "ого", "его", "ому", "ему", "ыми", "ими", "ать", "ять", "ить", "ует", "ают", "яют", "ила", "ыла", "ало", "али", "ал", "ая", "яя", "ое", "ее", "ые", "ие", "ыи", "ии", "ои", "еи", "ом", "ем", "ам", "ям", "ах", "ях", "ов", "ев", "ть", "ла", "ло", "ли", "а", "я", "о", "е", "ы", "и", "у", "ю", "ь"}
)

func trim(word string, least int, endings []string) string {
	for _, e := range endings {
		if len(word)-len(e) >= least && strings.HasSuffix(word, e) {
			return word[:len(word)-len(e)]
		}
	}
	return word
}

// stemGerman is the light stemmer of J. Savoy, without its first step, which fold does.
func stemGerman(w string) string {
	const s, st = "bdfghklmnrt", "bdfghklmnt"
	before := func(n int) byte { return w[len(w)-n-1] }
	switch n := len(w); {
	case n > 6 && strings.HasSuffix(w, "nisse"):
		w = w[:n-2]
	case n > 6 && strings.HasSuffix(w, "ern"):
		w = w[:n-3]
	case n > 5 && (strings.HasSuffix(w, "em") || strings.HasSuffix(w, "en") || strings.HasSuffix(w, "er") || strings.HasSuffix(w, "es")):
		w = w[:n-2]
	case n > 4 && strings.HasSuffix(w, "e"):
		w = w[:n-1]
	case n > 4 && strings.HasSuffix(w, "s") && strings.IndexByte(s, before(1)) >= 0:
		w = w[:n-1]
	}
	switch n := len(w); {
	case n > 6 && strings.HasSuffix(w, "est"):
		w = w[:n-3]
	case n > 5 && (strings.HasSuffix(w, "er") || strings.HasSuffix(w, "en")):
		w = w[:n-2]
	case n > 5 && strings.HasSuffix(w, "st") && strings.IndexByte(st, before(2)) >= 0:
		w = w[:n-2]
	}
	return w
}
