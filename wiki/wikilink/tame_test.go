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

// The definition of a footnote holds links like any other text, also at its beginning. An address by a name is none.
func TestFootnoteLinks(t *testing.T) {
	for md, want := range map[string]int{
		"x[^1]\n\n[^1]: [[a.b]]\n": 1, "[^1]: ![[p.png]] and [[q]]\n": 2, "> [^n-1]: [[a]]\n": 1, "[^1]: see [[a]]\n": 1,
		"[a]: [[b]]\n": 0, "`[^1]: [[a]]`\n": 0, "```\n[^1]: [[a]]\n```\n": 0,
	} {
		d := Scan([]byte(md))
		if len(d.Links) != want {
			t.Errorf("%q: %d links, want %d", md, len(d.Links), want)
		}
		for _, l := range d.Links {
			if !strings.HasPrefix(md[l.Start:], "[[") && !l.Embed {
				t.Errorf("%q: a link at %d", md, l.Start)
			}
		}
	}
}
