package change

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// scan cuts a line into tokens, and marks the name of the project that the line is about.
func (r Reader) scan(text string) []tok {
	out := r.cut(text)
	if r.Home != "" {
		for i := range out {
			out[i].home = strings.EqualFold(out[i].word, r.Home)
		}
	}
	return out
}

// cut cuts a line into tokens. It leaves out quotations, which others said.
func (r Reader) cut(text string) []tok {
	var out []tok
	for i := 0; i < len(text); {
		c, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case c == '`':
			end := strings.IndexByte(text[i+1:], '`')
			if end < 0 {
				i++
				continue
			}
			for _, w := range strings.Fields(text[i+1 : i+1+end]) {
				out = append(out, tok{word: strings.ToLower(w), stem: strings.ToLower(w), code: true, name: true, num: numeric(w)})
			}
			i += end + 2
			continue
		case strings.ContainsRune(opening, c):
			if end := quoted(text[:i], text[i:]); end > 0 {
				out = append(out, tok{word: "\"", sign: true})
				i += end
				continue
			}
		case solid(c):
			w := solidWord(text[i:])
			out = append(out, r.newTok(w))
			i += len(w)
			continue
		case unicode.IsLetter(c) || unicode.IsDigit(c) || leads(text[i:]):
			w := plainWord(text[i:])
			i += len(w)
			if num, unit := measure(w); unit != "" {
				out = append(out, r.newTok(num), tok{word: unit, stem: unit})
				continue
			}
			out = append(out, r.newTok(w))
			if k := len(out) - 1; k > 0 && out[k-1].num && cues().units[out[k].word] != "" {
				out[k].stem = cues().units[out[k].word]
			}
			continue
		case unicode.IsSpace(c):
		case c == '-' && strings.HasPrefix(text[i:], "- "):
			out = append(out, tok{word: "—", sign: true})
		case strings.ContainsRune(",;:.!?()—–|，。；：！？（）、❌✗✘→=", c):
			out = append(out, tok{word: string(c), sign: c != '='})
		}
		i += n
	}
	return out
}

// opening are the signs that a quotation begins with.
const opening = "\"'“„‘‚«»「『"

// maxQuote is the maximum length of a quotation in bytes; text after an unclosed mark is none.
const maxQuote = 1000

// quoted returns the length of the quotation that rest begins with, or 0. Two words between apostrophes are
// a name, not a quotation.
func quoted(before, rest string) int {
	c, n := utf8.DecodeRuneInString(rest)
	closing, few := "", 0
	switch c {
	case '"':
		closing = "\""
	case '“':
		closing = "”"
	case '„':
		closing = "“”\""
	case '«':
		closing = "»"
	case '»':
		closing = "«"
	case '「':
		closing = "」"
	case '『':
		closing = "』"
	case '‘', '‚', '\'':
		closing, few = "’‘'", 3
	}
	if last, _ := utf8.DecodeLastRuneInString(before); few > 0 && (unicode.IsLetter(last) || unicode.IsDigit(last)) {
		return 0
	}
	for i := n; i < min(len(rest), maxQuote); {
		r, size := utf8.DecodeRuneInString(rest[i:])
		i += size
		if !strings.ContainsRune(closing, r) {
			continue
		}
		next, _ := utf8.DecodeRuneInString(rest[i:])
		if few > 0 && unicode.IsLetter(next) {
			continue // an apostrophe within a word
		}
		if len(strings.Fields(rest[n:i-size])) < few {
			return 0
		}
		return i
	}
	return 0
}

func (r Reader) newTok(w string) tok {
	low := strings.ReplaceAll(strings.ToLower(w), "’", "'")
	first, n := utf8.DecodeRuneInString(w)
	t := tok{word: low, num: numeric(w), name: unicode.IsUpper(first), cased: strings.ToLower(w[n:]) != w[n:]}
	x := cues()
	switch {
	case t.num:
		t.stem = low
	case x.each[low]:
		t.stem = "each"
	case x.filler[low], x.reason[low], unicode.Is(unicode.Hiragana, first), r.Stop(low) && !capitals(w):
	default:
		t.stem = stem(low)
	}
	t.sign = x.reason[low]
	return t
}

// capitals reports whether a word is an abbreviation: "US" is not "us".
func capitals(w string) bool {
	return len(w) > 1 && len(w) < 5 && w == strings.ToUpper(w) && w != strings.ToLower(w)
}

// solidWord returns the word that a text without spaces begins with: a cue, or all up to the next cue or to
// another script.
func solidWord(s string) string {
	if w := cues().solidAt(s); w != "" {
		return w
	}
	first, n := utf8.DecodeRuneInString(s)
	i := n
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		if !solid(r) || script(r) != script(first) || cues().solidAt(s[i:]) != "" {
			break
		}
		i += n
	}
	return s[:i]
}

// leads reports whether a sign begins a word: a flag, a dot file, a path.
func leads(s string) bool {
	rest := strings.TrimLeft(s, "-./$@~")
	if len(rest) == len(s) || len(s)-len(rest) > 2 {
		return false
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return unicode.IsLetter(r)
}

// plainWord returns the word that a text with spaces begins with.
func plainWord(s string) string {
	i := len(s) - len(strings.TrimLeft(s, "-./$@~"))
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		if (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_' || r == '+' || r == '#' || r == '%') && !solid(r) {
			i += n
			continue
		}
		next, _ := utf8.DecodeRuneInString(s[min(i+n, len(s)):])
		if !strings.ContainsRune("./-'’:@,", r) || solid(next) || !unicode.IsLetter(next) && !unicode.IsDigit(next) || r == ',' && !unicode.IsDigit(next) {
			break
		}
		i += n
	}
	return s[:i]
}

// measure cuts "30s" into its number and its unit.
func measure(w string) (num, unit string) {
	i := strings.IndexFunc(w, unicode.IsLetter)
	if i <= 0 || !numeric(w[:i]) {
		return w, ""
	}
	return w[:i], cues().units[strings.ToLower(w[i:])]
}
