package markup

import (
	"fmt"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// What would take goldmark for ever, or come to more than anybody can keep, is shown as text.
func TestTame(t *testing.T) {
	short := "|" + strings.Repeat("a|", 3000) + "\n|" + strings.Repeat("-|", 3000) + "\n" + strings.Repeat("|x\n", 3000)
	got := page(short)
	must.Hold(t, len(got) <= 2*len(short) && !strings.Contains(got, "<table"), "a table of short rows comes to %d bytes", len(got))
	whole := "|" + strings.Repeat("a|", 300) + "\n|" + strings.Repeat("-|", 300) + "\n" + strings.Repeat("|"+strings.Repeat("b|", 300)+"\n", 150)
	got = page(whole)
	must.Hold(t, strings.Count(got, "<td") == 300*150, "a large table has %d cells", strings.Count(got, "<td"))
	var notes, list strings.Builder
	for i := range 3 * wikilink.MaxDefined {
		fmt.Fprintf(&notes, "x[^%d]\n\n[^%d]: note %d\n\n", i, i, i)
	}
	got = page(notes.String())
	n := strings.Count(got, `<li id="fn:`)
	must.Hold(t, n == wikilink.MaxDefined && strings.Contains(got, fmt.Sprintf("note %d", 3*wikilink.MaxDefined-1)), "%d footnotes, want %d and the rest as text", n, wikilink.MaxDefined)
	for i := range 600 {
		fmt.Fprintf(&list, "%s- item%d\n", strings.Repeat("  ", i), i)
	}
	got = page(list.String())
	n = strings.Count(got, "<ul")
	must.Hold(t, n >= 40 && n <= 101 && strings.Contains(got, "item599"), "a list nests %d deep", n)
	law(t, got, "list")
	code := "```\n" + strings.Repeat(" ", 150) + "- x\n```\n"
	got = page(code)
	must.Hold(t, strings.Contains(got, strings.Repeat(" ", 150)+"- x"), "code became %s", got)
}
