package change

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/prose"
)

// A tok is a word, a value, or a sign that ends a clause.
type tok struct {
	word string // in lower case
	stem string // common to its other forms; "" where the word tells nothing of what a clause is about
	role role
	sign bool
	code bool
	num  bool
	name bool // begins with a capital, or is code
	part bool // the word before it in a compound belongs to it

	at     int  // its place in the line
	over   bool // it says when or how
	placed bool // a preposition stands before it in its clause
}

// content reports whether a token says what a clause is about.
func (t *tok) content() bool { return t.stem != "" }

func (t *tok) has(r role) bool { return t.role&r != 0 }

// proper reports whether a token is written as only names are: code, or with a sign or a digit inside.
func (t *tok) proper() bool {
	return t.code || t.stem != "" && !t.num && strings.ContainsAny(t.word, "._/:@#0123456789")
}

// ends reports whether a sign ends a sentence.
func (t *tok) ends() bool { return t.sign && strings.Contains(".!?;。！？；:：", t.word) }

// scan cuts a line into tokens, with the roles of words and phrases. It leaves out quotations, which others said.
func (r Reader) scan(text string) []tok {
	toks := r.cut(text)
	lang := prose.Unknown
	if slices.ContainsFunc(toks, func(t tok) bool { return t.word == "no" || t.word == "on" }) {
		if lang = prose.Detect(text); strings.ContainsAny(text, "ãõ") {
			lang = prose.PT
		}
	}
	out := toks[:0]
	for i := 0; i < len(toks); {
		t := toks[i]
		n := 1
		if !t.sign && !t.code {
			if next := i + 1; t.name && t.has(permit) && next < len(toks) && toks[next].num { // the month
				t.role, t.stem = 0, t.word
			}
			if t.name && i > 0 && !toks[i-1].sign { // a noun of German
				if t.has(filler) { // the language Go
					t.stem = prose.Stem(t.word)
				}
				t.role &^= works | lack | filler | state
			}
			switch {
			case t.word == "no" && i+1 < len(toks) && !toks[i+1].sign && !toks[i+1].has(place|into) && (lang == prose.PT || lang != prose.EN && i > 0 && toks[i-1].content() && toks[i+1].name):
				t.role = place
			case t.word == "no":
				t.role &^= place
			case t.word == "on" && lang == prose.FR:
				t.role = we
			}
			if role, k := cues().phraseAt(toks[i:]); k > 0 {
				t.role, n, t.sign = role, k, role&reason != 0
			}
			if t.has(silent) || r.Home != "" && strings.EqualFold(t.word, r.Home) {
				t.stem = ""
			}
		}
		out = append(out, t)
		i += n
	}
	return out
}

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
		case prose.CJK(c):
			w := solidWord(text[i:])
			out = append(out, r.newTok(w))
			i += len(w)
			continue
		case unicode.IsLetter(c) || unicode.IsDigit(c) || leads(text[i:]):
			w := plainWord(text[i:])
			i += len(w)
			out = append(out, r.words(w)...)
			if k := len(out) - 1; k > 0 && out[k-1].num && cues().units[out[k].word] != "" {
				out[k] = tok{word: out[k].word, stem: cues().units[out[k].word]}
			}
			continue
		case unicode.IsSpace(c):
		case c == '-' && strings.HasPrefix(text[i:], "- "):
			out = append(out, tok{word: "—", sign: true})
		case strings.ContainsRune(",;:.!?()—–|，。；：！？（）、❌✗✘→=", c):
			out = append(out, tok{word: string(c), sign: c != '=', role: cues().roles[string(c)]})
		}
		i += n
	}
	return out
}

// words returns the tokens of a word: a number and its unit, and the parts of a compound with a hyphen.
func (r Reader) words(w string) []tok {
	if i := strings.IndexFunc(w, unicode.IsLetter); i > 0 && numeric(w[:i]) {
		if unit := cues().units[strings.ToLower(w[i:])]; unit != "" {
			return []tok{r.newTok(w[:i]), {word: unit, stem: unit}}
		}
	}
	var out []tok
	if cues().roles[strings.ToLower(w)] == 0 && !strings.ContainsAny(w, "./_@#0123456789") && w[0] != '-' {
		for part := range strings.SplitSeq(w, "-") {
			t := r.newTok(part)
			if len(part) < len(w) { // "non-blocking", "read-only"
				t.role &= works | lack
			}
			t.part = len(out) > 0
			out = append(out, t)
		}
		return out
	}
	return append(out, r.newTok(w))
}

