package feed

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

func wellFormed(t *testing.T, b []byte) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(string(b)))
	for {
		if _, err := d.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, b)
		}
	}
}

func TestAtom(t *testing.T) {
	const bad = "a <b> & \"c\" ]]> \x00\x1b \xff <script>x</script>"
	got := Atom(Feed{Title: bad, Lang: `en"`, Home: "./index.html", Self: "https://a.example/feed.xml", Program: bad, Entries: []Entry{
		{Key: "wiki/a.md", Title: bad, Href: "./wiki/a.html", Day: "2026-03-01", Created: "2026-02-01", Summary: bad, Tags: []string{bad}, Lines: []string{bad}, Past: []string{bad}},
		{Key: "wiki/b.md", Title: "B", Href: "./wiki/b.html"},
	}})
	wellFormed(t, got)
	var back struct {
		Updated string `xml:"updated"`
		Entries []struct {
			ID      string `xml:"id"`
			Content string `xml:"content"`
		} `xml:"entry"`
	}
	must.Do(t, xml.Unmarshal(got, &back))
	must.Hold(t, back.Updated == "2026-03-01T00:00:00Z" && len(back.Entries) == 2 && back.Entries[0].ID != back.Entries[1].ID && len(back.Entries[0].ID) == len("urn:uuid:")+36, "%+v", back)
	must.Hold(t, !strings.Contains(back.Entries[0].Content, "<script") && strings.Contains(back.Entries[0].Content, "<ul><li>a &lt;b&gt;"), "content: %s", back.Entries[0].Content)
	must.Hold(t, ID("x", "y") == ID("x", "y") && ID("x", "y") != ID("x", "z") && ID("x", "y") != ID("z", "y"), "ids")
}

func TestLLMs(t *testing.T) {
	got := string(LLMs("Notes\n# not a head", "two", []Part{{"Empty", nil}, {"Concepts", []Page{{"A [b](c)", "wiki/a.md", "says\n## so"}, {"B", "wiki/b.md", ""}}}}))
	want := "# Notes # not a head\n\n> two\n\n## Concepts\n\n- [A \\[b\\](c)](wiki/a.md): says ## so\n- [B](wiki/b.md)\n"
	must.Hold(t, got == want, "got\n%s\nwant\n%s", got, want)
}

func TestSitemap(t *testing.T) {
	got := Sitemap([]Place{{"https://a.example/b&c.html", "2026-03-01"}, {"https://a.example/", ""}})
	wellFormed(t, got)
	must.Hold(t, strings.Contains(string(got), "<loc>https://a.example/b&amp;c.html</loc><lastmod>2026-03-01</lastmod>"), "%s", got)
}
