package wikilink

import (
	"regexp"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
	"pgregory.net/rapid"
)

// TestPlainPairs holds the scan for pairs of marks against the grammar that says what they are.
func TestPlainPairs(t *testing.T) {
	marks := regexp.MustCompile("`([^`]+)`|\\*\\*([^*]+)\\*\\*|\\*([^*]+)\\*|\\[([^\\[\\]]+)\\]\\([^()]*\\)")
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{"`", "*", "**", "[", "]", "](", "(", ")", "a", "é ", " ", "\n", "\u00a0"})).Draw(t, "s"), "")
		got, want := unpaired(s), marks.ReplaceAllString(s, "$1$2$3$4")
		must.Be(t, got == want, "unpaired(%q) = %q, want %q", s, got, want)
		got, want = Squeeze(s), strings.Join(strings.Fields(s), " ")
		must.Be(t, got == want, "Squeeze(%q) = %q, want %q", s, got, want)
	})
}
