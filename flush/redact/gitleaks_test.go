package redact

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The rules are data of another project: what is relied on must hold of them.
func TestGitleaksRules(t *testing.T) {
	c := loadGitleaks()
	if len(c.Rules) < 200 {
		t.Fatalf("%d rules", len(c.Rules))
	}
	if c.Allow == nil || len(c.Allow.Secret) == 0 {
		t.Error("no global allowlist")
	}
	for _, r := range c.Rules {
		if len(r.Keywords) == 0 {
			t.Errorf("%s has no keyword: nothing would call it", r.ID)
		}
		p, err := regexp.Compile(r.Regex)
		if err != nil {
			t.Errorf("%s: %v", r.ID, err)
			continue
		}
		if r.SecretGroup > p.NumSubexp() {
			t.Errorf("%s: no group %d", r.ID, r.SecretGroup)
		}
		r.Allow.allows("", "") // compiles its expressions
		if m := markSecret + r.ID + "]"; wallLen(m) != len(m) {
			t.Errorf("%q is no marker", m)
		}
	}
}

// Whatever a rule's own expression can produce, the rule finds in the middle of a text, or
// says why not: too little entropy, an allowlist, our own doubts.
func TestGitleaksRulesFindTheirKind(t *testing.T) {
	e := theEngine()
	fired := 0
	for _, r := range e.rules {
		gen := rapid.StringMatching(generative(t, r.Regex))
		found := false
		for seed := range 5 {
			// (?i) lets the long s and the Kelvin sign through: no key has them.
			text := r.Keywords[0] + "\n" + strings.NewReplacer("ſ", "s", "\u212a", "k").Replace(gen.Example(seed)) + " y"
			spans := r.find(text, 0, len(text), e.global, nil)
			if len(spans) == 0 {
				continue
			}
			found = true
			got := merge(text, e.secrets(text))
			if len(got) == 0 {
				t.Errorf("%s finds %q, Text does not", r.ID, text)
				break
			}
		}
		if found {
			fired++
		} else {
			t.Logf("%s found nothing", r.ID)
		}
	}
	if fired < len(e.rules)*9/10 {
		t.Errorf("only %d of %d rules found something", fired, len(e.rules))
	}
}

// generative rewrites an expression so that rapid can generate from it: word boundaries
// generate nothing, and repetitions are kept short.
func generative(t *testing.T, expr string) string {
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		t.Fatal(err)
	}
	var walk func(*syntax.Regexp)
	walk = func(re *syntax.Regexp) {
		switch re.Op {
		case syntax.OpWordBoundary, syntax.OpNoWordBoundary, syntax.OpBeginText, syntax.OpEndText, syntax.OpBeginLine, syntax.OpEndLine:
			*re = syntax.Regexp{Op: syntax.OpEmptyMatch}
		case syntax.OpStar:
			*re = syntax.Regexp{Op: syntax.OpRepeat, Min: 0, Max: 3, Sub: slices.Clone(re.Sub)}
		case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
			*re = syntax.Regexp{Op: syntax.OpCharClass, Rune: []rune{'a', 'z'}}
		}
		for _, sub := range re.Sub {
			walk(sub)
		}
	}
	walk(re)
	return re.String()
}

func TestAllowlists(t *testing.T) {
	for name, row := range map[string]struct {
		list *allowlist
		want bool
	}{
		"the secret":     {&allowlist{Secret: []string{"^sec"}}, true},
		"the match":      {&allowlist{Match: []string{"^key=sec"}}, true},
		"another secret": {&allowlist{Secret: []string{"^key"}}, false},
		"another match":  {&allowlist{Match: []string{"^sec"}}, false},
		"a stop word":    {&allowlist{StopWords: []string{"cret"}}, true},
		"either":         {&allowlist{Secret: []string{"nope"}, StopWords: []string{"cret"}}, true},
		"nothing":        {&allowlist{}, false},
		"no list":        {nil, false},
	} {
		if got := row.list.allows("key=secret", "secret"); got != row.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if !(&allowlist{StopWords: []string{"cret"}}).allows("key=SECRET", "SECRET") {
		t.Error("a stop word is not found in capitals")
	}
}
