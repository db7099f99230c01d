package assign

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/flush/redact/ascii"
	"github.com/agent-admin/memoria/flush/redact/value"
)

// maxName is the maximum length of a name on each side of its word.
const maxName = 64

// A name is the position of a value's name.
type name struct {
	start, end int
	kind       value.Kind
	verb       bool
	sql        bool // IDENTIFIED BY
	flag       bool // written as a flag: --name
	capitals   bool // written as an environment variable: NAME
	inURL      bool // a query parameter: ?name=
	set        bool // the word before it is set, as in "config set NAME VALUE"
	loose      bool // of something that no list has
	word       secretWord
}

// secretName returns the name whose secret word is s[start:end].
func secretName(s string, start, end int) (name, bool) {
	w, ok := words()[strings.ToLower(s[start:end])]
	if w.any {
		end = wordEnding(s, end)
	}
	n := nameAround(s, start, end)
	if w.service {
		const most = 20
		for n.end = end; n.end < len(s) && n.end-end < most && (ascii.IsWord(s[n.end]) || s[n.end] == '-' || s[n.end] == '.'); {
			n.end++
		}
	}
	if !ok || n.end < 0 || strings.HasSuffix(s[:n.start], "://") {
		return n, false
	}
	n.word, n.kind, n.verb, n.sql = w, w.kind, w.verb, w.word == identifiedBy
	set := wordBefore(s, n.start)
	n.set = slices.Contains([]string{"set", "setx", "setenv", "ENV"}, set) || strings.HasSuffix(s[:n.start], "set -x ")
	if n.sql && ascii.Is(s[start], ascii.LowerCase) {
		return n, false
	}
	if w.url && !n.inURL || w.word == "pass" && n.capitals && n.start == start && (n.end >= len(s) || s[n.end] != '=') {
		return n, false // PASS is a verdict
	}
	before := letters(s[n.start:start])
	if before == "" && w.kind == value.Token {
		before = letters(wordBefore(s, n.start))
	}
	n.loose = !w.fits(before) && (w.only == "pass" || w.only == "key" && n.capitals) && start > 0 && strings.IndexByte("_-.", s[start-1]) >= 0 &&
		!slices.ContainsFunc(lists()["* passes"], func(e string) bool { return strings.HasSuffix(before, e) })
	return n, n.loose || w.fits(before)
}

// wordEnding returns the end of the ending of a word, which is at most four letters: lösenordet, şifresi.
func wordEnding(s string, i int) int {
	end := i
	for range 5 {
		r, n := utf8.DecodeRuneInString(s[end:])
		if !unicode.IsLetter(r) || unicode.In(r, unspaced...) {
			return end
		}
		end += n
	}
	return i
}

// nameAround extends s[start:end] to the whole name. Its end is -1 if more follows than a
// known suffix.
func nameAround(s string, start, end int) name {
	n := name{start: start, end: end}
	for n.start > 0 && start-n.start < maxName && (ascii.IsWord(s[n.start-1]) || s[n.start-1] == '-' || s[n.start-1] == '.') {
		n.start--
	}
	dashes := 0
	for n.start+dashes < start && s[n.start+dashes] == '-' {
		dashes++
	}
	n.flag = dashes == 1 || dashes == 2
	n.start += dashes
	if p := n.start - 1; p >= 0 && dashes == 0 {
		n.inURL = s[p] == '?' || s[p] == '&' || s[p] == ';' && ascii.HasSuffixFold(s[:p+1], "&amp;")
	}
	for n.end < len(s) && n.end-end < maxName && (ascii.IsWord(s[n.end]) || s[n.end] == '-' && n.end+1 < len(s) && ascii.IsWord(s[n.end+1])) {
		n.end++
	}
	n.capitals = !ascii.HasLower(s[n.start:n.end]) && ascii.HasUpper(s[n.start:n.end])
	for _, part := range strings.FieldsFunc(s[end:n.end], func(r rune) bool { return r == '_' || r == '-' }) {
		if ascii.Run(part, 0, ascii.Digit) < len(part) && !among("suffix", strings.ToLower(part)) {
			n.end = -1
			break
		}
	}
	return n
}

// letters returns s in lower case without separators and digits.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 && ascii.Is(byte(r), ascii.Letter) {
			return rune(ascii.Lower(byte(r)))
		}
		return -1
	}, s)
}

// wordBefore returns the word before the blank that precedes i, if there is one.
func wordBefore(s string, i int) string {
	if i == 0 || s[i-1] != ' ' {
		return ""
	}
	end := i - 1
	start := end
	for start > 0 && end-start < maxName && ascii.Is(s[start-1], ascii.Letter) {
		start--
	}
	return s[start:end]
}
