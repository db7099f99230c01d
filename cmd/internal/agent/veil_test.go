package agent

import (
	"strings"
	"testing"
)

// B-10: no secret in the spool, and the words around it kept.
func TestVeil(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"The tide table is done. Next: tests.\n", "The tide table is done. Next: tests.\n"},
		{"Die Gezeiten­tafel steht 完成了。\r\n", "Die Gezeiten­tafel steht 完成了。\r\n"},
		{"I put abc12345 there", "I put […] there"},
		{"in 2026 we had 15 rows and step2", "in 2026 we had 15 rows and step2"},
		{"run X=1 now", "run […] now"},
		{"see https://example.org/a for more", "see https://example.org/a for more"},
		{"use postgres://u:pw@h/db here", "use […] here"},
		{"a " + strings.Repeat("x", 24) + " b", "a […] b"},
		{"The Password is hunter\nand so on", "The Password […]\nand so on"},
		{"your API keys:\n\n- hunter\n- next", "your API keys:\n\n[…]\n- next"},
		{"Authorization: Bearer abc def", "Authorization: Bearer […]"},
		{"before\n-----BEGIN RSA PRIVATE KEY-----\nabc\n", "before\n[…]"},
		{"说token是abc吗\n好", "说token […]\n好"},
	} {
		if got := Veil(c.in); got != c.want {
			t.Errorf("Veil(%q) = %q, want %q", c.in, got, c.want)
		}
	}
	const fakes = `OPENAI_API_KEY=sk-proj-FAKE0000000000000000 "ghp_FAKE0000000000000000000000000000" AKIAFAKE00000000
` + "`postgres://u:FAKEPW@h/db`" + ` {"secret": "FAKEPW"} passwd FAKEPW
token:
   FAKEPW`
	if got := Veil(fakes); strings.Contains(got, "FAKE") {
		t.Errorf("left %q", got)
	}
}

func FuzzVeil(f *testing.F) {
	f.Add("a password: x\ny", "abc12345")
	f.Add("é", "AKIAFAKE00000000")
	f.Fuzz(func(t *testing.T, before, after string) {
		const secret = "Zq7FAKEzz"
		for _, sep := range []string{" ", "\n", "é", "=", `"`} {
			if got := Veil(before + sep + secret + sep + after); strings.Contains(got, secret) {
				t.Fatalf("%q is in %q", secret, got)
			}
		}
	})
}
