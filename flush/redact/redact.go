package redact

import (
	"slices"
	"strings"
)

// Options say what to withhold beyond secrets and private spans.
type Options struct {
	// Paths are globs of files whose mention is withheld: "*" and "?" match within a path
	// segment, "**" matches across segments, "[…]" and "{a,b}" are alternatives. "~/" is the home directory, a
	// glob that starts with "/" or a drive is absolute, any other matches the end of a
	// path. Everything below a matching directory matches too. Letter case is ignored.
	Paths []string

	// Home is the home directory that "~" stands for; if empty, only a written "~" matches.
	Home string
}

// A Redactor redacts texts. It is safe for concurrent use, and is initialized at its
// first use.
type Redactor struct {
	paths *pathSet
}

// New returns a Redactor. A glob that cannot be parsed is taken literally.
func New(opts Options) *Redactor {
	return &Redactor{paths: newPathSet(opts.Paths, opts.Home)}
}

// A Finding is a part of a text that must not be kept.
type Finding struct {
	Rule       string // "private", "path", or the id of the rule that found a secret
	Line       int    // of Start, counted from 1
	Start, End int    // byte offsets into the text
}

// Text returns s with every finding replaced by its marker, and the number of findings.
// Redacting the result again changes nothing.
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

// Find returns where Text would put a marker, in order. The result contains no secret, so
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
// path if it is known: a relative one can match relative globs only.
func (r *Redactor) Withholds(path string) bool {
	return r.paths.match(path)
}

// maxDepth is how often a stretch may be scanned again. Usually twice is enough; a text that
// needs more loses the whole stretch, so that Text stays linear and idempotent.
const maxDepth = 8

// spans returns the spans to remove from s, in order, without overlaps.
func (r *Redactor) spans(s string) []span {
	out := r.broken(s, r.whole(s))
	slices.SortFunc(out, byPosition)
	return out
}

// whole finds the spans in s as one text.
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

// between scans the stretches of s[at:end] between the markers of an earlier run.
func (r *Redactor) between(s string, at, end int, out []span) []span {
	for at < end {
		from, to := nextWall(s[at:end])
		out = r.stretch(s, at, at+from, 0, out)
		at += to
	}
	return out
}

// stretch appends the findings in s[at:end], then scans the rest again, because a
// match can hide another that overlaps it.
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
