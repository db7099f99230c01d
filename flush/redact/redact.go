package redact

import (
	"slices"
	"strings"
)

// Options say what to withhold beyond secrets and private spans.
type Options struct {
	// Paths are globs of files whose mention is withheld: "*" and "?" stay within a path
	// segment, "**" crosses them, "[…]" and "{a,b}" choose. "~/" is the home directory, a
	// glob that starts with "/" or a drive is absolute, any other matches the end of a
	// path. What lies below a matching directory matches too. Letter case is ignored.
	Paths []string

	// Home is the home directory "~" stands for; empty matches the written "~" only.
	Home string
}

// A Redactor cleans texts. It is safe for concurrent use, and costs nothing until its
// first use.
type Redactor struct {
	paths *pathSet
}

// New returns a Redactor. A glob that cannot be parsed is taken literally.
func New(opts Options) *Redactor {
	return &Redactor{paths: newPathSet(opts.Paths, opts.Home)}
}

// A Finding is one stretch of a text that must not be kept.
type Finding struct {
	Rule       string // "private", "path", or the id of the rule that found a secret
	Line       int    // of Start, counted from 1
	Start, End int    // byte offsets into the text
}

// Text returns s with every finding replaced by its marker, and how many there were.
// Cleaning the result again changes nothing.
func (r *Redactor) Text(s string) (clean string, found int) {
	spans := r.spans(s)
	if len(spans) == 0 {
		return s, 0
	}
	var b strings.Builder
	b.Grow(len(s))
	at := 0
	for _, sp := range spans {
		b.WriteString(s[at:sp.start])
		b.WriteString(marker(sp.rule))
		at = sp.end
	}
	b.WriteString(s[at:])
	return b.String(), len(spans)
}

// Find returns where Text would put a marker, in order. It never holds a secret itself, so
// it may be shown.
func (r *Redactor) Find(s string) []Finding {
	spans := r.spans(s)
	found := make([]Finding, len(spans))
	line, at := 1, 0
	for i, sp := range spans {
		line += strings.Count(s[at:sp.start], "\n")
		at = sp.start
		found[i] = Finding{Rule: sp.rule, Line: line, Start: sp.start, End: sp.end}
	}
	return found
}

// Withholds reports whether a file's path matches one of Options.Paths. Pass the absolute
// path where it is known: a relative one can match relative globs only.
func (r *Redactor) Withholds(path string) bool {
	return r.paths.match(path)
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
