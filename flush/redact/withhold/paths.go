// Package withhold finds mentions of the paths that a person withholds.
package withhold

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/flush/redact/ascii"
	"github.com/agent-admin/memoria/flush/redact/span"
)

// Paths finds mentions of withheld paths. The patterns are compiled at first use.
type Paths struct {
	globs []string
	home  string

	once sync.Once
	each []*withheld
}

// A withheld is a compiled glob.
type withheld struct {
	mention  *regexp.Regexp // in a text, not anchored
	whole    *regexp.Regexp // a path and nothing else
	anchored bool           // absolute or under the home directory
	hint     string         // what each mention holds, lower case, two bytes or more; empty if nothing
}

// New returns the paths that globs name; redact.Options describes them.
func New(globs []string, home string) *Paths {
	p := &Paths{home: strings.TrimRight(slashes(home), "/")}
	for _, g := range globs {
		if g = strings.TrimSpace(g); g != "" {
			p.globs = append(p.globs, g)
		}
	}
	return p
}

func slashes(s string) string { return strings.ReplaceAll(s, `\`, "/") }

func (p *Paths) compile() {
	p.once.Do(func() {
		for _, g := range p.globs {
			p.each = append(p.each, compileGlob(g, p.home))
		}
	})
}

// Match reports whether a path is withheld.
func (p *Paths) Match(name string) bool {
	if len(p.globs) == 0 || name == "" {
		return false
	}
	p.compile()
	name = strings.TrimPrefix(slashes(name), "file://")
	if name = path.Clean(name); name == "." {
		return false
	}
	return slices.ContainsFunc(p.each, func(w *withheld) bool { return w.whole.MatchString(name) })
}

// maxMention is the length from which a line is searched in pieces, which end at blanks.
const maxMention = 2048

// Mentions returns the positions of withheld paths in s.
func (p *Paths) Mentions(s string) []span.Span {
	if len(p.globs) == 0 {
		return nil
	}
	p.compile()
	var out []span.Span
	for at, to := 0, 0; at < len(s); at = to + 1 {
		for to = at; to < len(s) && s[to] != '\n' && (to-at < maxMention || to-at < 2*maxMention && s[to] != ' '); to++ {
		}
		to = span.RuneCeil(s, to)
		for _, w := range p.each {
			if ascii.ContainsFold(s[at:to], w.hint) {
				out = w.find(s, at, to, out)
			}
		}
	}
	return out
}

// find appends the mentions in s[from:to] that are whole paths.
func (w *withheld) find(s string, from, to int, out []span.Span) []span.Span {
	for from < to {
		m := w.mention.FindStringIndex(s[from:to])
		if m == nil {
			break
		}
		start, end := from+m[0], from+m[1]
		text := strings.TrimRight(s[start:end], ".:")
		end = start + len(text)
		if text == "" || !w.begins(s, start) || !endsPath(s[end:]) {
			from = start + 1
			continue
		}
		out = append(out, span.Span{Start: start, End: end, Rule: span.RulePath, Rank: span.ByShape})
		from = end
	}
	return out
}

// begins reports whether a path may start at i; an absolute path may not start inside another path.
func (w *withheld) begins(s string, i int) bool {
	if i == 0 {
		return true
	}
	c := s[i-1]
	if w.anchored && c == '/' {
		return strings.HasSuffix(s[:i], "://")
	}
	return !ascii.IsWord(c) && strings.IndexByte("-.~", c) < 0
}

// endsPath reports whether a path can end before rest: "prod.env" does not end in
// "prod.env.example".
func endsPath(rest string) bool {
	trimmed := strings.TrimLeft(rest, "./\\-")
	if len(trimmed) < len(rest) && trimmed != "" && ascii.IsWord(trimmed[0]) {
		return false
	}
	return rest == "" || !ascii.IsWord(rest[0])
}
