package redact

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// A span is a part of the text to remove.
type span struct {
	start, end int
	rule       string
	rank       int8 // of overlapping spans, the highest gives its name
}

// Ranks, from a guess by a name to a shape that is certain.
const (
	byName int8 = iota
	byRule
	byGuess
	byShape
)

const (
	rulePrivate = "private"
	rulePath    = "path"

	markPrivate = "[private]"
	markPath    = "[path withheld]"
	markSecret  = "[redacted:"

	maxMarker = 80 // bytes of the longest marker, and more
)

func marker(rule string) string {
	switch rule {
	case rulePrivate:
		return markPrivate
	case rulePath:
		return markPath
	}
	return markSecret + rule + "]"
}

func byPosition(a, b span) int {
	return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end), cmp.Compare(b.rank, a.rank), cmp.Compare(a.rule, b.rule))
}

// merge sorts spans, joins those that overlap, and extends them to whole characters.
func merge(s string, spans []span) []span {
	slices.SortFunc(spans, byPosition)
	out := spans[:0]
	for _, sp := range spans {
		sp.start, sp.end = runeFloor(s, sp.start), runeCeil(s, sp.end)
		if sp.start >= sp.end {
			continue
		}
		if n := len(out); n > 0 && sp.start < out[n-1].end {
			last := &out[n-1]
			last.end = max(last.end, sp.end)
			if sp.rank > last.rank {
				last.rule, last.rank = sp.rule, sp.rank
			}
			continue
		}
		out = append(out, sp)
	}
	return out
}

// runeFloor returns the start of the character that contains s[i], runeCeil the end of the one that contains
// s[i-1].
func runeFloor(s string, i int) int {
	for j := i; j > max(0, i-utf8.UTFMax) && j < len(s); j-- {
		if utf8.RuneStart(s[j]) {
			return j
		}
	}
	return i
}

func runeCeil(s string, i int) int {
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

// nextWall returns the start and end of the first marker in s, len(s) twice if there is
// none. A private tag that is only mentioned, in backticks, counts as a marker too: if one of its
// backticks were removed, the tag would open a span.
func nextWall(s string) (start, end int) {
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
		case c >= 'a' && c <= 'z', isDigit(c), c == '-', c == '_':
		default:
			return 0
		}
	}
	return 0
}

// A detector examines the place where its anchor was found, s[start:end], and appends the
// secrets it finds there. It may read only a fixed number of bytes around it,
// or as many as it appends.
type detector func(s string, start, end int, out []span) []span

// An anchored is a detector with its anchors, words in lower case.
type anchored struct {
	anchors []string
	detect  detector
}

// covered reports whether the newest span was found by shape and already contains i: a token
// that repeats its own prefix is read once.
func covered(out []span, i int) bool {
	if len(out) == 0 {
		return false
	}
	last := out[len(out)-1]
	return last.rank == byShape && i >= last.start && i < last.end
}

// inValue reports whether the newest span is a named value that already contains i.
func inValue(out []span, i int) bool {
	return len(out) > 0 && out[len(out)-1].rank == byName && i < out[len(out)-1].end
}
