package redact

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// A span is a stretch of the text that goes.
type span struct {
	start, end int
	rule       string
	rank       int8 // of overlapping spans, the highest gives its name
}

// Ranks, from a guess by a name to a shape that speaks for itself.
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

// maxDepth bounds how often a stretch is looked at again. Twice is the rule; a text made
// to need more loses the stretch as a whole, so that Text stays linear and idempotent.
const maxDepth = 8

// spans returns what goes from s, in order, without overlaps.
func (r *Redactor) spans(s string) []span {
	out := r.broken(s, r.whole(s))
	slices.SortFunc(out, byPosition)
	return out
}

// whole finds what stands in s in one piece.
func (r *Redactor) whole(s string) []span {
	out := privateSpans(s)
	held := len(out)
	at := 0
	for i := 0; i <= held; i++ {
		end := len(s)
		if i < held {
			end = out[i].start
		}
		out = r.between(s, at, end, out)
		if i < held {
			at = out[i].end
		}
	}
	slices.SortFunc(out, byPosition)
	return out
}

// between looks at the stretches that markers of an earlier run cut s[at:end] into.
func (r *Redactor) between(s string, at, end int, out []span) []span {
	for at < end {
		from, to := nextWall(s[at:end])
		out = r.stretch(s, at, at+from, 0, out)
		at += to
	}
	return out
}

// stretch appends the findings in s[at:end], then looks again at what they leave, since a
// match can hide another it overlaps.
func (r *Redactor) stretch(s string, at, end, depth int, out []span) []span {
	if at >= end {
		return out
	}
	piece := s[at:end]
	found := merge(piece, theEngine().secrets(piece))
	if len(found) == 0 {
		found = merge(piece, r.paths.mentions(piece))
	}
	if len(found) == 0 {
		return out
	}
	if depth == maxDepth {
		return append(out, span{start: at, end: end, rule: found[0].rule})
	}
	left := at
	for _, f := range found {
		f.start, f.end = f.start+at, f.end+at
		out = r.stretch(s, left, f.start, depth+1, out)
		out = append(out, f)
		left = f.end
	}
	return r.stretch(s, left, end, depth+1, out)
}

func byPosition(a, b span) int {
	return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end), cmp.Compare(b.rank, a.rank), cmp.Compare(a.rule, b.rule))
}

// merge sorts spans, joins those that overlap, and widens them to whole characters.
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

// runeFloor returns the start of the character s[i] lies in, runeCeil the end of the one
// s[i-1] lies in.
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

// nextWall returns where the first marker in s starts and ends, len(s) twice if there is
// none. A private tag that is only mentioned, in backticks, is a wall too: were one of its
// backticks to go, the tag would open a span.
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
