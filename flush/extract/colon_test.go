package extract

import (
	"strings"
	"testing"
)

// TestColon holds that a sentence that announces a list is told with it, or not as if whole.
func TestColon(t *testing.T) {
	for _, tt := range []struct{ name, turns, keep, drop string }{
		{"a request and code", "P> can you write sample rows that look like:\n```\na,b\n```", "can you write sample rows", "rows that look like\n"},
		{"a word that announces", "P> the sync could also use the helper, right? Like:\n```\nx\n```", "the sync could also use the helper, right?", "Like"},
		{"wishes stay apart", "P> the rules for this folder are:\n- always use tabs\n- never use mocks", "\nnever use mocks", "are:"},
		{"a list of parts", "P> Decision: pelican uses these:\n- port 81\n- host alpha", "Decision: pelican uses these: port 81, host alpha\n", ""},
		{"a numbered list, and what follows", "P> Wir nehmen für pelican folgendes:\n1. Port 81\n2. Host alpha\n\nEntscheidung: pelican läuft auf alpha.", "Wir nehmen für pelican folgendes: Port 81, Host alpha\n", "für pelican\n"},
		{"a list too long for a bullet", "P> Decision: pelican uses these:\n- " + strings.Repeat("a port of the host alpha, ", 20) + "\n- host alpha", "", "pelican uses"},
		{"an agent's, with a list", "P> document it\nA> Added the new section of `sync.md` because it explains:\n- how the parts of the sync of two devices meet when both of them write\n- why no server is needed", "", "it explains\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var all []string
			for _, u := range readTurns(script(t, tt.turns)).units {
				all = append(all, u.text)
			}
			s := strings.Join(all, "\n") + "\n"
			if !strings.Contains(s, tt.keep) || tt.drop != "" && strings.Contains(s, tt.drop) {
				t.Errorf("keep %q, drop %q:\n%s", tt.keep, tt.drop, s)
			}
		})
	}
}
