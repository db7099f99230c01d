package wikilink

import (
	"fmt"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

func TestHrefs(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"see [a](b.md) and ![i](img/p.png)", "b.md !img/p.png"},
		{"[![i](p.png)](b.md)", "!p.png b.md"},
		{"[a](<two words.md>)", "two words.md"},
		{"[a](two%20words.md#A%20b)", "two%20words.md#A%20b"},
		{`[a](b\_c.md "title")`, "b_c.md"},
		{"[a](x(1).md)", "x(1).md"},
		{"[a](u&amp;v.md)", "u&v.md"},
		{"[a][r]\n\n[r]: notes/r.md \"t\"\n", "notes/r.md"},
		{"`[a](b)` \\[a](b) [a] (b) [a]()", ""},
		{"```\n[a](b)\n```\n", ""},
		{"- item [a](b.md)\n  > quoted ![](c.png)\n", "b.md !c.png"},
		{"| x |\n|---|\n| [a](b.md) |\n", "b.md"},
		{"[[a]](b.md) [x [[y]] z](c.md)", "c.md"},
		{"[über\ntwo lines](b.md)", "b.md"},
	} {
		var got []string
		for _, h := range Scan([]byte(c.src)).Hrefs {
			s := h.Dest
			if h.Image {
				s = "!" + s
			}
			got = append(got, s)
			raw := c.src[h.Start:h.End]
			must.Hold(t, strings.Trim(raw, `\_()`) != "" && strings.ContainsAny(raw, ".b"), "%q: offsets give %q", c.src, raw)
		}
		must.Equal(t, strings.Join(got, " "), c.want, "%q", c.src)
	}
}

func TestHrefSplit(t *testing.T) {
	for _, c := range []struct{ dest, want string }{
		{"a.md#b", "a.md b true"}, {"#b", " b true"}, {"../x/a%20b.md", "../x/a%20b.md  true"},
		{"https://x.y/a.md", "  false"}, {"mailto:a@b", "  false"}, {"//x.y/z", "  false"}, {"obsidian://open?vault=x", "  false"},
		{"a:b.md", "  false"}, {"1:b.md", "1:b.md  true"}, {"a b:c.md", "a b:c.md  true"}, {"", "  false"},
	} {
		target, fragment, local := Href{Dest: c.dest}.Split()
		must.Equal(t, fmt.Sprintf("%s %s %v", target, fragment, local), c.want, "%q", c.dest)
	}
}
