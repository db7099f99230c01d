package gitleaks

import (
	"regexp"
	"testing"

	"github.com/agent-admin/memoria/flush/redact/span"
)

// The rules are data of another project: what is relied on must hold of them.
func TestGitleaksRules(t *testing.T) {
	rules := Load()
	if len(rules) < 200 {
		t.Fatalf("%d rules", len(rules))
	}
	if global := rules[0].global; global == nil || len(global.Secret) == 0 {
		t.Error("no global allowlist")
	}
	for _, r := range rules {
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
		m := span.Marker(r.ID)
		if start, end := span.NextMarker(m); start > 0 || end < len(m) {
			t.Errorf("%q is no marker", m)
		}
	}
}

func TestAllowlists(t *testing.T) {
	for name, row := range map[string]struct {
		list *Allowlist
		want bool
	}{
		"the secret":     {&Allowlist{Secret: []string{"^sec"}}, true},
		"the match":      {&Allowlist{Match: []string{"^key=sec"}}, true},
		"another secret": {&Allowlist{Secret: []string{"^key"}}, false},
		"another match":  {&Allowlist{Match: []string{"^sec"}}, false},
		"a stop word":    {&Allowlist{StopWords: []string{"cret"}}, true},
		"either":         {&Allowlist{Secret: []string{"nope"}, StopWords: []string{"cret"}}, true},
		"nothing":        {&Allowlist{}, false},
		"no list":        {nil, false},
	} {
		if got := row.list.allows("key=secret", "secret"); got != row.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if !(&Allowlist{StopWords: []string{"cret"}}).allows("key=SECRET", "SECRET") {
		t.Error("a stop word is not found in capitals")
	}
}
