package redact

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
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
	SecretGroup int `json:"secretGroup"`
	Entropy     float64
	Keywords    []string
	Allowlists  []*allowlist

	// named rules look for "NAME = value", so their matches start well before the secret
	// and end soon after the name.
	named   bool
	byName  bool // of a named rule: the keywords are parts of the name
	once    sync.Once
	pattern *regexp.Regexp
}

// An allowlist says which matches of a rule are none.
type allowlist struct {
	Condition   string
	Paths       []string
	RegexTarget string `json:"regexTarget"` // "match", "line", or the secret
	Regexes     []string
	StopWords   []string `json:"stopwords"`

	once     sync.Once
	patterns []*regexp.Regexp
}

type gitleaksConfig struct {
	Allowlist *allowlist
	Rules     []*gitleaksRule
}

// loadGitleaks reads the table. It is part of the program, so an error is a broken build and not a condition.
func loadGitleaks() *gitleaksConfig {
	var c gitleaksConfig
	if err := json.Unmarshal(gitleaksTable, &c); err != nil {
		panic(fmt.Sprintf("redact: read the table of the gitleaks rules: %v", err))
	}
	for _, r := range c.Rules {
		r.readName()
	}
	return &c
}

// readName finds out whether a rule is a named one: all of those are generated from one
// pattern, name and filler and operator and value.
func (r *gitleaksRule) readName() {
	if !strings.Contains(r.Regex[:min(len(r.Regex), 24)], `[\w.-]{0,50}?`) {
		return
	}
	r.named = true
	name, rest, _ := strings.Cut(strings.ToLower(r.Regex), `[ \t\w.-]{0,20}`)
	if strings.Contains(rest, `|\b`) {
		return // has a second form, without the name
	}
	var names []string
	for _, k := range r.Keywords {
		if strings.Contains(name, strings.ToLower(k)) {
			names = append(names, k)
		}
	}
	// The name must be there anyway: keywords of the value would call the rule in vain.
	if len(names) > 0 {
		r.Keywords, r.byName = names, true
	}
}

// hopeless tells early that a rule's name, which ends at end, is given no value: no
// operator comes after it.
func (r *gitleaksRule) hopeless(s string, end int) bool {
	const filler = 64
	if !r.byName {
		return false
	}
	i := end
	for i < len(s) && i-end < filler && (isWord(s[i]) || isSpace(s[i]) || strings.IndexByte(".-'\"", s[i]) >= 0) {
		i++
	}
	return i == len(s) || strings.IndexByte("=>:|?,", s[i]) < 0
}

// Neighbourhoods of a keyword in which a rule is tried, in bytes. Names come before their
// values, and the longest value a named rule knows has 135 bytes; of the others, the
// longest have some hundred, and a curl command may go over several lines.
const (
	namedBefore, namedAfter = 128, 320
	otherBefore, otherAfter = 384, 1536
	windowSlack             = 256 // how far an edge moves to find a blank
)

// window returns the neighbourhood of s[start:end], its edges at blanks where there are
// some, so that no token is cut.
func (r *gitleaksRule) window(s string, start, end int) (from, to int) {
	before, after := otherBefore, otherAfter
	if r.named {
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

// find appends the secrets the rule sees in s[from:to].
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
		line := func() string { return lineAround(s, from+m[0], from+m[1]) }
		if global.allows(match, secret, line) || r.allowed(match, secret, line) {
			continue
		}
		if r.harmless(match, secret, start-m[0]) {
			continue
		}
		out = append(out, span{start: from + start, end: from + end, rule: r.ID, rank: byRule})
	}
	return out
}

// secret picks the capture group that is the secret out of a match: the one the rule
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

func (r *gitleaksRule) allowed(match, secret string, line func() string) bool {
	for _, a := range r.Allowlists {
		if a.allows(match, secret, line) {
			return true
		}
	}
	return false
}

// harmless drops matches that would be right in a file of keys and are wrong in a
// conversation: a bare commit hash near a product's name, a word of the right length
// after one ("dropbox, recommendations").
func (r *gitleaksRule) harmless(match, secret string, lead int) bool {
	if lead == 0 && isHexHash(secret) {
		return true
	}
	return (r.named || r.ID == "kubernetes-secret-yaml") && (!hasDigit(secret) || isSlug(secret) || placeholder(secret))
}

// allows reports whether the allowlist covers a match. Conditions on paths and commits
// cannot hold for a conversation: they are false under AND and absent under OR.
func (a *allowlist) allows(match, secret string, line func() string) bool {
	if a == nil {
		return false
	}
	and := strings.EqualFold(a.Condition, "AND") || a.Condition == "&&"
	if and && len(a.Paths) > 0 {
		return false
	}
	byPattern, byWord := a.matches(match, secret, line), a.stops(secret)
	if !and {
		return byPattern || byWord
	}
	return (byPattern || len(a.Regexes) == 0) && (byWord || len(a.StopWords) == 0) && len(a.Regexes)+len(a.StopWords) > 0
}

func (a *allowlist) matches(match, secret string, line func() string) bool {
	if len(a.Regexes) == 0 {
		return false
	}
	a.once.Do(func() {
		for _, re := range a.Regexes {
			a.patterns = append(a.patterns, regexp.MustCompile(re))
		}
	})
	target := secret
	switch a.RegexTarget {
	case "match":
		target = match
	case "line":
		target = line()
	}
	for _, p := range a.patterns {
		if p.MatchString(target) {
			return true
		}
	}
	return false
}

func (a *allowlist) stops(secret string) bool {
	if len(a.StopWords) == 0 {
		return false
	}
	folded := strings.ToLower(secret)
	for _, w := range a.StopWords {
		if strings.Contains(folded, strings.ToLower(w)) {
			return true
		}
	}
	return false
}

// maxLine bounds the line an allowlist looks at.
const maxLine = 4096

func lineAround(s string, start, end int) string {
	low, high := max(0, start-maxLine), min(len(s), end+maxLine)
	if i := strings.LastIndexByte(s[low:start], '\n'); i >= 0 {
		low += i + 1
	}
	if i := strings.IndexByte(s[end:high], '\n'); i >= 0 {
		high = end + i
	}
	return s[low:high]
}
