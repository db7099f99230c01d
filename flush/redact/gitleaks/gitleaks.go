// Package gitleaks finds secrets by the rules of github.com/zricethezav/gitleaks. They are a table, gitleaks.json, which
// go generate makes from the gitleaks module. It is read at first use. Each regular expression is compiled when its
// keyword is first met, and runs only on the text around the keyword. The conditions on paths are left out, because a
// conversation has no file name, and so are the rules that a detector of ours does better.
package gitleaks

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/flush/redact/ascii"
	"github.com/agent-admin/memoria/flush/redact/shape"
	"github.com/agent-admin/memoria/flush/redact/span"
	"github.com/agent-admin/memoria/flush/redact/value"
)

//go:generate sh -c "go -C testdata/rules run . >gitleaks.json"

// table is made from the gitleaks module; see testdata/rules.
//
//go:embed gitleaks.json
var table []byte

// A Rule is one rule of the table.
type Rule struct {
	ID          string
	Regex       string
	SecretGroup int
	Entropy     float64
	Keywords    []string

	// Named rules look for "NAME = value", so their matches start well before the secret
	// and end soon after the name.
	Named  bool
	ByName bool // of a named rule: the keywords are parts of the name
	Allow  *Allowlist
	global *Allowlist // that of all rules

	once    sync.Once
	pattern *regexp.Regexp
}

// An Allowlist excludes matches of a rule. Conditions on paths are left out, because a
// conversation has no file name.
type Allowlist struct {
	Secret, Match []string // regular expressions
	StopWords     []string // parts of the secret, in lower case

	once          sync.Once
	secret, match []*regexp.Regexp
}

// Load reads the table. It is embedded in the program, so an error means a broken build.
func Load() []*Rule {
	var c struct {
		Allow *Allowlist
		Rules []*Rule
	}
	if err := json.Unmarshal(table, &c); err != nil {
		panic(fmt.Sprintf("gitleaks: read the table of the rules: %v", err))
	}
	for _, r := range c.Rules {
		r.global = c.Allow
	}
	return c.Rules
}

// Hopeless reports early that a rule's name, which ends at end, has no value: no
// operator comes after it.
func (r *Rule) Hopeless(s string, end int) bool {
	const filler = 64
	if !r.ByName {
		return false
	}
	i := end
	for i < len(s) && i-end < filler && (ascii.IsWord(s[i]) || ascii.IsSpace(s[i]) || strings.IndexByte(".-'\"", s[i]) >= 0) {
		i++
	}
	return i == len(s) || strings.IndexByte("=>:|?,", s[i]) < 0
}

// The sizes, in bytes, of the text around a keyword in which a rule is tried. Names come before their
// values, and the longest value of a named rule has 135 bytes; the longest of the others
// have some hundred, and a curl command may span several lines.
const (
	namedBefore, namedAfter = 128, 320
	otherBefore, otherAfter = 384, 1536
	windowSlack             = 256 // how far an edge moves to find a blank
)

// Window returns the text around s[start:end] in which a rule is tried. It ends at blanks if there are
// any, so that no token is cut.
func (r *Rule) Window(s string, start, end int) (from, to int) {
	before, after := otherBefore, otherAfter
	if r.Named {
		before, after = namedBefore, namedAfter
	}
	from = max(0, start-before)
	for n := 0; from > 0 && n < windowSlack && !ascii.IsSpace(s[from-1]); n++ {
		from--
	}
	to = min(len(s), end+after)
	for n := 0; to < len(s) && n < windowSlack && !ascii.IsSpace(s[to]); n++ {
		to++
	}
	return span.RuneFloor(s, from), span.RuneCeil(s, to)
}

// Find appends the secrets that the rule finds in s[from:to].
func (r *Rule) Find(s string, from, to int, out []span.Span) []span.Span {
	r.once.Do(func() { r.pattern = regexp.MustCompile(r.Regex) })
	part := s[from:to]
	for _, m := range r.pattern.FindAllStringSubmatchIndex(part, -1) {
		start, end := r.secret(m)
		if start >= end {
			continue
		}
		match, secret := part[m[0]:m[1]], part[start:end]
		if r.Entropy > 0 && shape.Entropy(secret) <= r.Entropy {
			continue
		}
		if r.global.allows(match, secret) || r.Allow.allows(match, secret) || r.harmless(secret, start-m[0]) {
			continue
		}
		out = append(out, span.Span{Start: from + start, End: from + end, Rule: r.ID, Rank: span.ByRule})
	}
	return out
}

// secret returns the capture group of a match that is the secret: the one the rule
// names, else the first that matched, else the whole match.
func (r *Rule) secret(m []int) (start, end int) {
	if g := 2 * r.SecretGroup; r.SecretGroup > 0 && g+1 < len(m) {
		return m[g], m[g+1]
	}
	for g := 2; g+1 < len(m); g += 2 {
		if m[g] >= 0 && m[g] < m[g+1] {
			return m[g], m[g+1]
		}
	}
	return m[0], m[1]
}

// harmless reports matches that would be right in a file of keys and are wrong in a
// conversation: a bare commit hash near a product's name, or a word of the right length
// after one ("dropbox, recommendations").
func (r *Rule) harmless(secret string, lead int) bool {
	if lead == 0 && shape.IsHexHash(secret) || shape.IsMasked(secret[strings.LastIndexByte(secret, '/')+1:]) {
		return true
	}
	return (r.Named || r.ID == "kubernetes-secret-yaml") && (!ascii.HasDigit(secret) || shape.IsSlug(secret) || value.IsPlaceholder(secret))
}

// allows reports whether the allowlist excludes a match.
func (a *Allowlist) allows(match, secret string) bool {
	if a == nil {
		return false
	}
	a.once.Do(func() { a.secret, a.match = compileAll(a.Secret), compileAll(a.Match) })
	covers := func(text string) func(*regexp.Regexp) bool {
		return func(p *regexp.Regexp) bool { return p.MatchString(text) }
	}
	folded := strings.ToLower(secret)
	return slices.ContainsFunc(a.secret, covers(secret)) || slices.ContainsFunc(a.match, covers(match)) ||
		slices.ContainsFunc(a.StopWords, func(w string) bool { return strings.Contains(folded, w) })
}

func compileAll(exprs []string) (all []*regexp.Regexp) {
	for _, e := range exprs {
		all = append(all, regexp.MustCompile(e))
	}
	return all
}
