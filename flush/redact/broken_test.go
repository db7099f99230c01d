package redact

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// Whatever marks a secret is broken by, it is gone, and the words around it are not.
func TestBrokenByMarkup(t *testing.T) {
	r := New(Options{})
	aws, gh := "AKIA"+"QWERTYUIOPASDFGH", "ghp_"+"aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5"
	for _, secret := range []string{aws, gh} {
		for _, mark := range []string{"`", "**", "*", "~~", "==", "%%", "\u200b", "\u00ad", "<b>", "<!-- x -->"} {
			for _, at := range []int{4, 10, len(secret) - 3} {
				text := "We keep " + secret[:at] + mark + secret[at:] + " in the vault, **always**."
				got, n := r.Text(text)
				must.Hold(t, n != 0 && (!strings.Contains(got, secret[:at][max(0, at-6):]) || at <= 4) && !strings.Contains(got, secret[at:][:3]), "%q became %q", text, got)
				must.Hold(t, strings.HasPrefix(got, "We keep ") && strings.HasSuffix(got, " in the vault, **always**."), "the words around went: %q", got)
				if again, _ := r.Text(got); again != got {
					t.Errorf("a second time changes %q to %q", got, again)
				}
			}
		}
	}
	for _, kept := range []string{"use **`go test`** and `a`/`b`", "`key`: `someIdentifierName`", "2*x*y == z", "snake\\_case\\_name is fine", "a<b>c</b>d"} {
		if got, n := r.Text(kept); n != 0 {
			t.Errorf("%q became %q", kept, got)
		}
	}
}
