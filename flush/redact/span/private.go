package span

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/flush/redact/ascii"
)

// A tag is <private> or </private>, in any letter case, with blanks inside the brackets.
type tag struct {
	start, end int
	closing    bool
}

// Private returns the spans that a person marked private, tags included. Spans nest; a span
// that is not closed extends to the end of the text.
//
// Two kinds of tags are only mentions: one alone in a code span, `<private>`, and
// one that is never closed and follows a word directly, as in List<Private>.
func Private(s string) []Span {
	var out []Span
	var open []tag
	for at := 0; ; {
		t, ok := nextTag(s, at)
		if !ok {
			break
		}
		at = t.end
		switch {
		case quotedTag(s, t):
		case !t.closing:
			open = append(open, t)
		case len(open) > 0:
			start := open[len(open)-1].start
			open = open[:len(open)-1]
			for len(out) > 0 && out[len(out)-1].Start > start {
				out = out[:len(out)-1]
			}
			out = append(out, Span{Start: start, End: t.end, Rule: RulePrivate})
		}
	}
	for _, t := range open {
		if attached(s, t.start) {
			continue
		}
		for len(out) > 0 && out[len(out)-1].Start > t.start {
			out = out[:len(out)-1]
		}
		return append(out, Span{Start: t.start, End: len(s), Rule: RulePrivate})
	}
	return out
}

// WithoutPrivate returns s with mark in place of each private span.
func WithoutPrivate(s, mark string) string {
	for _, sp := range slices.Backward(Private(s)) {
		s = s[:sp.Start] + mark + s[sp.End:]
	}
	return s
}

// attached reports whether a word ends at i, or a marker that replaced one.
func attached(s string, i int) bool {
	if i == 0 || s[i-1] != ']' {
		return i > 0 && ascii.IsWord(s[i-1])
	}
	from := strings.LastIndexByte(s[max(0, i-maxMarker):i], '[')
	if from < 0 {
		return false
	}
	from += max(0, i-maxMarker)
	return wallLen(s[from:]) == i-from
}

func quotedTag(s string, t tag) bool {
	return t.start > 0 && s[t.start-1] == '`' && t.end < len(s) && s[t.end] == '`'
}

func nextTag(s string, at int) (tag, bool) {
	for {
		i := strings.IndexByte(s[at:], '<')
		if i < 0 {
			return tag{}, false
		}
		at += i
		if t, ok := parseTag(s, at); ok {
			return t, true
		}
		at++
	}
}

// maxBlanks is the maximum number of blanks in a tag, so that "<<<<   …" is read in linear time.
const maxBlanks = 8

func parseTag(s string, at int) (tag, bool) {
	if at >= len(s) || s[at] != '<' {
		return tag{}, false
	}
	i := skipBlanks(s, at+1)
	closing := i < len(s) && s[i] == '/'
	if closing {
		i = skipBlanks(s, i+1)
	}
	if !ascii.HasPrefixFold(s[i:], RulePrivate) {
		return tag{}, false
	}
	i = skipBlanks(s, i+len(RulePrivate))
	if i >= len(s) || s[i] != '>' {
		return tag{}, false
	}
	return tag{start: at, end: i + 1, closing: closing}, true
}

func skipBlanks(s string, i int) int {
	for n := 0; i < len(s) && n < maxBlanks && ascii.IsSpace(s[i]); n++ {
		i++
	}
	return i
}
