// Package token splits a text into the words by which it is found. ../TOKENS.md is its specification, which the search
// of the site in templates/site follows too; testdata/tokens.json holds the tokens that any implementation must return.
package token

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Version changes when the same text gives other tokens.
const Version = "7"

// A Token is one form of a word of a text by which the word can be found.
type Token struct {
	Exact string `json:"exact"` // as it is written, in lower case: "cafés"
	Term  string `json:"term"`  // the key for lookups: without diacritics, and stemmed: "cafe"
	Start int    `json:"start"` // its position, in bytes
	End   int    `json:"end"`
}

// Tokens returns the tokens of a text, sorted by where they begin, longer ones after their parts. lang selects the
// stemmer; "" stems nothing.
func Tokens(text, lang string) []Token {
	var out []Token
	Scan(text, func(start, end int) {
		for _, f := range Forms(text[start:end]) {
			out = append(out, Token{f.Exact, f.Term(lang), start + f.Start, start + f.End})
		}
	})
	return out
}

// tokenMost is the maximum length of a token in bytes; nobody types longer ones.
const tokenMost = 80

// The classes of an ASCII byte within a word.
const (
	between = iota
	ofWord
	joining // joins the characters on both sides
)

func classOf(c byte) int {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		return ofWord
	case c == '_', c == '.', c == '/', c == '-', c == '\'', c == '@', c == ',':
		return joining
	}
	return between
}

// LetterOrDigit reports whether a byte is a letter or a digit of ASCII.
func LetterOrDigit(c byte) bool { return classOf(c) == ofWord }

// Scan calls f for each word, and for each pair of characters in a script without spaces between words.
func Scan(text string, f func(start, end int)) {
	for i := 0; i < len(text); {
		if c := text[i]; c < utf8.RuneSelf {
			if classOf(c) != ofWord {
				i++
				continue
			}
			end := wordEnd(text, i)
			f(i, end)
			i = end
			continue
		}
		r, w := utf8.DecodeRuneInString(text[i:])
		switch {
		case Unspaced(r):
			i = pairs(text, i, f)
		case wordRune(r):
			end := wordEnd(text, i)
			f(i, end)
			i = end
		case sign(r):
			end := i + w
			if next, nw := utf8.DecodeRuneInString(text[end:]); flagPart(r) && flagPart(next) {
				end += nw
			}
			f(i, end)
			i = end
		default:
			i += w
		}
	}
}

// wordEnd returns the end of the word that begins at i.
func wordEnd(text string, i int) int {
	start := i
	for i < len(text) {
		c := text[i]
		if (c|0x20)-'a' < 26 {
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			r, w := utf8.DecodeRuneInString(text[i:])
			if wordRune(r) || r == '’' && i > start && wordAt(text, i+w) {
				i += w
				continue
			}
			break
		}
		class := classOf(c)
		if class == joining && (!wordAt(text, i+1) || c == ',' && (!digit(text[i-1]) || !digit(text[i+1]))) {
			break
		}
		if class == between {
			break
		}
		i++
	}
	return i + sharp(text, start, i)
}

// sharp returns the length of what follows the letter of a name such as C++ or F#.
func sharp(text string, start, end int) int {
	if end-start > 1 || digit(text[start]) || start > 0 && text[start-1] == '#' {
		return 0
	}
	for _, tail := range [...]string{"++", "#"} {
		if strings.HasPrefix(text[end:], tail) && !wordAt(text, end+len(tail)) {
			return len(tail)
		}
	}
	return 0
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

// wordAt reports whether the character at i belongs to a word.
func wordAt(text string, i int) bool {
	if i >= len(text) {
		return false
	}
	if text[i] < utf8.RuneSelf {
		return classOf(text[i]) == ofWord
	}
	r, _ := utf8.DecodeRuneInString(text[i:])
	return wordRune(r)
}

// wordRune reports whether a character outside of ASCII belongs to a script that separates words by spaces.
func wordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return classOf(byte(r)) == ofWord
	}
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)) && !Unspaced(r) && !variant(r)
}

// variant reports whether a mark only chooses how the character before it looks: in colour, on a key.
func variant(r rune) bool {
	return 0xFE00 <= r && r <= 0xFE0F || r == 0x20E3 || 0xE0100 <= r && r <= 0xE01EF
}

// sign reports whether a character is a word by itself: an emoji or a sign such as ✓, but no tone of skin.
func sign(r rune) bool {
	return 0x2300 <= r && r <= 0x23FF || 0x2600 <= r && r <= 0x27BF || 0x2B00 <= r && r <= 0x2BFF ||
		0x1F000 <= r && r <= 0x1FAFF && (r < 0x1F3FB || 0x1F3FF < r)
}

// flagPart reports whether a character is one of the two that make the flag of a country.
func flagPart(r rune) bool { return 0x1F1E6 <= r && r <= 0x1F1FF }

// Unspaced reports whether a character belongs to a script without spaces between words.
func Unspaced(r rune) bool {
	switch {
	case r < 0x0E00:
		return false
	case r <= 0x0EFF: // Thai, Lao
		return unicode.IsLetter(r) || unicode.IsMark(r)
	case 0x1000 <= r && r <= 0x109F, 0x1780 <= r && r <= 0x17FF: // Myanmar, Khmer
		return unicode.IsLetter(r) || unicode.IsMark(r)
	case r < 0x3005:
		return false
	case r <= 0x3007, 0x3041 <= r && r <= 0x309F, 0x30A1 <= r && r <= 0x30FF: // 々〆〇, kana
		return r != '・'
	case 0x3400 <= r && r <= 0x4DBF, 0x4E00 <= r && r <= 0x9FFF, 0xF900 <= r && r <= 0xFAFF, 0x20000 <= r && r <= 0x323AF: // Han
		return true
	case 0xAC00 <= r && r <= 0xD7A3: // Hangul, which spaces only part into phrases
		return true
	case 0xFF66 <= r && r <= 0xFF9D: // narrow kana
		return true
	}
	return false
}

// pairs goes over a run of such characters and calls f for each with the next one, or for a single one alone.
func pairs(text string, i int, f func(start, end int)) int {
	_, w := utf8.DecodeRuneInString(text[i:])
	next := i + w
	r, nw := utf8.DecodeRuneInString(text[next:])
	if !Unspaced(r) {
		f(i, next)
		return next
	}
	for Unspaced(r) {
		f(i, next+nw)
		i = next
		next += nw
		r, nw = utf8.DecodeRuneInString(text[next:])
	}
	return next
}
