package markup

import (
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/site/code"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// places is the id of a place on a page, as Scan and this package tell it.
func places(body, fragment string) (string, bool) {
	doc := wikilink.Scan([]byte(body))
	if id, ok := strings.CutPrefix(fragment, "^"); ok {
		for _, b := range doc.Blocks {
			if b.ID == id {
				return "^" + id, true
			}
		}
		return "", false
	}
	var texts []string
	var levels []int
	for _, h := range doc.Headings {
		texts, levels = append(texts, h.Text), append(levels, h.Level)
	}
	return NewIndex(texts, levels).Find(fragment)
}

var renderer = sync.OnceValue(func() *Renderer { return NewRenderer(code.Highlight) })

// lawful renders a page, alone and shown within another, and holds both to the law.
func lawful(t testing.TB, md string) string {
	t.Helper()
	r := renderer()
	v := &strict{bodies: map[string]string{"here": md, "host": "# Host\n\n![[here]]\n\ntext ![[here]] text\n\n- ![[here#^a]]\n\n> ![[here#H]]\n", `a"b`: "x", "loop": "![[loop]] ![[here]]"}, from: "here"}
	doc := r.Page(Page{Body: []byte(md), Links: v, Key: "here", Title: "H"})
	law(t, doc.HTML, md)
	ids := map[string]bool{}
	for _, h := range doc.Headings {
		must.Hold(t, !ids[h.ID] && strings.Contains(doc.HTML, ` id="`+h.ID+`"`), "a heading %q is not on the page of %.500q", h.ID, md)
		ids[h.ID] = true
	}
	host := &strict{bodies: v.bodies, from: "host"}
	law(t, r.Page(Page{Body: []byte(v.bodies["host"]), Links: host, Key: "host"}).HTML, md)
	return doc.HTML
}

// hostile are what a page may hold to break out of it, to run, or to call home.
func hostile() []string {
	var out []string
	// What runs, in each place where text can stand.
	attacks := []string{
		`<script>alert(1)</script>`, `"><script>alert(1)</script>`, `'><img src=x onerror=alert(1)>`, `</p></div></section></main><script>alert(1)</script>`,
		`" onmouseover="alert(1)`, `' autofocus onfocus='alert(1)`, "`onload=alert(1)`", `<svg/onload=alert(1)>`, `</code></pre><script>alert(1)</script>`, `--><script>alert(1)</script>`,
		`]]><script>`, `&lt;script&gt;`, `&#60;script&#62;`, `&quot; onclick=&quot;x`, `javascript:alert(1)`, "\x00<script>", "<scr\x00ipt>", `<style>@import 'https://evil.example'</style>`,
		`<iframe src=//evil.example>`, `<base href=//evil.example>`, `<meta http-equiv=refresh content=0;url=//evil.example>`, `<form action=//evil.example><input>`, `<link rel=stylesheet href=//evil.example>`,
		`<object data=x>`, `<math><mi//xlink:href="data:x,<script>alert(1)</script>">`, `<a href="javascript:alert(1)">x</a>`, `<details open ontoggle=alert(1)>`, "\u202e<b>\u2066", `<textarea>`, `<plaintext>`, `<template>`, `<noscript>`, `<title>`, `<xmp>`, `<!--`, `<![CDATA[`, `<?php`, "\xff\xfe<script>", `{{.}}`, `{{7*7}}`,
	}
	frames := []string{
		"%s", "# %s", "H\n%s\n===\n", "- %s", "1. %s", "- [ ] %s", "> %s", "> [!note] %s", "> [!%s] t", "> [!note]- a\n> %s", "**%s**", "==%s==", "~~%s~~", "`%s`", "``` %s\nx\n```", "```go\n%s\n```", "```html\n%s\n```", "    %s",
		"[[%s]]", "[[a|%s]]", "[[here#%s]]", "[[#%s]]", "![[%s]]", "![[%s.png]]", "![[a.png|%s]]", "![[here#%s]]", "[%s](x)", "[x](%s)", "[x](<%s>)", "[x](a.png \"%s\")", "![%s](a.png)", "![x](%s)", "[x]: %s\n\n[x]", "<%s>", "<https://x.example/%s>",
		"| %s | b |\n|---|---|\n| %s | [[a\\|%s]] |", "#%s", "#tag/%s", "a[^1]\n\n[^1]: %s", "a[^%s]\n\n[^%s]: x", "a^[%s]", "$%s$", "$$\n%s\n$$", "%%%%%s%%%%", "<!-- %s -->", "<!-- %s", "<div>\n%s\n</div>", "<%s", "text ^%s", "a%sb",
		"```diff\n+%s\n```", "```json\n{\"%s\": 1}\n```", "```mermaid\n%s\n```",
	}
	for i, f := range frames {
		for j, a := range attacks {
			if (i+j)%4 > 0 && os.Getenv("MEMORIA_LONG") == "" {
				continue
			}
			out = append(out, strings.ReplaceAll(strings.ReplaceAll(f, "%s", a), "%%", "%"))
		}
	}
	// Addresses, in each way to write one.
	for _, to := range []string{
		"javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "java\tscript:alert(1)", "java&#10;script:alert(1)", "&#106;avascript:alert(1)", "&#x6A;avascript&colon;alert(1)", "javascript&#58;alert(1)", "\x01javascript:alert(1)",
		"javascript\\:alert(1)", "javascript%3Aalert(1)", "%6Aavascript:alert(1)", "vbscript:x", "data:text/html,<script>alert(1)</script>", "data:image/svg+xml;base64,PHN2Zz4=", "file:///etc/passwd", "blob:x", "about:blank", "ftp://evil.example", "view-source:x", "obsidian://open", "x-y.z+1:q",
		"//evil.example", "/\\evil.example", "\\\\evil.example", "\\/\\/evil.example", "/\t/evil.example", "&#47;&#47;evil.example", "///evil.example", "http:evil.example", "http:/evil.example", "http:///evil.example", "https:\\\\evil.example", "HTTPS://Evil.example/\"onclick=x", "http://x.example/<script>", "http://[::1]/", "http://%zz/", "https://user:pass@x.example/a?b=c&d=\"e'f#g",
		"mailto:a@b.example?subject=\"><script>", "tel:1", "sms:1", "../../../etc/passwd", "?x", "#", "#^", "#nowhere", "", ".", "a b.md", "a%00b", "%", "%%", "ａ：b", "javascript：alert(1)", "feed:javascript:alert(1)", "https://x.example/\u202egpj", "http://x.example\n", "jar:x", "wss://x", "intent://x",
	} {
		out = append(out, "[x]("+to+")", "[x](<"+to+">)", "![x]("+to+")", "<"+to+">", "[x]: "+to+"\n\n[x] ![x]", "[["+to+"]]", "[["+to+"|x]]", "![["+to+"]]", "![["+to+".png]]", to, "[![x]("+to+")]("+to+")", "[a [[here|b]] <https://x.example> #tag ^[n] c]("+to+")")
	}
	// What is never closed, and what is closed twice.
	for _, open := range []string{"<", "<a", "<a href=\"", "<!", "<!--", "<!-->", "<!--->", "--> x", "<![CDATA[", "</", "</p>", "</section>", "[", "[[", "[[a", "[[a|", "[[a]", "![[", "[a](", "[a](<", "[a](b \"", "*", "**", "***a**", "_", "==", "~~", "`", "``a`", "```", "~~~go", "$", "$$", "$$\na", "%%", "%%\na", "^[", "^[a", "[^", "[^1", "[^1]:", "> [!", "> [!note", "> [!]", "> [!|x]", "|", "| a\n|-", "#", "- [", "- [ ", "- [x", "&", "&#", "&#x", "&#0;", "&#xD800;", "&#x110000;", "&nosuch;", "\\", "\\\n", "^", "a ^", "---", "===\n", "[x]:", "[x]: <", "]]", "]", ")", "%%%", "====", "~~~~", "****", "____"} {
		out = append(out, open, "a "+open, open+"\n\nb", "> "+open+"\n\nb", "- "+open+"\n- b", "| "+open+" |\n|---|\n| "+open+" |", "# "+open, "*"+open+"*", "[["+"here|"+open+"]]", "[^n]\n\n[^n]: "+open, "^["+open+"]", "> [!tip]+ "+open+"\n> "+open)
	}
	// Ids that come twice, and headings that would be another's.
	out = append(out,
		"a ^x\n\nb ^x\n\n^x\n\n[[#^x]]", "# a\n\n# a\n\n# a-2\n\n# A 2\n\n[[#a]] [[#a-2]]", "# ^x\n\n# y ^x\n\n[[#^x]]", "# fn:1\n\na[^1]\n\n[^1]: [^1] [^2]\n\n[^2]: [^1] ^q\n\n[[#^q]]", "# 日本語\n\n[[#日本語]] [[#日本]]", "# <b>x</b>\n\n[[#<b>x</b>]]",
		"H\n===\n\n[[#H]]", "# H\n\n[[#H]]\n\n# H\n\n[[#H]]", "# H ^h\n\n[[#^h]]", "- a ^li\n  b\n\n  c ^p\n\n[[#^li]] [[#^p]]", "a ^m\nb\n\n[[#^m]]", "| a |\n|---|\n| b ^c |\n\n^t\n\n[[#^t]] [[#^c]]", "> q ^q\n\n^r\n\n[[#^q]] [[#^r]]",
		"```\nx\n```\n\n^code\n\n[[#^code]]", "---\n\n^rule\n\n[[#^rule]]", "$$\nx\n$$\n\n^math\n\n[[#^math]]", "> [!note] t ^ct\n> b ^cb\n\n^cc\n\n[[#^ct]] [[#^cb]] [[#^cc]]", "<div>\n\n^html\n\n[[#^html]]", "%%\nx\n%%\n\n^com\n\n[[#^com]]", "![[loop]]\n\n^emb\n\n[[#^emb]]", "![[loop]] ^em2\n\n[[#^em2]]",
		"[a[^1]](https://x.example) [^1]\n\n[^1]: x", "# a[^1] ^[b]\n\n[^1]: # c\n", "[[here|a[^1]]]\n\n[^1]: x", "^[a ^[b ^[c]]]", "^only", "^only\n\n^again\n\n[[#^only]] [[#^again]]", "# *a* `b` [[c|d]] [e](f) ==g== #h $i$ ^j\n\n[[#a b d e ==g== #h $i$]]", "# #\n\n# ##\n\n#", "# ...\n\n# !!!\n\n[[#...]]", "## "+strings.Repeat("w", 300)+"\n\n[[#"+strings.Repeat("w", 300)+"]]", "> # q\n\n- # l\n\n[[#q]] [[#l]]", "# İ ſ ß ǅ\n\n[[#i̇ s ss ǆ]]",
	)
	return out
}

// TestHostile tries every third page, another third each time that the list grows; the long form tries all.
func TestHostile(t *testing.T) {
	set := hostile()
	must.Be(t, len(set) >= 1500, "%d pages", len(set))
	if os.Getenv("MEMORIA_LONG") == "" {
		few := set[:0:0]
		for i := len(set) % 3; i < len(set); i += 3 {
			few = append(few, set[i])
		}
		set = append(few, set[len(set)-40:]...) // ids and headings: each another case
	}
	for _, md := range set {
		lawful(t, md)
	}
	// Text that says what would run is text. What must not be found are marks of its own.
	for _, md := range set {
		for _, bad := range []string{"<script", "<iframe", "<svg", `href="javascript`, `src="http`, "<style"} {
			got := page(md)
			must.Hold(t, !strings.Contains(got, bad), "%s in %q of %q", bad, got, md)
		}
	}
}

// What no person writes ends, and breaks nothing.
func TestDeep(t *testing.T) {
	n, few := 500, 60
	if os.Getenv("MEMORIA_LONG") != "" {
		n, few = 100_000, 600
	}
	for _, part := range []string{
		"> ", "- ", "1. ", "> - ", "  ", "\t", "[", "![", "[[", "![[", "](", "[a](", "[a](b ", "*", "*a ", "*a **b ", "==a ", "~~a ", "`", "```\n", "^[", "^[a^[", "^[a]", "[^a]", "[^a]: x\n", "[a]: b\n", "[a]\n", "%%", "$", "$a ", "<", "<a ", "<!-- ", "<div>\n", "&", "&#",
		"|", "| a |\n", "a|b\n-|-\n", "\\", "#a ", "# a\n", "> [!note]\n", "> [!note]- ", "- [ ] ", "- a\n", "x ^b\n\n", "![[loop]]\n\n", "![[here]]\n\n", "[[#a]] ", "https://x.example ", "a@b.example ", "a", "é", "\u202e", "\x00", "\n",
	} {
		small := strings.Repeat(part, few)
		lawful(t, small)
		page(strings.Repeat(part, n))
	}
	var list, quote strings.Builder
	for i := range few {
		list.WriteString(strings.Repeat("  ", i) + "- a ^b" + strings.Repeat("c", i%7) + "\n")
		quote.WriteString(strings.Repeat(">", i%60) + " > [!note]- t\n")
	}
	lawful(t, list.String())
	lawful(t, quote.String())
	lawful(t, strings.Repeat("word ", 100*few))
}

func FuzzPage(f *testing.F) {
	for i, md := range hostile() {
		if i%71 == 0 {
			f.Add(md)
		}
	}
	f.Fuzz(func(t *testing.T, md string) {
		if len(md) < 20_000 {
			lawful(t, md)
		}
	})
}
