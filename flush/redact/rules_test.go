package redact

import (
	"regexp/syntax"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/flush/redact/span"
	"pgregory.net/rapid"
)

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
			spans := r.Find(text, 0, len(text), nil)
			if len(spans) == 0 {
				continue
			}
			found = true
			got := span.Merge(text, e.secrets(text))
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
