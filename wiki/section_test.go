package wiki

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
	"pgregory.net/rapid"
)

const page = `---
title: Sidecar locks
mine: {a: b} # kept
---

# Sidecar locks

One. Two.

## Key Points

- A rename drops its lock ([[2026-11-27#^k3f9a2c|2026-11-27]])
- Two days, one claim
  that goes on ([[2026-11-28#^b1|2026-11-28]], [[2026-04-01#Session (21:29) - Title|2026-04-01]]).
- Said in [[daily/2026-11-29#^c1]] and left open
* By hand, uncited

## Mine

%% a thought %%

## Details

### Part

` + "```" + `
## no heading
` + "```" + `

## Sources

- [[2026-11-27]]
`

func TestSections(t *testing.T) {
	a := Parse([]byte(page))
	var names []string
	for _, s := range a.Sections() {
		names = append(names, s.Heading)
		must.Hold(t, strings.HasPrefix(page[s.Start:], "## "+s.Heading+"\n"), "%q begins %q", s.Heading, page[s.Start:s.Body])
	}
	must.Equal(t, strings.Join(names, ", "), "Key Points, Mine, Details, Sources", "the result")
	must.Hold(t, a.Lead() == "One. Two." && a.SectionText("mine") == "%% a thought %%" && a.SectionText("None") == "", "%q %q", a.Lead(), a.SectionText("mine"))
	must.Hold(t, strings.HasSuffix(a.SectionText("Details"), "```\n## no heading\n```"), "%q", a.SectionText("Details"))
}

func TestPoints(t *testing.T) {
	want := []Point{
		{"A rename drops its lock", []Cite{{Date: "2026-11-27", Block: "k3f9a2c"}}},
		{"Two days, one claim that goes on", []Cite{{Date: "2026-11-28", Block: "b1"}, {Date: "2026-04-01", Heading: "Session (21:29) - Title"}}},
		{"Said in [[daily/2026-11-29#^c1]] and left open", []Cite{{Date: "2026-11-29", Block: "c1"}}},
		{"By hand, uncited", nil},
	}
	got := Parse([]byte(page)).Points()
	must.Hold(t, reflect.DeepEqual(got, want), "\n got %+v\nwant %+v", got, want)
}

func TestSetSection(t *testing.T) {
	for _, c := range []struct {
		name     string
		edit     func(*Article) (*Article, error)
		old, new string
	}{
		{"replace", func(a *Article) (*Article, error) { return a.SetSection("Mine", "\nnew\n\n") }, "%% a thought %%", "new"},
		{"same", func(a *Article) (*Article, error) { return a.SetSection("Sources", "- [[2026-11-27]]") }, "", ""},
		{"last", func(a *Article) (*Article, error) { return a.SetSection("Sources", "- x") }, "- [[2026-11-27]]", "- x"},
		{"ours goes before ours", func(a *Article) (*Article, error) { return a.SetSection("Related Concepts", "- x") },
			"## Sources", "## Related Concepts\n\n- x\n\n## Sources"},
		{"theirs goes to the end", func(a *Article) (*Article, error) { return a.SetSection("New", "x") },
			"- [[2026-11-27]]\n", "- [[2026-11-27]]\n\n## New\n\nx\n"},
		{"remove", func(a *Article) (*Article, error) { return a.RemoveSection("Mine") }, "## Mine\n\n%% a thought %%\n\n", ""},
		{"remove the last", func(a *Article) (*Article, error) { return a.RemoveSection("Sources") }, "\n## Sources\n\n- [[2026-11-27]]\n", ""},
		{"heading", func(a *Article) (*Article, error) { return a.SetHeading("Locks of F #") }, "# Sidecar locks\n", "# Locks of F \\#\n"},
		{"same heading", func(a *Article) (*Article, error) { return a.SetHeading("Sidecar  locks") }, "", ""},
	} {
		for _, eol := range []string{"\n", "\r\n"} {
			local := func(s string) string { return strings.ReplaceAll(s, "\n", eol) }
			t.Run(c.name, func(t *testing.T) {
				got := string(must.Get(c.edit(Parse([]byte(local(page)))))(t).Bytes())
				want := local(strings.Replace(page, c.old, c.new, 1))
				must.Hold(t, got == want, "\n got %q\nwant %q", got, want)
			})
		}
	}
}

