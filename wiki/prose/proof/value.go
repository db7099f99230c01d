package proof

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/prose"
)

// A value is something in a line that its turns must hold literally.
type value struct {
	what string // for people: "the path"
	text string // as the line writes it
	is   func(e *Evidence) bool
}

// Values returns the values of a visible text, in its spelling.
func Values(s string) (out []string) {
	for _, v := range valuesOf(s) {
		out = append(out, v.text)
	}
	return out
}

// valuesOf returns the values of a visible line.
func valuesOf(s string) (out []value) {
	add := func(what, text string, is func(*Evidence) bool) { out = append(out, value{what, text, is}) }
	marks := markup().FindAllString(s, -1)
	s = codeSpans(s, func(code string) {
		add("the code", code, func(e *Evidence) bool { return e.code(code) })
	})
	for _, m := range append(marks, tags().FindAllString(s, -1)...) {
		add("the markup", m, func(e *Evidence) bool { return strings.Contains(e.raw, m) })
	}
	s = Folded(s)
	s = addresses().ReplaceAllStringFunc(s, func(u string) string {
		bare := strings.TrimRight(u, ".,;:!?)]}'\"")
		add("the address", bare, func(e *Evidence) bool { return e.address(bare) })
		return " " + u[len(bare):]
	})
	s = quotations(s, func(q string) {
		add("the quotation", q, func(e *Evidence) bool { return e.quotes(q) })
	})
	for _, q := range quantities(s) {
		add("the number", q.text, func(e *Evidence) bool { return e.numbers().hold(q) })
	}
	for w := range strings.FieldsFuncSeq(s, func(r rune) bool {
		return strings.ContainsRune(" ()[]{}、。，；：・「」『』【】", r) || prose.Unspaced(r)
	}) {
		if what, name := named(w); what != "" {
			add(what, name, func(e *Evidence) bool { return e.named(name) })
		}
	}
	return out
}

var (
	// markup matches what would have a meaning in a page: links, comments, and beside code tags.
	markup    = lazy.Regexp(`!?\[\[[^\]]*\]?\]?|\]\([^)]*\)?|<!--|-->|%%`)
	tags      = lazy.Regexp(`</?[A-Za-z][^<>\s]*[^<>]*>`)
	addresses = lazy.Regexp(`(?i)\b[a-z][a-z0-9+.-]*://[^\s<>"]+|\b(?:mailto|javascript|data|tel):[^\s<>"]+|\bwww\.[^\s<>"]+|\b(?:[a-z0-9-]+\.)+[a-z]{2,}/[^\s<>"]*`)
)

// codeSpans calls f for each `code` in s, and returns s without them.
func codeSpans(s string, f func(code string)) string {
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '`')
		if i < 0 {
			break
		}
		end, n := prose.CodeEnd(s, i)
		if end == 0 {
			break
		}
		if code := strings.TrimSpace(s[i+n : end-n]); code != "" {
			f(code)
		}
		b.WriteString(s[:i] + " ")
		s = s[end:]
	}
	return b.String() + s
}

// quotations calls f for each quotation in a folded text, and returns the text without them. A single mark
// inside a word is an apostrophe.
func quotations(s string, f func(q string)) string {
	for _, m := range [...]struct{ open, end string }{{`"`, `"`}, {"「", "」"}, {"『", "』"}, {"“", "”"}, {"'", "'"}} {
		var b strings.Builder
		for {
			i := strings.Index(s, m.open)
			if i < 0 {
				break
			}
			end := strings.Index(s[i+len(m.open):], m.end)
			if end < 0 {
				break
			}
			q, rest := s[i+len(m.open):i+len(m.open)+end], s[i+len(m.open)+end+len(m.end):]
			before, _ := utf8.DecodeLastRuneInString(s[:i])
			after, _ := utf8.DecodeRuneInString(rest)
			if m.open == "'" && (prose.Joins(before) || prose.Joins(after) || strings.HasPrefix(q, " ")) {
				b.WriteString(s[:i+1])
				s = s[i+1:]
				continue
			}
			if strings.TrimSpace(q) != "" {
				f(strings.Trim(q, " .,;:!?"))
			}
			b.WriteString(s[:i] + " ")
			s = rest
		}
		s = b.String() + s
	}
	return s
}

// named returns what kind of name a word is, "" for an ordinary word, and the name without surrounding
// punctuation.
func named(w string) (what, name string) {
	w = strings.TrimFunc(w, func(r rune) bool {
		return strings.ContainsRune(`.,;:!?()[]{}"'<>=+|`, r) || r >= utf8.RuneSelf && unicode.IsPunct(r)
	})
	w = strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "()")
	if w == "" || !strings.ContainsFunc(w, unicode.IsLetter) {
		return "", ""
	}
	switch {
	case isHash(w):
		return "the hash", w
	case strings.ContainsAny(w, `/\`):
		if isPath(w) {
			return "the path", w
		}
	case strings.Contains(w, "@") && utf8.RuneCountInString(w) > 2:
		return "the address", w
	case strings.HasPrefix(w, "-") && len(w) > 1, strings.HasPrefix(w, "$"), strings.HasPrefix(w, "%"), strings.Contains(w, "_") && len(w) > 1, strings.Contains(w, "::"):
		return "the name", w
	case dotted(w), camel(w), mixed(w), shouting(w):
		return "the name", w
	}
	return "", ""
}

// isHash reports whether a word looks like the hash of a commit or a digest.
func isHash(w string) bool {
	if len(w) < 7 || len(w) > 128 {
		return false
	}
	digits := 0
	for _, c := range []byte(strings.ToLower(w)) {
		switch {
		case c >= '0' && c <= '9':
			digits++
		case c < 'a' || c > 'f':
			return false
		}
	}
	return digits > 0
}

// isPath distinguishes a path from two words with a slash between them.
func isPath(w string) bool {
	return strings.ContainsAny(w, `\._0123456789`) || strings.HasPrefix(w, "/") || strings.HasPrefix(w, "~") || strings.Count(w, "/") > 2 || strings.HasSuffix(w, "/")
}

// dotted reports whether a word is a name with a dot between letters, and no abbreviation.
func dotted(w string) bool {
	parts := strings.Split(w, ".")
	long := 0
	for _, p := range parts {
		if p == "" {
			return len(parts) == 2 && parts[0] == "" && len(parts[1]) > 1 // .gitignore
		}
		if utf8.RuneCountInString(p) > 1 {
			long++
		}
	}
	return len(parts) > 1 && long > 0
}

// camel reports whether a word has a capital behind a small letter.
func camel(w string) bool {
	var before rune
	for _, r := range w {
		if unicode.IsUpper(r) && unicode.IsLower(before) {
			return true
		}
		before = r
	}
	return false
}

// mixed reports whether a word begins with a letter and holds a digit.
func mixed(w string) bool {
	r, _ := utf8.DecodeRuneInString(w)
	if !digit(w, 0) && !unicode.IsLetter(r) {
		return false
	}
	if digit(w, 0) {
		end := digitsEnd(w, 0)
		_, ok := quantityAt(w, 0, end)
		return !ok
	}
	if prose.Unspaced(r) || (r == 'v' || r == 'V') && digit(w, 1) {
		return false
	}
	return strings.ContainsFunc(w, unicode.IsDigit)
}

// shouting reports whether a word is long and in capitals, such as ECONNRESET.
func shouting(w string) bool {
	return len(w) >= 6 && strings.ToUpper(w) == w && strings.ToLower(w) != w && !strings.Contains(w, "-")
}
