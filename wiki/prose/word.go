package prose

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Words returns the words of plain text in order, folded to lower case and NFC. A name keeps the marks that
// join its parts (go-git, core.excludesfile, cmd/root.go, snake_case, don't). In a script without spaces runs
// are returned as overlapping pairs of characters, a run of one as that character.
func Words(text string) []string {
	var out []string
	EachWord(text, func(w string) { out = append(out, w) })
	return out
}

// EachWord calls f with each word that [Words] would return.
func EachWord(text string, f func(word string)) {
	if !norm.NFC.IsNormalString(text) {
		text = norm.NFC.String(text)
	}
	for i := 0; i < len(text); {
		r, w := utf8.DecodeRuneInString(text[i:])
		switch {
		case Unspaced(r):
			i = pairs(text, i, f)
		case wordRune(r):
			end := WordEnd(text, i+w)
			f(strings.ToLower(text[i:end]))
			i = end
		default:
			i += w
		}
	}
}

// WordEnd returns where the word that text[:i] began ends.
func WordEnd(text string, i int) int {
	for i < len(text) {
		r, w := utf8.DecodeRuneInString(text[i:])
		if wordRune(r) {
			i += w
			continue
		}
		if !strings.ContainsRune("._/-'’", r) {
			return i
		}
		next, _ := utf8.DecodeRuneInString(text[i+w:])
		if !wordRune(next) {
			return i
		}
		i += w
	}
	return i
}

// pairs reads a run without spaces that starts at i and returns where it ends.
func pairs(text string, i int, f func(string)) int {
	_, w := utf8.DecodeRuneInString(text[i:])
	next := i + w
	r, nw := utf8.DecodeRuneInString(text[next:])
	if !Unspaced(r) {
		f(text[i:next])
		return next
	}
	for Unspaced(r) {
		f(text[i : next+nw])
		i = next
		next += nw
		r, nw = utf8.DecodeRuneInString(text[next:])
	}
	return next
}

func wordRune(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)) && !Unspaced(r) && r != utf8.RuneError
}
