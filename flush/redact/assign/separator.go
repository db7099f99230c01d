package assign

import (
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/flush/redact/ascii"
	"github.com/agent-admin/memoria/flush/redact/shape"
	"github.com/agent-admin/memoria/flush/redact/value"
)

// A Separator says how a value is joined to its name.
type Separator uint8

const (
	Equal Separator = iota + 1 // name = value, name == value, name => value
	Colon                      // name: value, name := value
	Flag                       // --name value
	Netrc                      // login me password value
	Call                       // name("value"), "name", "value"
	Tag                        // <name>value
	Word                       // the name is value
	Space                      // name 'value'
)

// isArgument reports whether the name at i is quoted and the first argument of a call.
func isArgument(s string, i int) bool {
	return i > 0 && strings.IndexByte("\"'`", s[i-1]) >= 0 && strings.HasSuffix(strings.TrimRight(s[max(0, i-8):i-1], " "), "(")
}

// readSeparator returns how the value is joined to the name that ends at n.end, and where
// the value may begin.
func readSeparator(s string, n name) (v Assignment, i int, ok bool) {
	i = n.end
	named := false
	for k := 0; k < 4 && i < len(s) && strings.IndexByte("\"'`]*\\)", s[i]) >= 0; k++ {
		named = named || s[i] == '"' || s[i] == '\''
		i++
	}
	blankFrom := i
	i = skipInline(s, i)
	if i >= len(s) {
		return v, i, false
	}
	rest := s[i:]
	switch {
	case rest[0] == '=':
		v.Sep = Equal
		return v, i + ascii.Count(rest, "=>", 3), true
	case rest[0] == ':':
		v.Sep = Colon
		return v, i + 1 + ascii.Count(rest[1:], "=:", 1), true
	case rest[0] == '|' && cellBegins(s, n.start) && !headsTable(rest):
		v.Sep = Colon
		return v, i + ascii.Count(rest, "| `", 3), !strings.Contains(s[i:min(len(s), i+4)], "\n")
	case (named || ascii.HasSuffixFold(s[:n.start], "name: ") || ascii.HasSuffixFold(s[:n.start], "key: ")) && beside(s, blankFrom) > 0:
		v.Sep = Equal
		return v, beside(s, blankFrom), true
	case strings.HasPrefix(rest, "："), strings.HasPrefix(rest, "＝"), strings.HasPrefix(rest, "→"):
		v.Sep = Colon
		return v, i + len("："), true
	case rest[0] == '>' && (named || n.start > 0 && s[n.start-1] == '<'):
		v.Sep = Tag
		end := strings.IndexAny(rest[:min(len(rest), value.MaxLen)], "<\n")
		return v, i + 1, end > 0 && strings.HasPrefix(rest[end:], "</")
	case rest[0] == ',' && named && isArgument(s, n.start), rest[0] == '(' && !named && i == blankFrom:
		v.Sep = Call
		return v, i + 1, true
	case n.word.direct:
		v.Sep = Word
		return v, i, true
	}
	return readProse(s, n, i, i > blankFrom)
}

// readProse handles separators that are not punctuation: a flag's blank, "is", a quotation.
func readProse(s string, n name, i int, blanks bool) (v Assignment, at int, ok bool) {
	rest := s[i:]
	switch {
	case blanks && n.flag:
		v.Sep = Flag
		return v, i, true
	case blanks && (n.set || n.kind == value.Token && !n.verb && (isGenerated(rest) || n.word.url == n.inURL && isRandom(rest, strings.Contains(s[n.start:n.end], "_"))) ||
		n.word.pin && strings.Contains(n.word.word, " ") && ascii.IsDigit(rest[0])):
		v.Sep = Word
		return v, i, true
	case blanks && isNetrc(s, n):
		v.Sep = Netrc
		return v, i, true
	case blanks && n.kind == value.Password && strings.IndexByte("'\"`", rest[0]) >= 0:
		v.Sep = Space
		return v, i, !n.verb || n.sql
	case n.start > 0 && s[n.start-1] == '/':
		return v, i, false
	}
	for _, w := range lists()["* joint"] {
		if strings.HasPrefix(rest[skipAside(rest, 0):], w) {
			v.Sep = Word
			i += skipAside(rest, 0) + len(w)
			return v, i + bareColon(s[i:]), true
		}
	}
	if !blanks {
		return v, i, false
	}
	return readCopula(s, n, i)
}

