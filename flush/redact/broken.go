package redact

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Markup may stand in the middle of a secret: AKIA**…, sk\-ant\-…, a tag or a zero-width space. It
// goes when the text is made plain, and the secret is whole again. So a text is also looked at as
// it reads without the marks that stand between two characters of a word.

// inner matches such marks with the characters around them.
var inner = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("[A-Za-z0-9_/+-](?:[`*~\u00ad\u200b-\u200d\u2060\ufeff]|==|%%|\\\\[_-]|</?[A-Za-z]{1,12}>|<!--.{0,40}?-->)+[A-Za-z0-9_/+-]?")
})

// mark matches one of them.
var mark = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("^(?:[`*~\u00ad\u200b-\u200d\u2060\ufeff]|==|%%|\\\\|</?[A-Za-z]{1,12}>|<!--.{0,40}?-->)")
})

// broken appends the findings that have marks inside.
func (r *Redactor) broken(s string, out []span) []span {
	if !strings.ContainsAny(s, "`*~=%\\<\u00ad\u200b\u200c\u200d\u2060\ufeff") || !inner().MatchString(s) {
		return out
	}
	bare, from := withoutMarks(s)
	for _, sp := range r.whole(bare) {
		if sp.rule == rulePrivate || sp.rule == rulePath {
			continue
		}
		start, end := from[sp.start], from[sp.end-1]+1
		if end-start > sp.end-sp.start && !slices.ContainsFunc(out, func(o span) bool { return o.start <= start && end <= o.end }) {
			out = slices.DeleteFunc(out, func(o span) bool { return o.start < end && start < o.end })
			out = append(out, span{start, end, sp.rule, sp.rank})
		}
	}
	return out
}

// withoutMarks is s without the marks inside its words, and for each byte of that the offset in s.
func withoutMarks(s string) (bare string, from []int) {
	var b strings.Builder
	inWord := false
	for i := 0; i < len(s); {
		if inWord {
			if m := mark().FindString(s[i:min(len(s), i+64)]); m != "" && !strings.Contains(strings.ToLower(m), "private>") {
				i += len(m)
				continue
			}
		}
		c := s[i]
		inWord = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("_-/+", c) >= 0
		b.WriteByte(c)
		from = append(from, i)
		i++
	}
	return b.String(), from
}
