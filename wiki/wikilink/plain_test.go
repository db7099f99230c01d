package wikilink

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestPlainPairs holds the scan for pairs of marks against the grammar that says what they are.
func TestPlainPairs(t *testing.T) {
	marks := regexp.MustCompile("`([^`]+)`|\\*\\*([^*]+)\\*\\*|\\*([^*]+)\\*|\\[([^\\[\\]]+)\\]\\([^()]*\\)")
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{"`", "*", "**", "[", "]", "](", "(", ")", "a", "é ", " ", "\n", "\u00a0"})).Draw(t, "s"), "")
		if got, want := unpaired(s), marks.ReplaceAllString(s, "$1$2$3$4"); got != want {
			t.Fatalf("unpaired(%q) = %q, want %q", s, got, want)
		}
		if got, want := Squeeze(s), strings.Join(strings.Fields(s), " "); got != want {
			t.Fatalf("Squeeze(%q) = %q, want %q", s, got, want)
		}
	})
}
