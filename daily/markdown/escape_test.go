package markdown

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/daily/markdown/markdowntest"
	_ "github.com/agent-admin/memoria/fsutil/fsutiltest/short"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

func TestEscapeComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Oneline(anyText().Draw(t, "text"))
		for _, start := range []bool{true, false} {
			md := Escape(s, start)
			must.Be(t, Unescape(md) == s, "%q\nis written %q\nand read   %q", s, md, Unescape(md))
		}
		must.Be(t, Oneline(s) == s, "%q is not one line yet", s)
	})
}

// Nothing in a bullet may be read as more than words, by a parser that shares no code with ours.
func TestEscapedTextIsOnlyText(t *testing.T) {
	md := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote))
	rapid.Check(t, func(t *rapid.T) {
		s := Oneline(anyText().Draw(t, "text"))
		if s == "" {
			return
		}
		src := []byte("- before ^k0\n- " + Escape(s, true) + " ^k1\n- after ^k2\n")
		doc := md.Parser().Parse(text.NewReader(src))
		list := doc.FirstChild()
		must.Be(t, doc.ChildCount() == 1 && list.Kind() == ast.KindList && list.ChildCount() == 3, "%q breaks out of its list:\n%s", s, src)
		for c := list.FirstChild(); c != nil; c = c.NextSibling() {
			must.Be(t, c.ChildCount() == 1 && c.FirstChild().Kind() == ast.KindTextBlock, "%q is more than a line of text:\n%s", s, src)
		}
		ast.Walk(doc, func(n ast.Node, in bool) (ast.WalkStatus, error) {
			switch n := n.(type) {
			case *ast.RawHTML, *ast.Image:
				t.Fatalf("%q holds a %s:\n%s", s, n.Kind(), src)
			case *ast.Link:
				must.Be(t, bytes.HasPrefix(n.Destination, []byte("http")), "%q links to %q:\n%s", s, n.Destination, src)
			}
			return ast.WalkContinue, nil
		})
		checkInert(t, string(src), "k0", "k1", "k2")
	})
}

func TestEscapedHeadingIsOnlyText(t *testing.T) {
	md := goldmark.New(goldmark.WithExtensions(extension.GFM))
	rapid.Check(t, func(t *rapid.T) {
		s := Oneline(anyText().Draw(t, "text"))
		src := "### Session (10:00) - " + Escape(s, false) + "\n\n**Context:** " + Escape(s, false) + "\n\nend\n"
		doc := md.Parser().Parse(text.NewReader([]byte(src)))
		must.Be(t, doc.ChildCount() == 3 && doc.FirstChild().Kind() == ast.KindHeading && doc.LastChild().Kind() == ast.KindParagraph, "%q breaks out of its line:\n%s", s, src)
		_, got, _ := Heading(strings.SplitN(src, "\n", 2)[0])
		must.Be(t, s == "" || Unescape(got) == "Session (10:00) - "+s, "%q as a title comes back as %q", s, Unescape(got))
		checkInert(t, src)
	})
}

var (
	anyLink   = regexp.MustCompile(`\[\[`)
	anyMarker = regexp.MustCompile(`<!--|-->`)
	anyTag    = regexp.MustCompile(`(?:^|[\s(\[{,;:!?.'"*])#[0-9]*[\p{L}_/-]`)
)

// checkInert looks for what tools that know no Markdown would find.
func checkInert(t *rapid.T, md string, blocks ...string) {
	doc := wikilink.Scan([]byte(md))
	must.Be(t, len(doc.Links) == 0, "holds the links %+v:\n%s", doc.Links, md)
	code := codeSpans(md)
	for _, m := range anyLink.FindAllStringIndex(md, -1) {
		if m[0] > 0 && md[m[0]-1] == '\\' || code[m[0]] {
			continue
		}
		t.Fatalf("holds brackets of a link:\n%s", md)
	}
	for _, m := range anyTag.FindAllStringIndex(md, -1) {
		i := m[0] + strings.IndexByte(md[m[0]:m[1]], '#')
		must.Be(t, code[i] || strings.Contains(md[:i], "http"), "holds a tag at %q:\n%s", md[m[0]:m[1]], md)
	}
	must.Be(t, !anyMarker.MatchString(md), "holds a comment:\n%s", md)
	var ids []string
	for _, m := range regexp.MustCompile(`(?m)\s\^([A-Za-z0-9-]+)[ \t]*$`).FindAllStringSubmatch(md, -1) {
		ids = append(ids, m[1])
	}
	must.Be(t, strings.Join(ids, " ") == strings.Join(blocks, " "), "holds the block ids %q:\n%s", ids, md)
}

