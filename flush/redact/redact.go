package redact

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/flush/redact/known"
	"github.com/agent-admin/memoria/flush/redact/span"
	"github.com/agent-admin/memoria/flush/redact/withhold"
	"github.com/agent-admin/memoria/fsutil/sorting"
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

	Known *known.Set // of secrets that were taken out before; nil knows none
}

// A Redactor redacts texts. It is safe for concurrent use, and is initialized at its
// first use.
type Redactor struct {
	paths *withhold.Paths
	known []*known.Set
}

// New returns a Redactor. A glob that cannot be parsed is taken literally.
func New(opts Options) *Redactor {
	return &Redactor{paths: withhold.New(opts.Paths, opts.Home), known: []*known.Set{opts.Known}}
}

// A Finding is a part of a text that must not be kept.
type Finding struct {
	Rule       string // "private", "path", or the id of the rule that found a secret
	Line       int    // of Start, counted from 1
	Start, End int    // byte offsets into the text
}

// Text returns s with every finding replaced by its marker, and the number of findings.
// Redacting the result again changes nothing. What is found is known from then on.
func (r *Redactor) Text(s string) (clean string, found int) {
	spans := r.spans(s)
	if len(spans) == 0 {
		return s, 0
	}
	var b strings.Builder
	b.Grow(len(s))
	at := 0
	for _, sp := range spans {
		b.WriteString(s[at:sp.Start])
		b.WriteString(span.Marker(sp.Rule))
		at = sp.End
		for _, k := range r.known {
			if sp.Rule != span.RulePrivate && sp.Rule != span.RulePath {
				k.Learn(s[sp.Start:sp.End], sp.Rule)
			}
		}
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
		line += strings.Count(s[at:sp.Start], "\n")
		at = sp.Start
		found[i] = Finding{Rule: sp.Rule, Line: line, Start: sp.Start, End: sp.End}
	}
	return found
}

// Added returns the findings in a text that reach into a line which an earlier text lacks.
func (r *Redactor) Added(now, was string) []Finding {
	old := map[string]bool{}
	for l := range strings.Lines(was) {
		old[strings.TrimRight(l, "\r\n")] = true
	}
	return slices.DeleteFunc(r.Find(now), func(f Finding) bool {
		from := strings.LastIndexByte(now[:f.Start], '\n') + 1
		for l := range strings.Lines(now[from:]) {
			if !old[strings.TrimRight(l, "\r\n")] {
				return false
			}
			if from += len(l); from >= f.End {
				break
			}
		}
		return true
	})
}

// Withholds reports whether a file's path matches one of Options.Paths. Pass the absolute
// path if it is known: a relative one can match relative globs only.
func (r *Redactor) Withholds(path string) bool {
	return r.paths.Match(path)
}

// maxDepth is how often a stretch may be scanned again. Usually twice is enough; a text that
// needs more loses the whole stretch, so that Text stays linear and idempotent.
const maxDepth = 8

// spans returns the spans to remove from s, in order, without overlaps.
func (r *Redactor) spans(s string) []span.Span {
	out := r.broken(s, r.whole(s))
	sorting.By(out, span.ByPosition)
	return out
}

// whole finds the spans in s as one text.
func (r *Redactor) whole(s string) []span.Span {
	out := span.Private(s)
	held := len(out)
	at := 0
	for i := 0; i <= held; i++ {
		end := len(s)
		if i < held {
			end = out[i].Start
		}
		out = r.between(s, at, end, out)
		if i < held {
			at = out[i].End
		}
	}
	sorting.By(out, span.ByPosition)
	return out
}

// between scans the stretches of s[at:end] between the markers of an earlier run.
func (r *Redactor) between(s string, at, end int, out []span.Span) []span.Span {
	for at < end {
		from, to := span.NextMarker(s[at:end])
		out = r.stretch(s, at, at+from, 0, out)
		at += to
	}
	return out
}

// stretch appends the findings in s[at:end], then scans the rest again, because a
// match can hide another that overlaps it.
func (r *Redactor) stretch(s string, at, end, depth int, out []span.Span) []span.Span {
	if at >= end {
		return out
	}
	piece := s[at:end]
	found := theEngine().wrapped(piece, theEngine().secrets(piece))
	for _, k := range r.known {
		found = k.Find(piece, found)
	}
	found = span.Merge(piece, found)
	if len(found) == 0 {
		found = span.Merge(piece, r.paths.Mentions(piece))
	}
	if len(found) == 0 {
		return out
	}
	if depth == maxDepth {
		return append(out, span.Span{Start: at, End: end, Rule: found[0].Rule})
	}
	left := at
	for _, f := range found {
		f.Start, f.End = f.Start+at, f.End+at
		out = r.stretch(s, left, f.Start, depth+1, out)
		out = append(out, f)
		left = f.End
	}
	return r.stretch(s, left, end, depth+1, out)
}