// bareColon returns the length of the colon that s begins with.
func bareColon(s string) int {
	if strings.HasPrefix(s, "：") {
		return len("：")
	}
	return ascii.Count(s, ":", 1)
}

// maxBetween is the maximum length of the words between a name and its verb: "the password for the staging database is …".
const maxBetween = 64

// readCopula handles a value that follows its name after a verb, or directly.
func readCopula(s string, n name, i int) (v Assignment, at int, ok bool) {
	v.Sep, v.weak = Word, n.verb
	between := func(i int) string { return s[i:min(len(s), i+maxBetween)] }
	if n.kind == value.Password && !n.verb && isMixed(between(i)) {
		return v, i, true
	}
	joins, line := lists(), between(i)
	for at := 0; at < len(line); {
		for k, list := range [...][]string{joins["* is"], joins[n.word.lang+" is"], joins[n.word.lang+" to"]} {
			for _, c := range list {
				end := at + len(c)
				if end >= len(line) || line[at:end] != c || line[end] != ' ' && line[end] != ':' {
					continue
				}
				v.weak = v.weak || k == 2 || n.kind == value.Token && at > 0
				return v, i + end + 1, true
			}
		}
		end := at
		for end < len(line) && line[end] != ' ' && line[end] != ':' {
			end++
		}
		if end < len(line) && line[end] == ':' {
			v.weak = v.weak || n.kind == value.Token
			return v, i + end + 1, at > 0 || line[0] >= utf8.RuneSelf
		}
		if !isProseWord(line[at:end]) {
			break
		}
		at = end + 1
	}
	return v, i, false
}

// sturdy reports whether a value is more than a word with a number, so that it is a secret even where a sentence might
// go on.
func sturdy(text string) bool {
	return ascii.HasDigit(text) && ascii.HasLetter(text) && (shape.HasSpecial(text) || ascii.HasUpper(text) && !shape.IsSlug(text) || len(text) >= 16 && !shape.IsSlug(text))
}

// isMixed reports whether a line begins with a word of letters and digits that is not a technical
// term: "log in with password hunter2".
func isMixed(line string) bool {
	end := 0
	for end < len(line) && (ascii.IsAlnum(line[end]) || strings.IndexByte("!@#$%^&*+?~._", line[end]) >= 0) {
		end++
	}
	word := strings.TrimRight(line[:end], "._")
	return (!strings.ContainsAny(word, "._") || shape.IsRandom(word)) && ascii.HasDigit(word) && ascii.HasLetter(word) && (end == len(line) || strings.IndexByte(" ,;\n", line[end]) >= 0) &&
		!(word[0]|0x20 == 'v' && ascii.IsDigit(word[1]))
}

func isProseWord(w string) bool {
	for i := 0; i < len(w); i++ {
		if !ascii.IsWord(w[i]) && w[i] < utf8.RuneSelf && strings.IndexByte("()-.,'@%", w[i]) < 0 {
			return false
		}
	}
	return w != ""
}

// isNetrc reports whether a name is in a line such as
// "machine example.com login me password …".
func isNetrc(s string, n name) bool {
	before := s[max(0, n.start-160):n.start]
	i := strings.LastIndex(before, "login ")
	return i >= 0 && len(strings.Fields(before[i:])) == 2 && (strings.Contains(before[:i], "machine ") || strings.Contains(before[:i], "default"))
}

// skipInline skips blanks and Markdown's emphasis after a name, within the line.
func skipInline(s string, i int) int {
	for n := 0; i < len(s) && n < 24 && (s[i] == ' ' || s[i] == '\t' || s[i] == '*' && n < 3); n++ {
		i++
	}
	return i
}
