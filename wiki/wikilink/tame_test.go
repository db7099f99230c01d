package wikilink

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

func TestTame(t *testing.T) {
	deep := strings.Repeat("> ", 5000) + "[[deep]]\n"
	long := "%%x%% [[long]] " + strings.Repeat("[x](", maxLine/4) + "\n"
	src := "[[a|`x`]] ![y]\n" + deep + strings.Repeat("-", 200) + "\n" + long + strings.Repeat("1. - ", 100) + "[[list]]\n\n%%c%% [[b]]\n"
	must.Equal(t, show(Extract([]byte(src))), "a|`x`; b", "show(Extract([]byte(src)))")
	checkLinks(t, []byte(src))
	for line, want := range map[string]int{
		"> - 1. x": 3, "---": 0, "- - - -": 3, ">>> a": 3, "1.5 x": 0, "* **b**": 1, "| > |": 0, "  > > ": 2, "": 0,
	} {
		got := nesting([]byte(line))
		must.Hold(t, got == want, "%q nests %d deep, want %d", line, got, want)
	}
}

// The definition of a footnote holds links like any other text, also at its beginning. An address by a name is none.
func TestFootnoteLinks(t *testing.T) {
	for md, want := range map[string]int{
		"x[^1]\n\n[^1]: [[a.b]]\n": 1, "[^1]: ![[p.png]] and [[q]]\n": 2, "> [^n-1]: [[a]]\n": 1, "[^1]: see [[a]]\n": 1,
		"[a]: [[b]]\n": 0, "`[^1]: [[a]]`\n": 0, "```\n[^1]: [[a]]\n```\n": 0,
	} {
		d := Scan([]byte(md))
		must.Hold(t, len(d.Links) == want, "%q: %d links, want %d", md, len(d.Links), want)
		for _, l := range d.Links {
			must.Hold(t, strings.HasPrefix(md[l.Start:], "[[") || l.Embed, "%q: a link at %d", md, l.Start)
		}
	}
}

// A table that lacks many cells, definitions without end and lists that nest without end are not read as such.
func TestTameMany(t *testing.T) {
	table := func(columns, rows int, row string) string {
		return "| h" + strings.Repeat("|h", columns-1) + "|\n" + strings.Repeat("|-", columns) + "|\n" + strings.Repeat(row+"\n", rows)
	}
	for name, c := range map[string]struct {
		md    string
		table bool
	}{
		"whole":      {table(60, 1200, "|[[a]]"+strings.Repeat("|b", 59)+"|"), true},
		"short":      {table(150, 100, "|[[a]]|"), true},
		"too short":  {table(150, 1200, "|[[a]]|"), false},
		"bare pipe":  {table(150, 1200, "|[[a|b]]|"), false},
		"many short": {table(60, 2500, "|[[a]]|"), false},
	} {
		sameScan(t, []byte(c.md))
		for _, l := range Scan([]byte(c.md)).Links {
			if l.Table != c.table {
				t.Errorf("%s: a link in a table: %v, want %v", name, l.Table, c.table)
				break
			}
		}
	}
	defs := strings.Repeat("[x]: y\n", 2*MaxDefined) + "\n[[after]] [x]\n"
	must.Equal(t, show(Extract([]byte(defs))), "after", "behind definitions")
	var list strings.Builder
	for i := range 400 {
		list.WriteString(strings.Repeat("  ", i) + "- [[l]]\n")
	}
	checkLinks(t, []byte(list.String()))
	n := len(Extract([]byte(list.String())))
	must.Hold(t, n >= 50 && n <= 110, "%d links in a list", n)
}