func TestSetSectionInBarePages(t *testing.T) {
	for in, want := range map[string]string{
		"":                    "## S\n\nx\n",
		"text":                "text\n\n## S\n\nx\n",
		"---\na: b\n---\n":    "---\na: b\n---\n\n## S\n\nx\n",
		"## S":                "## S\n\nx\n",
		"## S\n## T\n":        "## S\n\nx\n\n## T\n",
		"## S\ny\n# Top\nz\n": "## S\n\nx\n\n# Top\nz\n",
		"S\n---\n\ny\n":       "S\n---\n\nx\n",
		"# H\n\n## S\n\n\n\n": "# H\n\n## S\n\nx\n",
	} {
		got := string(must.Get(Parse([]byte(in)).SetSection("S", "x"))(t).Bytes())
		must.Hold(t, got == want, "%q\n got %q\nwant %q", in, got, want)
	}
	for in, want := range map[string]string{
		"":                        "\n# T\n",
		"text":                    "\n# T\n\ntext",
		"---\na: b\n---\n\n\nx\n": "---\na: b\n---\n\n# T\n\nx\n",
		"## S\n":                  "\n# T\n\n## S\n",
	} {
		got := string(must.Get(Parse([]byte(in)).SetHeading("T"))(t).Bytes())
		must.Hold(t, got == want, "%q\n got %q\nwant %q", in, got, want)
	}
}

var bodyPieces = []string{
	"## S\n", "## T\n", "# H\n", "### U\n", "text\n", "\n", "- a\n", "- b ([[2026-11-27#^x|2026-11-27]])\n", "```\n", "~~~\n", "  ", "> ## Q\n", "T\n---\n", "%%\n", "<!--\n", "-->\n", "$$\n",
	"| a |\n|---|\n", "---\n", "## s ##\n", "##\n", "\r\n", "##\tV\n", "    ## c\n", "- ## l\n",
}

// An edit of a section changes that section and nothing else.
func TestSetSectionKeepsTheRest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		b.WriteString(rapid.SampledFrom([]string{"", "---\ntitle: A\n---\n", "\ufeff", "---\r\na: b\r\n---\r\n"}).Draw(t, "front"))
		for range rapid.IntRange(0, 12).Draw(t, "n") {
			b.WriteString(rapid.SampledFrom(bodyPieces).Draw(t, "piece"))
		}
		a := Parse([]byte(b.String()))
		for _, h := range a.Doc().Headings {
			if a.Bytes()[h.Start] == ' ' {
				return // an indented heading is swallowed by a list before it, whoever writes that
			}
		}
		before := a.Sections()
		for i, s := range before {
			must.Be(t, s.Start < s.Body && s.Body <= s.End && (i <= 0 || before[i-1].End <= s.Start), "%q: sections %+v", a.Bytes(), before)
		}
		if a.ReadOnly() {
			return
		}
		const text = "- new ([[2026-11-27#^x|2026-11-27]])"
		c := must.Get(a.SetSection("S", text))(t)
		if c.SectionText("S") != text {
			// A section may follow something that never ends and swallows it.
			s, ok := a.Section("S")
			must.Be(t, !ok, "%q: S is %+v, became %q", a.Bytes(), s, c.Bytes())
			return
		}
		again := must.Get(c.SetSection("S", text))(t)
		must.Be(t, again == c, "%q: twice is not once", a.Bytes())
		after := c.Sections()
		if s, ok := a.Section("S"); ok {
			must.Be(t, len(after) == len(before), "%q became %q", a.Bytes(), c.Bytes())
			head, tail := string(a.Bytes()[:s.Body]), string(a.Bytes()[s.End:])
			must.Be(t, strings.HasPrefix(string(c.Bytes()), strings.TrimRight(head, "\r\n")) && strings.HasSuffix(string(c.Bytes()), tail), "%q became %q", a.Bytes(), c.Bytes())
		}
	})
}

func ExampleArticle_Points() {
	for _, p := range Parse([]byte(page)).Points()[:2] {
		fmt.Println(p.Text, p.Cites[0].Link())
	}
	// Output:
	// A rename drops its lock [[2026-11-27#^k3f9a2c|2026-11-27]]
	// Two days, one claim that goes on [[2026-11-28#^b1|2026-11-28]]
}
