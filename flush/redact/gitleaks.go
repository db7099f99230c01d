package redact

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

//go:generate sh -c "go -C testdata/gitleaks run . >gitleaks.json"

// gitleaksTable is made from the gitleaks module; see testdata/gitleaks.
//
//go:embed gitleaks.json
var gitleaksTable []byte

// A gitleaksRule is one rule of the table.
type gitleaksRule struct {
	ID          string
	Regex       string
	SecretGroup int
	Entropy     float64
	Keywords    []string

	// Named rules look for "NAME = value", so their matches start well before the secret
	// and end soon after the name.
	Named  bool
	ByName bool // of a named rule: the keywords are parts of the name
	Allow  *allowlist

	once    sync.Once
	pattern *regexp.Regexp
}

// An allowlist excludes matches of a rule. Conditions on paths are left out, because a
// conversation has no file name.
type allowlist struct {
	Secret, Match []string // regular expressions
	StopWords     []string // parts of the secret, in lower case

	once          sync.Once
	secret, match []*regexp.Regexp
}

type gitleaksConfig struct {
	Allow *allowlist
	Rules []*gitleaksRule
}

// loadGitleaks reads the table. It is embedded in the program, so an error means a broken build.
func loadGitleaks() *gitleaksConfig {
	var c gitleaksConfig
	if err := json.Unmarshal(gitleaksTable, &c); err != nil {
		panic(fmt.Sprintf("redact: read the table of the gitleaks rules: %v", err))
	}
	return &c
}

// hopeless reports early that a rule's name, which ends at end, has no value: no
// operator comes after it.
func (r *gitleaksRule) hopeless(s string, end int) bool {
	const filler = 64
	if !r.ByName {
		return false
	}
	i := end
	for i < len(s) && i-end < filler && (isWord(s[i]) || isSpace(s[i]) || strings.IndexByte(".-'\"", s[i]) >= 0) {
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

// window returns the text around s[start:end] in which a rule is tried. It ends at blanks if there are
// any, so that no token is cut.
func (r *gitleaksRule) window(s string, start, end int) (from, to int) {
	before, after := otherBefore, otherAfter
	if r.Named {
		before, after = namedBefore, namedAfter
	}
	from = max(0, start-before)
	for n := 0; from > 0 && n < windowSlack && !isSpace(s[from-1]); n++ {
		from--
	}
	to = min(len(s), end+after)
	for n := 0; to < len(s) && n < windowSlack && !isSpace(s[to]); n++ {
		to++
	}
	return runeFloor(s, from), runeCeil(s, to)
}

// find appends the secrets that the rule finds in s[from:to].
func (r *gitleaksRule) find(s string, from, to int, global *allowlist, out []span) []span {
	r.once.Do(func() { r.pattern = regexp.MustCompile(r.Regex) })
	part := s[from:to]
	for _, m := range r.pattern.FindAllStringSubmatchIndex(part, -1) {
		start, end := r.secret(m)
		if start >= end {
			continue
		}
		match, secret := part[m[0]:m[1]], part[start:end]
		if r.Entropy > 0 && entropy(secret) <= r.Entropy {
			continue
		}
		if global.allows(match, secret) || r.Allow.allows(match, secret) || r.harmless(secret, start-m[0]) {
			continue
		}
		out = append(out, span{start: from + start, end: from + end, rule: r.ID, rank: byRule})
	}
	return out
}

// secret returns the capture group of a match that is the secret: the one the rule
// names, else the first that matched, else the whole match.
func (r *gitleaksRule) secret(m []int) (start, end int) {
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
func (r *gitleaksRule) harmless(secret string, lead int) bool {
	if lead == 0 && isHexHash(secret) {
		return true
	}
	return (r.Named || r.ID == "kubernetes-secret-yaml") && (!hasDigit(secret) || isSlug(secret) || placeholder(secret))
}

// allows reports whether the allowlist excludes a match.
func (a *allowlist) allows(match, secret string) bool {
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