// codeSpans tells for each byte whether it is code.
func codeSpans(md string) []bool {
	in := make([]bool, len(md))
	for i := 0; i < len(md); {
		switch {
		case md[i] == '\\' && i+1 < len(md):
			i += 2
		case md[i] == '`':
			n := codeSpan(md[i:])
			for j := range n {
				in[i+j] = true
			}
			i += max(n, ticks(md[i:]))
		default:
			i++
		}
	}
	return in
}

func TestEscapeReadsWell(t *testing.T) {
	for _, c := range []struct{ text, md string }{
		{"Lock a sidecar file, because a rename drops the lock", "Lock a sidecar file, because a rename drops the lock"},
		{"`go test ./...` takes 3 s (5 < 6, a -> b)", "`go test ./...` takes 3 s (5 < 6, a -> b)"},
		{"see [[Sidecar locks]] and ![[a.png]]", `see \[[Sidecar locks]] and \!\[[a.png]]`},
		{"`[[x]]` is code", "`[[x]]` is code"},
		{"[[[x]]]", `\[\[[x]]]`},
		{`a \[[x]] b`, `a \\\[[x]] b`},
		{"fixes #12 and #foo, not C# or a#b", `fixes #12 and \#foo, not C# or a#b`},
		{"[#a1b2c3]", `[\#a1b2c3]`},
		{"https://x.y/a#b?c=$d&e=$f", "https://x.y/a#b?c=$d&e=$f"},
		{"$HOME and $PATH", `\$HOME and \$PATH`},
		{"costs $5", "costs $5"},
		{"a == b", "a == b"},
		{"50%% off %%secret%%", `50%\% off %\%secret%\%`},
		{"<div> and a <b", `\<div> and a \<b`},
		{"<!-- /memoria:entry -->", `<\!-- /memoria:entry --\>`},
		// What plugins run: Dataview's queries, Templater's commands also in code, Meta Bind's fields.
		{"`$= require('child_process')`", "\\`$= require('child_process')\\`"},
		{"`= this.file.name`", "\\`= this.file.name\\`"},
		{"`` =[[Note]].x ``", "\\`\\` =\\[[Note]].x \\`\\`"},
		{"`=\"a\"+1` and `$=dv.pages()`", "\\`=\"a\"+1\\` and \\`$=dv.pages()\\`"},
		{"<% tp.system.prompt('x') %> and <%* await x %>", `<\% tp.system.prompt('x') %> and <\%* await x %>`},
		{"`<%+ tp.x %>`", "\\`<\\%+ tp.x %>\\`"},
		{"`INPUT[text:a]` and `BUTTON[b]`", "\\`INPUT[text:a]\\` and \\`BUTTON[b]\\`"},
		{"`=`, `==`, `=>`, `a = b`, `$x`, 5 <%", "`=`, `==`, `=>`, `a = b`, `$x`, 5 <\\%"},
		{"odd ` tick", "odd \\` tick"},
		{"ends in ^abc", `ends in \^abc`},
		{"x^2 ^ y", "x^2 ^ y"},
		{"# not a heading", `\# not a heading`},
		{"1. not a list", `1\. not a list`},
		{"- not a list", `\- not a list`},
		{"> not a quote", `\> not a quote`},
		{"[ ] not a task", `\[ ] not a task`},
		{"[x.go](x.go) and [site](https://x.y)", `[x.go]\(x.go) and [site](https://x.y)`},
		{`C:\dir\_x \d+\.`, `C:\dir\\_x \d+\\.`},
		{"~~~ and ~~gone~~", `\~\~\~ and ~\~gone~\~`},
		{"&lt; & &", `\&lt; & &`},
	} {
		got := Escape(c.text, true)
		must.Hold(t, got == c.md, "%s\nis written %s\nnot        %s", c.text, got, c.md)
	}
}

func FuzzEscape(f *testing.F) {
	for _, p := range markdowntest.Pieces() {
		f.Add(p+"a", true)
	}
	f.Fuzz(func(t *testing.T, s string, start bool) {
		s = Oneline(s)
		md := Escape(s, start)
		must.Be(t, Unescape(md) == s && !strings.Contains(md, "<!--") && !strings.Contains(md, "-->"), "%q is written %q and read %q", s, md, Unescape(md))
		Unescape(s)
		WithoutComments(s)
	})
}

// anyText draws a text that is hard to write, or any other.
func anyText() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.Map(rapid.SliceOfN(rapid.SampledFrom(markdowntest.Pieces()), 0, 12), func(p []string) string { return strings.Join(p, "") }),
		rapid.String(),
	)
}
