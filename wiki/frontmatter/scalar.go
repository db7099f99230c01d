package frontmatter

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/goccy/go-yaml/parser"
)

// Encode returns text as a YAML scalar that every YAML reader reads as that text.
func Encode(text string) string { return scalar(text, false) }

// scalar returns text as a YAML scalar that every reader of YAML 1.1 and 1.2 reads as that text. Inside a
// flow list, it also quotes commas and brackets.
func scalar(s string, inFlow bool) string {
	s = strings.ToValidUTF8(s, "\ufffd")
	if isBare(s, inFlow) {
		return s
	}
	if strings.ContainsAny(s, `"\`) && !strings.Contains(s, "'") && isPrintable(s) {
		return "'" + s + "'"
	}
	return quote(s)
}

// words are read as something other than text by some version of YAML.
var words = map[string]bool{
	"y": true, "n": true, "yes": true, "no": true, "on": true, "off": true,
	"true": true, "false": true, "null": true, "nan": true, "inf": true,
}

// isBare reports whether s needs no quotes: it begins with a letter, so it is neither a number nor a date,
// and holds nothing with a meaning in YAML.
func isBare(s string, inFlow bool) bool {
	first, _ := utf8.DecodeRuneInString(s)
	if !unicode.IsLetter(first) || words[strings.ToLower(s)] || strings.HasSuffix(s, " ") || strings.HasSuffix(s, ":") ||
		strings.Contains(s, ": ") || strings.Contains(s, " #") || !isPrintable(s) {
		return false
	}
	return !inFlow || strings.IndexFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" -_./()+", r)
	}) < 0
}

func isPrintable(s string) bool {
	for _, r := range s {
		if r == '\ufeff' || r == '\u2028' || r == '\u2029' || unicode.IsControl(r) || r >= 0xfffe && r <= 0xffff {
			return false
		}
	}
	return true
}

func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case isPrintable(string(r)):
			b.WriteRune(r)
		case r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// quotedLen returns the length of the quoted scalar at the head of line, 0 if it does not end
// on it.
func quotedLen(line []byte) int {
	q := line[0]
	for i := 1; i < len(line); i++ {
		switch {
		case q == '"' && line[i] == '\\':
			i++
		case line[i] == q && q == '\'' && i+1 < len(line) && line[i+1] == q:
			i++
		case line[i] == q:
			return i + 1
		case line[i] == '\n':
			return 0
		}
	}
	return 0
}

// unquote reads a quoted scalar.
func unquote(raw string) (string, error) {
	file, err := parser.ParseBytes([]byte(raw), 0)
	if err != nil || len(file.Docs) != 1 {
		return "", cmp.Or(err, fmt.Errorf("no quoted text: %q", raw))
	}
	text, _, err := nodeText(file.Docs[0].Body)
	return text, err
}

// EncodeList returns a YAML list on one line.
func EncodeList(items []string) string {
	out := make([]string, len(items))
	for i, s := range items {
		out[i] = scalar(s, true)
	}
	return "[" + strings.Join(out, ", ") + "]"
}
