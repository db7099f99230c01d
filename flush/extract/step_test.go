package extract

import "testing"

// TestRulesOfLinters holds that of a linter only a rule is kept.
func TestRulesOfLinters(t *testing.T) {
	for give, want := range map[string]string{
		"cmd/a.go:12:3: os/exec.Command must not be called. use os/exec.CommandContext (noctx)":       "os/exec.Command must not be called. use os/exec.CommandContext (noctx)",
		"src/a.ts:4:1: Unexpected any. Specify a different type, never any (no-explicit-any)":         "Unexpected any. Specify a different type, never any (no-explicit-any)",
		"a.go:9:2: string `blue-button` has 3 occurrences, make it a constant, use const (goconst)":   "",
		"a.go:9:2: G104: Errors unhandled in this call (gosec)":                                       "",
		"a.go:9:2: G304: Potential file inclusion via variable (gosec)":                               "",
		"a.go:9:2: Function 'run' is too long, should be shorter (80 > 60) (funlen)":                  "",
		"a.go:9:2: cyclomatic complexity 31 of func `run` is high, should be lower than 20 (gocyclo)": "",
		"a.go:9:2: undefined: x is not used and should not be (typecheck)":                            "",
	} {
		if _, got := diagnosis(give); got != want {
			t.Errorf("diagnosis(%q) = %q", give, got)
		}
	}
}
