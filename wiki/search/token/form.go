package token

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// A Form is one way to write a word that [Scan] found, with its position in it.
type Form struct {
	Exact      string // as it is written, in small letters
	Folded     string // without marks
	Start, End int    // in the word
	plain      bool   // of letters alone, so that it has a stem
}

// Term returns the term of a form in texts of a language; "" stems nothing.
func (f *Form) Term(lang string) string {
	if !f.plain {
		return f.Folded
	}
	return stem(f.Folded, lang)
}

// formsMost is the maximum number of forms of one word.
const formsMost = 24

// A splitter collects the forms of a word.
type splitter struct {
	word string
	out  []Form
}

// Forms returns the parts of a word and, after them, what they form together: a path and its files, a
// whole version or date, a name in the one spelling that camelCase, snake_case and kebab-case share.
func Forms(word string) []Form {
	s := splitter{word: word}
	r, _ := utf8.DecodeRuneInString(word)
	if plainASCII(word) || Unspaced(r) {
		s.add(0, len(word), "")
		return s.out
	}
	n := 0
	cut(word, 0, "/", func(start, end int) {
		n++
		s.file(start, end)
	})
	if n > 1 {
		s.add(0, len(word), "")
	}
	return s.out
}

// plainASCII reports whether a word consists of lower-case letters, except perhaps the first, or of digits.
func plainASCII(word string) bool {
	letters, digits := true, true
	for i := 0; i < len(word); i++ {
		letters = letters && ('a' <= word[i] && word[i] <= 'z' || i == 0 && 'A' <= word[i] && word[i] <= 'Z')
		digits = digits && digit(word[i])
	}
	return letters || digits
}

// cut calls f for the parts of word[at:] between joiners.
func cut(word string, at int, joiners string, f func(start, end int)) {
	start := at
	for i := at; i <= len(word); i++ {
		if i == len(word) || strings.IndexByte(joiners, word[i]) >= 0 {
			if i > start {
				f(start, i)
			}
			start = i + 1
		}
	}
}

// file adds a part of a path: names separated by dots, or a number with dots.
func (s *splitter) file(start, end int) {
	part := s.word[start:end]
	if date := DateLen(part); date > 0 {
		s.add(start, start+4, "")
		if date == 10 {
			s.add(start, start+7, "")
		}
		s.add(start, end, "")
		return
	}
	if v := strings.TrimLeft(part, "vV"); strings.ContainsRune(v, '.') && len(part)-len(v) <= 1 && numeric(v) {
		s.add(start, end, v)
		return
	}
	n := 0
	cut(part, 0, ".@", func(from, to int) {
		n++
		s.name(start+from, start+to)
	})
	if n > 1 {
		s.add(start, end, "")
	}
}

// numeric reports whether s consists of digits and dots.
func numeric(s string) bool {
	return strings.Trim(s, "0123456789.") == ""
}

// DateLen returns the length of a date at the beginning of s, 2026-03-02 or 2026-03; 0 if there is none.
func DateLen(s string) int {
	if len(s) != 10 && len(s) != 7 {
		return 0
	}
	for i := 0; i < len(s); i++ {
		if dash := i == 4 || i == 7; dash != (s[i] == '-') || !dash && !digit(s[i]) {
			return 0
		}
	}
	return len(s)
}

// name adds a name between dots: its words, and all of them joined.
func (s *splitter) name(start, end int) {
	var parts [][2]int
	joined := ""
	cut(s.word[start:end], 0, "_-", func(from, to int) {
		s.apostrophes(start+from, start+to, func(from, to int, text string) {
			if text != "" {
				parts = append(parts, [2]int{from, to})
				s.add(from, to, text)
				joined += text
				return
			}
			s.humps(from, to, func(from, to int) {
				parts = append(parts, [2]int{from, to})
				s.add(from, to, "")
				joined += s.word[from:to]
			})
		})
	})
	if len(parts) > 1 {
		s.add(start, end, joined)
	}
}

// apostrophes drops the ending of "user's" and "we'll" and the apostrophe of "don't", and splits "l'homme". text is the
// text of the form if it differs from word[from:to].
func (s *splitter) apostrophes(start, end int, f func(from, to int, text string)) {
	part := strings.ReplaceAll(s.word[start:end], "’", "'")
	if strings.IndexByte(part, '\'') < 0 {
		f(start, end, "")
		return
	}
	i := strings.LastIndexByte(part, '\'')
	switch tail := strings.ToLower(part[i+1:]); tail {
	case "s", "re", "ve", "ll", "d", "m":
		f(start, end, strings.ReplaceAll(part[:i], "'", ""))
	case "t":
		f(start, end, strings.ReplaceAll(part, "'", ""))
	default:
		at := start
		for j, piece := range strings.Split(part, "'") {
			if j > 0 {
				_, w := utf8.DecodeRuneInString(s.word[at:])
				at += w
			}
			if piece != "" {
				f(at, at+len(piece), "")
			}
			at += len(piece)
		}
	}
}

// humps splits HTTPServer and camelCase.
func (s *splitter) humps(start, end int, f func(from, to int)) {
	from := start
	var before rune
	for i := start; i < end; {
		r, w := utf8.DecodeRuneInString(s.word[i:end])
		if i > from && unicode.IsUpper(r) {
			next, _ := utf8.DecodeRuneInString(s.word[i+w : end])
			if unicode.IsLower(before) || unicode.IsUpper(before) && unicode.IsLower(next) && i+w < end && !(next == 's' && i+2*w >= end) {
				f(from, i)
				from = i
			}
		}
		before = r
		i += w
	}
	f(from, end)
}

// add adds a form; text is its text if that differs from word[start:end].
func (s *splitter) add(start, end int, text string) {
	if text == "" {
		text = s.word[start:end]
	}
	if len(text) > tokenMost || len(s.out) == formsMost {
		return
	}
	f := Form{Start: start, End: end, plain: true}
	ascii, lower := true, true
	for i := 0; i < len(text); i++ {
		c := text[i]
		ascii = ascii && c < utf8.RuneSelf
		lower = lower && ('a' <= c && c <= 'z')
	}
	switch {
	case lower:
		f.Exact, f.Folded = text, text
	default:
		if !ascii {
			text = norm.NFKC.String(text)
		}
		text = strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(text), ",", ""), "’", "'")
		f.Exact, f.Folded = text, text
		if !ascii {
			f.Folded = Fold(text)
		}
		for _, r := range f.Folded {
			if !unicode.IsLetter(r) {
				f.plain = false
				break
			}
		}
	}
	if f.Exact == "" {
		return
	}
	for i := range s.out {
		if s.out[i].Exact == f.Exact && s.out[i].Start <= start && end <= s.out[i].End {
			return
		}
	}
	s.out = append(s.out, f)
}

// Fold removes the diacritics of letters.
func Fold(text string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(text) {
		switch {
		case unicode.Is(unicode.Mn, r) && r < 0x0590 || 0x1AB0 <= r && r <= 0x20FF && unicode.Is(unicode.Mn, r):
		case r == 'ß':
			b.WriteString("ss")
		case r == 'æ':
			b.WriteString("ae")
		case r == 'œ':
			b.WriteString("oe")
		case r == 'ø':
			b.WriteByte('o')
		case r == 'ł':
			b.WriteByte('l')
		case r == 'đ' || r == 'ð':
			b.WriteByte('d')
		case r == 'þ':
			b.WriteString("th")
		case r == 'ı':
			b.WriteByte('i')
		default:
			b.WriteRune(r)
		}
	}
	if b.Len() == 0 { // a diacritic by itself
		return text
	}
	return norm.NFC.String(b.String())
}
