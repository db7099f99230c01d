package redact

import (
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
