package wikilink

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
	"pgregory.net/rapid"
)

func TestInline(t *testing.T) {
	for in, want := range map[string]string{
		"plain words, snake_case and 50% done":  "plain words, snake_case and 50% done",
		"see [[Alpha]] and ![[p.png]]":          `see \[\[Alpha]] and \!\[\[p.png]]`,
		"code `[[x]] %% <b>` stays":             "code `[[x]] %% <b>` stays",
		"a lone ` tick":                         "a lone \\` tick",
		"%%hidden%% words":                      `\%\%hidden\%\% words`,
		"a <script>x</script> b":                `a \<script>x\</script> b`,
		"<!-- memoria:entry -->":                `\<\!-- memoria:entry --\>`,
		"x < y and a -> b":                      "x < y and a -> b",
		"fix #bug and [#a1b2c3], not C# or #12": `fix \#bug and [\#a1b2c3], not C# or #12`,
		"ends like a block ^abc12":              `ends like a block \^abc12`,
		"2^10 stays":                            "2^10 stays",
		"- not a list":                          `\- not a list`,
		"1. not a list":                         `1\. not a list`,
		"1.5 is a number":                       "1.5 is a number",
		"# not a heading":                       `\# not a heading`,
		"> not a quote":                         `\> not a quote`,
		"| not a row":                           `\| not a row`,
		"[ ] not a task":                        `\[ ] not a task`,
		"---":                                   `\---`,
		"~~~ not a fence":                       `\~~~ not a fence`,
		"[web](https://x.org/a_b)":              "[web](https://x.org/a_b)",
		"[file](src/main.go)":                   `[file\](src/main.go)`,
		"[run](javascript:alert(1))":            `[run\](javascript:alert(1))`,
		"![i](https://x.org/i.png)":             `\![i](https://x.org/i.png)`,
		"<https://x.org/a>":                     "<https://x.org/a>",
		"[r]: https://x.org":                    `\[r\]: https://x.org`,
		"note[^1]":                              `note\[^1]`,
		"$x$ costs $5":                          `\$x\$ costs \$5`,
		"costs $5 or $6":                        "costs $5 or $6",
		"two\nlines\r\nand\ttab\x00":            "two lines and tab",
		"*kept* **strong**":                     "*kept* **strong**",
		"already \\[\\[safe]]":                  "already \\[\\[safe]]",
		`ends in \`:                             `ends in \\`,
		// What plugins run.
		"a `$= require('x')` b `y`":   "a \\`$= require('x')\\` b `y`",
		"`= this.file.name`":          "\\`= this.file.name\\`",
		"``<% tp.x %>`` <%* y %> `<`": "\\`\\`<\\% tp.x %>\\`\\` <\\%* y %> `<`",
		"`VIEW[{x}][math]` and `=>`":  "\\`VIEW[{x}][math]\\` and `=>`",
		"":                            "",
		"bad \xff byte":               "bad \ufffd byte",
	} {
		got := Inline(in)
		must.Hold(t, got == want, "Inline(%q)\n got %q\nwant %q", in, got, want)
	}
}

func TestText(t *testing.T) {
	for in, want := range map[string]string{
		"a *b* `c` _d_ e_f":   "a \\*b\\* \\`c\\` \\_d\\_ e_f",
		"<T> & &amp; C:\\dir": `\<T> & \&amp; C:\dir`,
		`a\*b`:                `a\\\*b`,
		"~~x~~ ==y== a~b a==": `\~\~x\~\~ \=\=y\=\= a\~b a\=\=`,
		"[t](https://x.org)":  `\[t\](https://x.org)`,
		"arr[0] and [x]":      "arr[0] and [x]",
		"<https://x.org/a>":   `\<https://x.org/a>`,
	} {
		got := Text(in)
		must.Hold(t, got == want, "Text(%q)\n got %q\nwant %q", in, got, want)
	}
}

var gfm = func() goldmark.Markdown {
	m := goldmark.New(goldmark.WithExtensions(extension.Strikethrough, extension.TaskList, extension.Footnote))
	New().Extend(m)
	return m
}()

// outline names every node of a page but text, emphasis and code.
func outline(source []byte) string {
	var b strings.Builder
	doc := gfm.Parser().Parse(text.NewReader(source))
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch k := n.Kind(); {
		case !entering || k == ast.KindText || k == ast.KindString || k == ast.KindEmphasis || k == ast.KindCodeSpan || k == extStrike:
		case k == ast.KindLink:
			fmt.Fprintf(&b, "Link(%s) ", n.(*ast.Link).Destination)
		case k == ast.KindAutoLink:
			fmt.Fprintf(&b, "Link(%s) ", n.(*ast.AutoLink).URL(source))
		default:
			fmt.Fprintf(&b, "%s ", k)
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

var extStrike = func() ast.NodeKind {
	doc := gfm.Parser().Parse(text.NewReader([]byte("~~x~~")))
	return doc.FirstChild().FirstChild().Kind()
}()

// checkSafe holds the laws of Inline and Text for one line from outside.
func checkSafe(t must.T, in string) {
	for name, f := range map[string]func(string) string{"Inline": Inline, "Text": Text} {
		got := f(in)
		must.Be(t, !strings.ContainsAny(got, "\n\r\t") && strings.TrimSpace(got) == got, "%s(%q) = %q is no clean line", name, in, got)
		if got == "" {
			continue
		}
		// In the places where the project puts such a line, with what it puts around it.
		for _, page := range []string{"- " + got + "\n- [[next|Next]]\n", "# " + got + "\n\n[[next]]\n", got + " ([[next|n]])\n", "- " + got + " ^k1\n- b [[next]]"} {
			links := Extract([]byte(page))
			must.Be(t, len(links) == 1 && links[0].Target == "next", "%s(%q) = %q: in %q the links are %+v", name, in, got, page, links)
			for _, word := range strings.Fields(outline([]byte(page))) {
				switch word {
				case "Document", "List", "ListItem", "TextBlock", "Paragraph", "Heading", "WikiLink", "BlockID":
				default:
					if name == "Inline" && (strings.HasPrefix(word, "Link(http") || strings.HasPrefix(word, "Link(mailto:")) {
						continue
					}
					t.Fatalf("%s(%q) = %q: in %q stands a %s", name, in, got, page, word)
				}
			}
			n := strings.Count(outline([]byte(page)), "Paragraph") + strings.Count(outline([]byte(page)), "TextBlock")
			must.Be(t, n <= 2, "%s(%q) = %q: %q falls apart", name, in, got, page)
		}
		blocks := Scan([]byte("- " + got)).Blocks
		must.Be(t, len(blocks) <= 0, "%s(%q) = %q names a block", name, in, got)
		must.Be(t, !strings.Contains(strings.ReplaceAll(got, "`", ""), "<!--") || strings.Contains(got, "`"), "%s(%q) = %q holds a comment", name, in, got)
	}
	once := Inline(in)
	must.Be(t, Inline(once) == once, "Inline(%q) = %q, and then %q", in, once, Inline(once))
	// What Text wrote is read as what went in.
	want := newGuard(in, true).in
	got := rendered(Text(in))
	must.Be(t, got == want, "Text(%q) = %q is shown as %q", in, Text(in), got)
}

// rendered returns the text a reader sees of a paragraph.
func rendered(md string) string {
	source := []byte(md)
	var b bytes.Buffer
	var walk func(n ast.Node)
	walk = func(n ast.Node) {
		if t, ok := n.(*ast.Text); ok {
			b.WriteString(unescape(string(t.Segment.Value(source))))
		}
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			walk(c)
		}
	}
	walk(gfm.Parser().Parse(text.NewReader(source)))
	return b.String()
}

func drawLine(t *rapid.T) string {
	n := rapid.IntRange(0, 14).Draw(t, "n")
	var b strings.Builder
	for range n {
		if rapid.IntRange(0, 3).Draw(t, "kind") == 0 {
			b.WriteString(rapid.StringN(0, 4, -1).Draw(t, "s"))
		} else {
			b.WriteString(rapid.SampledFrom(pieces).Draw(t, "piece"))
		}
	}
	return b.String()
}

func TestSafeLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkSafe(t, drawLine(t)) })
}

func FuzzSafe(f *testing.F) {
	for _, p := range pieces {
		f.Add("a " + p + "b " + p)
	}
	f.Fuzz(func(t *testing.T, in string) { checkSafe(t, in) })
}
