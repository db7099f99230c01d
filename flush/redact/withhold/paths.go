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

	once  sync.Once
	hints *ascii.Keywords
	each  []*withheld
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
		var hints []string
		for _, g := range p.globs {
			w := compileGlob(g, p.home)
			p.each = append(p.each, w)
			if w.hint != "" {
				hints = append(hints, w.hint)
			}
		}
		p.hints = ascii.NewKeywords(hints)
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

// maxMention is the maximum distance between a hint and the ends of its mention.
const maxMention = 1024

// Mentions returns the positions of withheld paths in s.
func (p *Paths) Mentions(s string) []span.Span {
	if len(p.globs) == 0 {
		return nil
	}
	p.compile()
	var out []span.Span
	done := make([]int, len(p.each))
	look := func(i, from, to int) {
		if from = max(from, done[i]); from < to {
			out = p.each[i].find(s, from, to, out)
			done[i] = to
		}
	}
	hinted := make([]int, 0, len(p.each))
	for i, w := range p.each {
		if w.hint != "" {
			hinted = append(hinted, i)
			continue
		}
		for at := 0; at < len(s); {
			_, to := around(s, at, at)
			look(i, at, to)
			at = to + 1
		}
	}
	p.hints.Scan(s, func(word, start, end int) {
		from, to := around(s, start, end)
		look(hinted[word], from, to)
	})
	return out
}

// around returns the part of the line in which a mention of s[start:end] can be.
func around(s string, start, end int) (from, to int) {
	from, to = max(0, start-maxMention), min(len(s), end+maxMention)
	if i := strings.LastIndexByte(s[from:start], '\n'); i >= 0 {
		from += i + 1
	}
	if i := strings.IndexByte(s[end:to], '\n'); i >= 0 {
		to = end + i
	}
	return span.RuneFloor(s, from), span.RuneCeil(s, to)
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
