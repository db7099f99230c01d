package wiki

import (
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
	"pgregory.net/rapid"

	_ "github.com/agent-admin/memoria/fsutil/fsutiltest/short"
)

func TestLike(t *testing.T) {
	for _, x := range []struct {
		a, b string
		like bool
	}{
		{"gitsync", "gitsink", true}, {"sqlite", "sqllite", true}, {"walfile", "walfileandsqlite", true}, {"hooks", "hook", true},
		{"gitignore", "gitsync", false}, {"go", "gogit", false}, {"", "x", false}, {"设置", "设置锁", true}, {"aaaa", "bbbb", false},
	} {
		got := alike(x.a, x.b)
		must.Hold(t, got >= 0.5 == x.like && got == alike(x.b, x.a), "%q and %q: %.2f", x.a, x.b, got)
	}
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.StringMatching(`[a-cé]{0,6}`).Draw(t, "a")
		b := rapid.StringMatching(`[a-cé]{0,6}`).Draw(t, "b")
		got := alike(a, b)
		must.Hold(t, got >= 0 && got <= 1 && got == alike(b, a), "%q and %q: %.2f", a, b, got)
	})
}
