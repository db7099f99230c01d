// Package span holds the parts of a text that must not be kept, the markers that stand in their place, and the
// spans that a person marked private.
package span

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/flush/redact/ascii"
	"github.com/agent-admin/memoria/fsutil/sorting"
)

// A Span is a part of the text to remove.
type Span struct {
	Start, End int
	Rule       string
	Rank       int8 // of overlapping spans, the highest gives its name
}

// Ranks, from what is known again to a shape that is certain.
const (
	ByHash int8 = iota - 1
	ByName
	ByRule
	ByGuess
	ByShape
)

// The rules that find no secret, and the markers.
const (
	RulePrivate = "private"
	RulePath    = "path"

	markPrivate = "[private]"
	markPath    = "[path withheld]"
	markSecret  = "[redacted:"

	maxMarker = 80 // bytes of the longest marker, and more
)

// Marker returns what stands in place of a span that a rule found.
func Marker(rule string) string {
	switch rule {
	case RulePrivate:
		return markPrivate
	case RulePath:
		return markPath
	}
	return markSecret + rule + "]"
}

// ByPosition orders spans by their start; of those with one start the longest is the first.
func ByPosition(a, b Span) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End), cmp.Compare(b.Rank, a.Rank), cmp.Compare(a.Rule, b.Rule))
}

// Merge sorts spans, joins those that overlap, and extends them to whole characters.
func Merge(s string, spans []Span) []Span {
	sorting.By(spans, ByPosition)
	out := spans[:0]
	for _, sp := range spans {
		sp.Start, sp.End = RuneFloor(s, sp.Start), RuneCeil(s, sp.End)
		if sp.Start >= sp.End {
			continue
		}
		if n := len(out); n > 0 && sp.Start < out[n-1].End {
			last := &out[n-1]
			last.End = max(last.End, sp.End)
			if sp.Rank > last.Rank {
				last.Rule, last.Rank = sp.Rule, sp.Rank
			}
			continue
		}
		out = append(out, sp)
	}
	return out
}

// RuneFloor returns the start of the character that contains s[i], runeCeil the end of the one that contains
// s[i-1].
func RuneFloor(s string, i int) int {
	for j := i; j > max(0, i-utf8.UTFMax) && j < len(s); j-- {
		if utf8.RuneStart(s[j]) {
			return j
		}
	}
	return i
}

func RuneCeil(s string, i int) int {
	for j := i; j < min(len(s), i+utf8.UTFMax); j++ {
		if utf8.RuneStart(s[j]) {
			return j
		}
		if j == len(s)-1 {
			return len(s)
		}
	}
	return i
}

// NextMarker returns the start and end of the first marker in s, len(s) twice if there is
// none. A private tag that is only mentioned, in backticks, counts as a marker too: if one of its
// backticks were removed, the tag would open a span.
func NextMarker(s string) (start, end int) {
	for i := 0; i < len(s); i++ {
		j := strings.IndexAny(s[i:], "[`")
		if j < 0 {
			break
		}
		i += j
		if n := wallLen(s[i:]); n > 0 {
			return i, i + n
		}
	}
	return len(s), len(s)
}

func wallLen(s string) int {
	if s[0] == '`' {
		if t, ok := parseTag(s, 1); ok && t.end < len(s) && s[t.end] == '`' {
			return t.end + 1
		}
		return 0
	}
	for _, m := range [...]string{markPrivate, markPath} {
		if strings.HasPrefix(s, m) {
			return len(m)
		}
	}
	if !strings.HasPrefix(s, markSecret) {
		return 0
	}
	for i := len(markSecret); i < min(len(s), maxMarker); i++ {
		switch c := s[i]; {
		case c == ']' && i > len(markSecret):
			return i + 1
		case c >= 'a' && c <= 'z', ascii.IsDigit(c), c == '-', c == '_':
		default:
			return 0
		}
	}
	return 0
}
