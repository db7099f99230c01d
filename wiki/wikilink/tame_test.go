package wikilink

import (
	"strings"
	"testing"
)

func TestTame(t *testing.T) {
	deep := strings.Repeat("> ", 5000) + "[[deep]]\n"
	long := "%%x%% [[long]] " + strings.Repeat("[x](", maxLine/4) + "\n"
	src := "[[a|`x`]] ![y]\n" + deep + strings.Repeat("-", 200) + "\n" + long + strings.Repeat("1. - ", 100) + "[[list]]\n\n%%c%% [[b]]\n"
	if got := show(Extract([]byte(src))); got != "a|`x`; b" {
		t.Error(got)
	}
	checkLinks(t, []byte(src))
	for line, want := range map[string]int{
		"> - 1. x": 3, "---": 0, "- - - -": 3, ">>> a": 3, "1.5 x": 0, "* **b**": 1, "| > |": 0, "  > > ": 2, "": 0,
	} {
		if got := nesting([]byte(line)); got != want {
			t.Errorf("%q nests %d deep, want %d", line, got, want)
		}
	}
}
