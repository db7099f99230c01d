package sentence

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/agent-admin/memoria/wiki/prose"
)

// Said is a sentence prepared for the lexicons: folded, inline code taken out.
type Said struct {
	Text  string   // lower case
	Words []string // a code span is the word "`"; each Han character and kana is one
	Ends  []int    // where each word ends in the sentence
}

// Hear prepares a sentence. The ends are offsets into the sentence itself, so lower case must keep lengths.
func Hear(s string) Said {
	h := Said{Text: strings.ToLower(s)}
	for i := 0; i < len(s); {
		r, w := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '`':
			end, ticks := prose.CodeEnd(s, i)
			end = max(end, i+ticks)
			h.Words, h.Ends = append(h.Words, "`"), append(h.Ends, end)
			i = end
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			end := i + w
			switch {
			case prose.Unspaced(r) && r < 0x3040:
				end = fewLetters(s, i) // about a word
			case !prose.Unspaced(r):
				end = prose.WordEnd(s, end)
			}
			h.Words, h.Ends = append(h.Words, fold(s[i:end])), append(h.Ends, end)
			i = end
		default:
			i += w
		}
	}
	return h
}

// fewLetters returns the offset behind the four letters and their marks at i, or behind those that there are.
func fewLetters(s string, i int) int {
	for range 4 {
		r, w := utf8.DecodeRuneInString(s[i:])
		if w == 0 || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			break
		}
		i += w
	}
	return i
}

// Tongue returns the lexicon for a sentence of a text in language l: that of its own script when it differs,
// since an agent may report in English on a Japanese request.
func Tongue(s string, l prose.Lang) *Lexicon {
	own := l
	switch {
	case l == prose.EN && !foreign(s): // by far the commonest, and nothing to find out
	case !latin(l) && l != prose.Unknown && written(s, l):
	default:
		own = prose.Detect(s)
		if own == prose.Unknown || own != prose.EN && own != l && latin(own) && latin(l) && l != prose.Unknown {
			own = l // too short to detect, or detected wrongly
		}
	}
	if own == prose.Unknown {
		own = prose.EN
	}
	return Lexicons()[own]
}

// foreign reports whether a text holds letters beyond Latin and Greek.
func foreign(s string) bool {
	for _, r := range s {
		if r >= 0x400 && unicode.IsLetter(r) {
			return true
		}
	}
	return false
}

// written reports whether most letters of a text are of the script of a language that is not written in
// Latin letters.
func written(s string, l prose.Lang) bool {
	own, other := 0, 0
	for _, r := range s {
		switch {
		case r < 0x400 && unicode.IsLetter(r):
			other++
		case l == prose.RU && unicode.Is(unicode.Cyrillic, r):
			own++
		case l != prose.RU && r >= 0x3040 && unicode.IsLetter(r):
			own += 3
		}
	}
	return own > 0 && own*2 >= other
}

func latin(l prose.Lang) bool {
	return l != prose.RU && l != prose.ZH && l != prose.JA
}

// fold returns a word in lower case without accents, which people often omit.
func fold(w string) string {
	w = strings.ToLower(w)
	if r, _ := utf8.DecodeRuneInString(w); r >= 0x3040 {
		return w
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '’':
			return '\''
		case r >= 0x300 && unicode.Is(unicode.Mn, r):
			return -1
		}
		return r
	}, norm.NFD.String(w))
}
