package assign

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/flush/redact/ascii"
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
	return i > 1 && strings.IndexByte("\"'`", s[i-1]) >= 0 && s[i-2] == '('
}

// Words between a name and its value in prose.
var copulas = []string{"is", "ist", "lautet", "es", "é", "est", "это", "was", "war", "=", "è", "jest", "será", "sera",
	"bleibt", "remains", "stays", "becomes", "heißt", "heisst"}

// readSeparator returns how the value is joined to the name that ends at n.end, and where
// the value may begin.
func readSeparator(s string, n name) (v Assignment, i int, ok bool) {
	i = n.end
	named := false
	for k := 0; k < 4 && i < len(s) && strings.IndexByte("\"'`]*\\)", s[i]) >= 0; k++ {
		if s[i] == '\\' && (i+1 >= len(s) || s[i+1] != '"' && s[i+1] != '\'') {
			break
		}
		named = named || s[i] == '"' || s[i] == '\''
		i++
	}
	if i+1 < len(s) && (s[i] == '?' || s[i] == '!') && s[i+1] == ':' {
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
		if strings.HasPrefix(rest, "=~") {
			return v, i, false
		}
		v.Sep = Equal
		return v, i + ascii.Count(rest, "=>", 3), true
	case rest[0] == ':':
		if strings.HasPrefix(rest, "://") {
			return v, i, false
		}
		v.Sep = Colon
		return v, i + 1 + ascii.Count(rest[1:], "=:", 1), true
	case rest[0] == '|' && cellBegins(s, n.start) && !headsTable(rest):
		v.Sep = Colon
		return v, i + ascii.Count(rest, "| `", 3), !strings.Contains(s[i:min(len(s), i+4)], "\n")
	case len(rest) > 1 && strings.IndexByte("?|+", rest[0]) >= 0:
		k := ascii.Count(rest, "?|+", 2)
		v.Sep = Equal
		return v, i + k + 1, k < len(rest) && rest[k] == '='
	case strings.HasPrefix(rest, "："), strings.HasPrefix(rest, "＝"):
		v.Sep = Colon
		return v, i + len("："), true
	case rest[0] == '>' && n.start > 0 && s[n.start-1] == '<':
		v.Sep = Tag
		end := strings.IndexAny(rest[:min(len(rest), value.MaxLen)], "<\n")
		return v, i + 1, end > 0 && strings.HasPrefix(rest[end:], "</")
	case rest[0] == ',' && named && isArgument(s, n.start), rest[0] == '(' && !named && i == blankFrom:
		v.Sep = Call
		return v, i + 1, true
	case strings.HasPrefix(rest, "— "), strings.HasPrefix(rest, "– "):
		v.Sep = Colon
		return v, i + len("— "), true
	case named && i > blankFrom && ascii.HasPrefixFold(rest, "value="):
		v.Sep = Equal
		return v, i + len("value="), true
	case n.word.pair:
		v.Sep = Word
		return v, i, true
	case rest[0] == '\n' && boldLine(s, n):
		v.Sep = Colon
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
	case blanks && (n.set || n.kind == value.Token && !n.verb && isGenerated(rest)):
		v.Sep = Word
		return v, i, true
	case blanks && isNetrc(s, n):
		v.Sep = Netrc
		return v, i, true
	case blanks && n.kind == value.Password && strings.IndexByte("'\"`", rest[0]) >= 0:
		v.Sep = Space
		return v, i, !n.verb || n.sql
	case n.verb, n.start > 0 && s[n.start-1] == '/':
		return v, i, false
	}
	for _, w := range [...]string{"是", "为", "は", "은", "는"} {
		if strings.HasPrefix(rest[skipAside(rest, 0):], w) {
			i += skipAside(rest, 0)
			v.Sep = Word
			return v, i + len(w), true
		}
	}
	if !blanks {
		return v, i, false
	}
	for _, typed := range [...]string{"string", "String", "str"} {
		if after, ok := strings.CutPrefix(rest, typed); ok {
			if k := skipInline(after, 0); k > 0 && k < len(after) && after[k] == '=' {
				v.Sep = Equal
				return v, i + len(typed) + k + 1, true
			}
		}
	}
	return readCopula(s, n, i)
}

// maxBetween is the maximum length of the words between a password's name and its verb: "the password for
// the staging database is …".
const maxBetween = 40

// readCopula handles a value that follows its name after a verb, or directly.
func readCopula(s string, n name, i int) (v Assignment, at int, ok bool) {
	v.Sep = Word
	line := s[i:min(len(s), i+maxBetween)]
	if n.kind == value.Password && isMixed(line) {
		return v, i, true
	}
	if k := skipAside(s, i); n.kind == value.Password && k > i && isMixed(s[k:min(len(s), k+maxBetween)]) {
		return v, k, true
	}
	for at := 0; at < len(line); {
		end := at
		for end < len(line) && line[end] != ' ' && line[end] != ':' {
			end++
		}
		word := line[at:end]
		for _, c := range copulas {
			if word == c && end < len(line) {
				return v, i + end + 1, true
			}
		}
		if end < len(line) && line[end] == ':' {
			return v, i + end + 1, n.kind == value.Password && at > 0 || slices.Contains(copulas, word)
		}
		if n.kind != value.Password || !isProseWord(word) {
			break
		}
		at = end + 1
	}
	return v, i, false
}

// isMixed reports whether a line begins with a word of letters and digits that is not a technical
// term: "log in with password hunter2".
func isMixed(line string) bool {
	end := 0
	for end < len(line) && (ascii.IsAlnum(line[end]) || strings.IndexByte("!@#$%^&*+?~", line[end]) >= 0) {
		end++
	}
	word := line[:end]
	return ascii.HasDigit(word) && ascii.HasLetter(word) && (end == len(line) || strings.IndexByte(" ,;\n", line[end]) >= 0) &&
		!(word[0]|0x20 == 'v' && ascii.IsDigit(word[1]))
}

func isProseWord(w string) bool {
	for i := 0; i < len(w); i++ {
		if !ascii.IsWord(w[i]) && w[i] < utf8.RuneSelf && strings.IndexByte("()-.", w[i]) < 0 {
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

// skipType skips a type between a colon and an equals sign: "token: string = …".
func skipType(s string, i int) int {
	const longest = 40
	j := i
	for j < len(s) && j-i < longest && (ascii.IsWord(s[j]) || strings.IndexByte("<>[]|&.?", s[j]) >= 0) {
		j++
	}
	if k := skipInline(s, j); j > i && k+1 < len(s) && s[k] == '=' && s[k+1] != '=' && k > j {
		return skipInline(s, k+1)
	}
	return i
}
