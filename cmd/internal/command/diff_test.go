package command

import (
	"fmt"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

func TestUnified(t *testing.T) {
	numbers := func(n int, change map[int]string) string {
		var b strings.Builder
		for i := 1; i <= n; i++ {
			if s, ok := change[i]; ok {
				b.WriteString(s)
				continue
			}
			fmt.Fprintln(&b, i)
		}
		return b.String()
	}
	for name, c := range map[string]struct{ before, after, want string }{
		"same":       {"a\n", "a\n", ""},
		"new":        {"", "a\nb\n", "--- f\n+++ f\n@@ -0,0 +1,2 @@\n+a\n+b\n"},
		"gone":       {"a\n", "", "--- f\n+++ f\n@@ -1,1 +0,0 @@\n-a\n"},
		"no newline": {"a", "b\n", "--- f\n+++ f\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+b\n"},
		"two hunks": {numbers(20, nil), numbers(20, map[int]string{3: "x\n", 18: ""}),
			"--- f\n+++ f\n@@ -1,6 +1,6 @@\n 1\n 2\n-3\n+x\n 4\n 5\n 6\n@@ -15,6 +15,5 @@\n 15\n 16\n 17\n-18\n 19\n 20\n"},
		"one hunk": {numbers(7, nil), numbers(7, map[int]string{2: "", 6: "6\ny\n"}),
			"--- f\n+++ f\n@@ -1,7 +1,7 @@\n 1\n-2\n 3\n 4\n 5\n 6\n+y\n 7\n"},
		"control": {"a\n", "\x1b[31m\tb\r\n", "--- f\n+++ f\n@@ -1,1 +1,1 @@\n-a\n+�[31m\tb\n"},
	} {
		must.Equal(t, Unified("f", c.before, c.after), c.want, "%s:", name)
	}
}
