package markup

import (
	"fmt"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/wiki/wikilink"
)

// What would take goldmark for ever, or come to more than anybody can keep, is shown as text.
func TestTame(t *testing.T) {
	short := "|" + strings.Repeat("a|", 3000) + "\n|" + strings.Repeat("-|", 3000) + "\n" + strings.Repeat("|x\n", 3000)
	if got := page(short); len(got) > 2*len(short) || strings.Contains(got, "<table") {
		t.Errorf("a table of short rows comes to %d bytes", len(got))
	}
	whole := "|" + strings.Repeat("a|", 300) + "\n|" + strings.Repeat("-|", 300) + "\n" + strings.Repeat("|"+strings.Repeat("b|", 300)+"\n", 150)
	if got := page(whole); strings.Count(got, "<td") != 300*150 {
		t.Errorf("a large table has %d cells", strings.Count(got, "<td"))
	}
	var notes, list strings.Builder
	for i := range 3 * wikilink.MaxDefined {
		fmt.Fprintf(&notes, "x[^%d]\n\n[^%d]: note %d\n\n", i, i, i)
	}
	got := page(notes.String())
	if n := strings.Count(got, `<li id="fn:`); n != wikilink.MaxDefined || !strings.Contains(got, fmt.Sprintf("note %d", 3*wikilink.MaxDefined-1)) {
		t.Errorf("%d footnotes, want %d and the rest as text", n, wikilink.MaxDefined)
	}
	for i := range 600 {
		fmt.Fprintf(&list, "%s- item%d\n", strings.Repeat("  ", i), i)
	}
	got = page(list.String())
	if n := strings.Count(got, "<ul"); n < 40 || n > 101 || !strings.Contains(got, "item599") {
		t.Errorf("a list nests %d deep", n)
	}
	law(t, got, "list")
	code := "```\n" + strings.Repeat(" ", 150) + "- x\n```\n"
	if got := page(code); !strings.Contains(got, strings.Repeat(" ", 150)+"- x") {
		t.Errorf("code became %s", got)
	}
}
