package redact

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// No half of a token is kept, wherever a line ends in it, and the words around it are.
func TestWrapped(t *testing.T) {
	r := New(Options{})
	rng := rand.New(rand.NewPCG(1, 1))
	random := func(chars string, n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = chars[rng.IntN(len(chars))]
		}
		return string(b)
	}
	for _, secret := range []string{
		"AKIA" + random(uppers, 16), "AKIA" + random(uppers+digits, 16), "ghp" + "_" + random(alnums, 36), "glpat-" + random(alnums, 20),
		"sk-ant-" + "api03-" + random(alnums+"_-", 93) + "AA", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0." + random(alnums, 43),
		"xoxb-" + "263594206564-2343594206574-" + random(alnums, 24), "AIza" + random(alnums, 35), "1234567890:AA" + random(alnums, 33), "npm" + "_" + random(alnums, 36),
	} {
		for _, br := range []string{"\n", "\r\n", "\n\n", "\n    ", "  \n> ", "\\\n", "\u200b\n", "\n\u200b", "\u200b", "\u2060\ufeff", "\u2028", "\u202e", "\ufe0f"} {
			for at := 1; at < len(secret); at += 1 + rng.IntN(len(secret)/3) {
				for _, around := range [][2]string{{"", ""}, {"We keep ", " in the vault."}, {"We keep\n", "\nin the vault."}, {"TOKEN=", "\nOTHER=1"}, {"- ", "\n- other"}} {
					text := around[0] + secret[:at] + br + secret[at:] + around[1]
					got, n := r.Text(text)
					must.Be(t, n != 0 && strings.HasPrefix(got, around[0]) && strings.HasSuffix(got, around[1]), "%q became %q", text, got)
					for i := range 2 {
						left := [2]string{secret[:at], secret[at:]}[i]
						must.Hold(t, len(left) <= 7 || !strings.Contains(got, left), "%q became %q", text, got)
					}
					checkLaws(t, r, text)
				}
			}
		}
	}
}

func BenchmarkWrapped(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	var text strings.Builder
	for text.Len() < 1<<20 {
		for range 76 {
			text.WriteByte((alnums + "+/")[rng.IntN(64)])
		}
		text.WriteByte('\n')
	}
	r := New(Options{})
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		r.Text(text.String())
	}
}