func (r Reader) newTok(w string) tok {
	low := strings.ReplaceAll(strings.ToLower(w), "’", "'")
	first, _ := utf8.DecodeRuneInString(w)
	own := low
	if i := strings.IndexByte(low, '\''); cues().roles[low] == 0 && i > 0 && elided[low[:i]] && !strings.ContainsAny(low[i+1:], "'") {
		own = low[i+1:]
	}
	t := tok{word: low, name: unicode.IsUpper(first), role: cues().roles[own]}
	if own != low {
		t.role &^= place | limit | into
	}
	t.num = numeric(w) || t.has(number)
	t.sign = t.has(reason)
	switch {
	case t.num:
		t.stem = low
	case t.has(each):
		t.stem = "each"
	case unicode.Is(unicode.Hiragana, first), r.Stop(low) && !t.has(lack|works) && !capitals(w):
	case strings.ContainsAny(low, "./_:@#0123456789"):
		t.stem = low
	default:
		t.stem = cmp.Or(cues().same[own], prose.Stem(own))
	}
	return t
}

// elided are the words of French that stand before a vowel without theirs.
var elided = map[string]bool{"d": true, "l": true, "qu": true, "j": true, "n": true, "s": true, "c": true, "m": true, "t": true}

// opening are the signs that a quotation begins with.
const opening = "\"'“„‘‚«»「『"

// maxQuote is the maximum length of a quotation in bytes; text after an unclosed mark is none.
const maxQuote = 1000

// quotations matches a quotation; in apostrophes only of three words and more, since fewer are a name.
var quotations = lazy.Regexp(`^(?:("[^"]*"|“[^”]*”|„[^“”"]*[“”"]|«[^»]*»|»[^«]*«|「[^」]*」|『[^』]*』)|([‘‚'](?:[^’‘'\s]+\s+){2}(?:[^’‘']|[’‘']\pL)*[’‘'])(?:\PL|$))`)

// quoted returns the length of the quotation that rest begins with, or 0. An apostrophe behind a letter begins none.
func quoted(before, rest string) int {
	m := quotations().FindStringSubmatchIndex(rest[:min(len(rest), maxQuote)])
	last, _ := utf8.DecodeLastRuneInString(before)
	switch {
	case m == nil:
		return 0
	case m[2] >= 0:
		return m[3]
	case unicode.IsLetter(last) || unicode.IsDigit(last):
		return 0
	}
	return m[5]
}

// capitals reports whether a word is an abbreviation: "US" is not "us".
func capitals(w string) bool {
	return len(w) > 1 && len(w) < 5 && w == strings.ToUpper(w) && w != strings.ToLower(w)
}

// solidWord returns the word that a text without spaces begins with: one with a role, or all up to the next or to
// another script.
func solidWord(s string) string {
	if w := cues().solidAt(s); w != "" {
		return w
	}
	first, n := utf8.DecodeRuneInString(s)
	i := n
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		if !prose.CJK(r) || script(r) != script(first) || cues().solidAt(s[i:]) != "" {
			break
		}
		i += n
	}
	return s[:i]
}

// leads reports whether a sign begins a word: a flag, a dot file, a path, a channel.
func leads(s string) bool {
	rest := strings.TrimLeft(s, "-./$@~#")
	if len(rest) == len(s) || len(s)-len(rest) > 2 {
		return false
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return unicode.IsLetter(r)
}

// plainWord returns the word that a text with spaces begins with.
func plainWord(s string) string {
	i := len(s) - len(strings.TrimLeft(s, "-./$@~#"))
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		if (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_' || r == '+' || r == '#' || r == '%') && !prose.CJK(r) {
			i += n
			continue
		}
		next, _ := utf8.DecodeRuneInString(s[min(i+n, len(s)):])
		if r == '/' && !unicode.IsLetter(next) && !unicode.IsDigit(next) { // "docs/"
			return s[:i+n]
		}
		if !strings.ContainsRune("./-'’:@,", r) || prose.CJK(next) || !unicode.IsLetter(next) && !unicode.IsDigit(next) || r == ',' && !unicode.IsDigit(next) {
			break
		}
		i += n
	}
	return s[:i]
}
