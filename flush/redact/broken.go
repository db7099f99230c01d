package redact

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/flush/redact/ascii"
	"github.com/agent-admin/memoria/flush/redact/shape"
	"github.com/agent-admin/memoria/flush/redact/span"
)

// Markup may interrupt a secret: AKIA**…, sk\-ant\-…, a tag or a zero-width space; so do the marks between two literals. When the text is
// converted to plain text, the markup disappears and the secret is whole again. So a text is also scanned
// without the marks that stand between two characters of a word.

// broken appends to out the findings that have marks inside.
func (r *Redactor) broken(s string, out []span.Span) []span.Span {
	bare, from := withoutMarks(s)
	if from == nil {
		return out
	}
	for _, sp := range r.whole(bare) {
		if sp.Rule == span.RulePrivate || sp.Rule == span.RulePath {
			continue
		}
		start, end := from[sp.Start], from[sp.End-1]+1
		if end-start > sp.End-sp.Start && !slices.ContainsFunc(out, func(o span.Span) bool { return o.Start <= start && end <= o.End }) {
			out = slices.DeleteFunc(out, func(o span.Span) bool { return o.Start < end && start < o.End })
			out = append(out, span.Span{Start: start, End: end, Rule: sp.Rule, Rank: sp.Rank})
		}
	}
	return out
}

// withoutMarks returns s without the marks inside its words, and for each byte of the result its offset in s;
// nil if there are no such marks.
func withoutMarks(s string) (bare string, from []int) {
	var b []byte
	for i := 0; i < len(s); i++ {
		if b != nil {
			b, from = append(b, s[i]), append(from, i)
		}
		if i+1 == len(s) || !opensMark[s[i+1]] && s[i+1] < utf8.RuneSelf || !inToken(s[i]) {
			continue
		}
		n, joins := 0, inToken // what shows nothing also stands before a dot
		for i+1+n < len(s) {
			m := markLen(s[i+1+n:])
			if m == 0 {
				break
			}
			if n += m; s[i+n] < utf8.RuneSelf {
				joins = inWord
			}
		}
		if n == 0 || i+1+n >= len(s) || !joins(s[i]) || !joins(s[i+1+n]) {
			continue
		}
		if b == nil {
			b, from = append(make([]byte, 0, len(s)), s[:i+1]...), make([]int, i+1, len(s))
			for k := range from {
				from[k] = k
			}
		}
		i += n
	}
	return string(b), from
}

// opensMark are the ASCII characters that marks begin with: see markLen.
var opensMark = ascii.Set("`*~=%\\<\"'")

// inWord reports whether a secret may go on after a byte.
func inWord(c byte) bool {
	return ascii.Is(c, ascii.Alnum|ascii.URL) || c == '/' || c == '+'
}

// markLen returns the length of the mark at the beginning of s, or 0.
func markLen(s string) int {
	switch s[0] {
	case '`', '*', '~':
		return 1
	case '=', '%':
		if len(s) > 1 && s[1] == s[0] {
			return 2
		}
	case '\\':
		if len(s) > 1 && (s[1] == '_' || s[1] == '-') {
			return 1
		}
	case '<':
		return tagLen(s)
	case '"', '\'':
		const most = 40 // blanks around the sign that joins
		n := 1 + ascii.Count(s[1:], " \t\n\r+\\.&", most)
		if n > 1 && n < len(s) && s[n] == s[0] && strings.Trim(s[1:n], " ") != "" {
			return n + 1
		}
		return 0
	}
	if r, n := utf8.DecodeRuneInString(s); shape.Invisible(r) {
		return n
	}
	return 0
}

// tagLen returns the length of the short tag or comment at the beginning of s, or 0. The tags of a private
// span do not count.
func tagLen(s string) int {
	head := s[:min(len(s), 48)]
	if strings.HasPrefix(head, "<!--") {
		if n := strings.Index(head, "-->"); n >= 0 {
			return n + len("-->")
		}
		return 0
	}
	n := strings.IndexByte(head, '>')
	if n < 2 || n > 14 {
		return 0
	}
	name := strings.ToLower(strings.TrimPrefix(head[1:n], "/"))
	if name == "private" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz") != "" {
		return 0
	}
	return n + 1
}
