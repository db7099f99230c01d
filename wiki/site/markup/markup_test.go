package markup

import (
	"strings"
	"sync"
	"testing"
)

// vault is a few pages by name, and what is known of links among them.
type vault map[string]string

func (v vault) Place(t Target) Place {
	switch {
	case strings.HasSuffix(t.Name, ".png"):
		return Place{Href: "../" + t.Name, Image: true}
	case t.Name == "":
		return Place{Href: "#" + t.Fragment}
	}
	if _, ok := v[t.Name]; ok {
		return Place{Href: t.Name + ".html"}
	}
	return Place{Class: "missing", Title: "no such page"}
}

func (v vault) Embed(t Target) (Embedded, bool) {
	body, ok := v[t.Name]
	return Embedded{Body: []byte(body), Fragment: t.Fragment, Links: v, Key: t.Name, Title: t.Name, Href: t.Name + ".html"}, ok
}

func (v vault) Tag(name string) string { return "tags/" + name + ".html" }

var pages = vault{
	"locks": "# Locks\n\nA lock guards ![[locks]].\n\n## Why\n\nBecause ^w1\n\n- one ^o1\n- two\n\n## Next\n\nx\n",
	"loop":  "![[pool]]", "pool": "![[loop]]",
}

var plainRenderer = sync.OnceValue(func() *Renderer { return NewRenderer(nil) })

func page(md string) string {
	return plainRenderer().Page(Page{Body: []byte(md), Links: pages, Key: "here"}).HTML
}

func TestConstructs(t *testing.T) {
	for _, c := range []struct{ name, md, want string }{
		{"callout", "> [!WARNING]- Mind *this*\n> It falls\n> down\n", `<details class="callout warning"><summary class="callout-title">Mind <em>this</em></summary>` + "\n<p>It falls<br>\ndown</p>\n</details>\n"},
		{"callout of another name", "> [!tldr]\n> x", `<div class="callout abstract"><p class="callout-title">Tldr</p>` + "\n<p>x</p>\n</div>\n"},
		{"callout of no kind", "> [!Nonsense]+ T", `<details class="callout note" open><summary class="callout-title">T</summary>` + "\n</details>\n"},
		{"nested callout", "> [!note] A\n> > [!bug] B\n> > x", `<div class="callout note"><p class="callout-title">A</p>` + "\n" + `<div class="callout bug"><p class="callout-title">B</p>` + "\n<p>x</p>\n</div>\n</div>\n"},
		{"quote", "> said", "<blockquote>\n<p>said</p>\n</blockquote>\n"},
		{"highlight", "a ==b c== d", "<p>a <mark>b c</mark> d</p>\n"},
		{"no highlight", "a == b == c", "<p>a == b == c</p>\n"},
		{"comment", "a %%not this%% b", "<p>a  b</p>\n"},
		{"html comment", "a <!-- no --> b\n\n<!-- nor this -->", "<p>a  b</p>\n"},
		{"raw html", "a <b>c</b>\n\n<script>x</script>\n", "<p>a &lt;b&gt;c&lt;/b&gt;</p>\n<pre class=\"html\" tabindex=\"0\">&lt;script&gt;x&lt;/script&gt;</pre>\n"},
		{"wikilink", "[[locks|the *lock*]] [[nowhere]]", `<p><a href="locks.html">the <em>lock</em></a> <span class="missing" title="no such page">nowhere</span></p>` + "\n"},
		{"link", "[a](https://x.example/a%20b?c=d&e) [b](javascript:alert(1)) [c](//evil.example)", `<p><a class="external" href="https://x.example/a%20b?c=d&amp;e" rel="noopener noreferrer nofollow">a</a> <span class="refused" title="an address that is not shown">b</span> <span class="refused" title="an address that is not shown">c</span></p>` + "\n"},
		{"image", "![[a.png|120x80]] ![a door|40](a.png) ![x](https://evil.example/x.png)", `<p><img src="../a.png" alt="a.png" loading="lazy" width="120" height="80"> <img src="../a.png" alt="a door" loading="lazy" width="40"> <a class="external" href="https://evil.example/x.png" rel="noopener noreferrer nofollow">x</a></p>` + "\n"},
		{"tasks", "- [x] done\n- [ ] to do ^t1\n", "<ul class=\"tasks\">\n<li class=\"task done\"><span class=\"box\" role=\"img\" aria-label=\"done\"></span>done</li>\n<li id=\"^t1\" class=\"task\"><span class=\"box\" role=\"img\" aria-label=\"to do\"></span>to do </li>\n</ul>\n"},
		{"tags", "a #b/c #12 (#d) x#e", `<p>a <a class="tag" href="tags/b/c.html">#b/c</a> #12 (<a class="tag" href="tags/d.html">#d</a>) x#e</p>` + "\n"},
		{"footnotes", "a[^n] b^[in *place*] c[^n]\n\n[^n]: the note\n", `<p>a<sup class="footnote" id="fnref:1"><a href="#fn:1" role="doc-noteref" aria-label="footnote 1">1</a></sup> b<sup class="footnote" id="fnref:2"><a href="#fn:2" role="doc-noteref" aria-label="footnote 2">2</a></sup> c<sup class="footnote"><a href="#fn:1" role="doc-noteref" aria-label="footnote 1">1</a></sup></p>` + "\n" + `<section class="footnotes" aria-label="Footnotes"><ol>` + "\n" + `<li id="fn:1"><p>the note</p>` + "\n" + `<a class="back" href="#fnref:1" role="doc-backlink" aria-label="back to the text">↩</a></li>` + "\n" + `<li id="fn:2"><p>in <em>place</em></p>` + "\n" + `<a class="back" href="#fnref:2" role="doc-backlink" aria-label="back to the text">↩</a></li>` + "\n</ol></section>\n"},
		{"math", "$a<b$ and\n\n$$\nx\n$$\n", "<p><code class=\"math\">a&lt;b</code> and</p>\n<pre class=\"math\" tabindex=\"0\">x</pre>\n"},
		{"mermaid", "```mermaid\ngraph TD\n```", "<pre class=\"code\" tabindex=\"0\" data-language=\"mermaid\"><code>graph TD\n</code></pre>\n"},
		{"table", "| a | b |\n|:-:|---|\n| [[locks\\|l]] | x |", `<div class="table" tabindex="0" role="region" aria-label="Table"><table>` + "\n<thead>\n<tr><th scope=\"col\" class=\"center\">a</th><th scope=\"col\">b</th></tr>\n</thead>\n<tbody>\n<tr><td class=\"center\"><a href=\"locks.html\">l</a></td><td>x</td></tr>\n</tbody>\n</table></div>\n"},
		{"block id of its own line", "| a |\n|---|\n| b |\n\n^tab", `<div class="table" tabindex="0" role="region" aria-label="Table"><table id="^tab">` + "\n<thead>\n<tr><th scope=\"col\">a</th></tr>\n</thead>\n<tbody>\n<tr><td>b</td></tr>\n</tbody>\n</table></div>\n"},
		{"headings", "## A b!\n\n## A b\n\n> # In a quote", "<h2 id=\"a-b\">A b! <a class=\"anchor\" aria-hidden=\"true\" tabindex=\"-1\" href=\"#a-b\">#</a></h2>\n<h2 id=\"a-b-2\">A b <a class=\"anchor\" aria-hidden=\"true\" tabindex=\"-1\" href=\"#a-b-2\">#</a></h2>\n<blockquote>\n<h1>In a quote</h1>\n</blockquote>\n"},
		{"embedded block", "![[locks#^o1]]", "<section class=\"embed\" aria-label=\"locks\"><p class=\"embed-title\"><a href=\"locks.html\">locks</a></p>\n<ul>\n<li>one </li>\n</ul>\n</section>\n"},
		{"embedded section", "![[locks#Why]]", "<section class=\"embed\" aria-label=\"locks\"><p class=\"embed-title\"><a href=\"locks.html\">locks</a></p>\n<h3>Why</h3>\n<p>Because </p>\n<ul>\n<li>one </li>\n<li>two</li>\n</ul>\n</section>\n"},
		{"right to left", "שלום world", "<p dir=\"auto\">שלום world</p>\n"},
		{"entities", "&lt;b&gt; &#106;avascript &copy;", "<p>&lt;b&gt; javascript ©</p>\n"},
		{"strike and break", "~~a~~\nb", "<p><del>a</del><br>\nb</p>\n"},
	} {
		if got := page(c.md); got != c.want {
			t.Errorf("%s:\n%q\nwant\n%q", c.name, got, c.want)
		}
	}
}

// Pages that show one another end, and so do many that show many.
func TestEmbedsEnd(t *testing.T) {
	if got := page("![[loop]]"); strings.Count(got, "<section") != 2 {
		t.Errorf("a loop: %s", got)
	}
	many := vault{"a": strings.Repeat("![[b]]\n\n", 200), "b": strings.Repeat("![[c]]\n\n", 200), "c": strings.Repeat("x", 1000)}
	got := NewRenderer(nil).Page(Page{Body: []byte(many["a"]), Links: many, Key: "a"}).HTML
	if len(got) > 4*embedBudget {
		t.Errorf("embeds come to %d bytes", len(got))
	}
}

func TestAnchorOf(t *testing.T) {
	texts, levels := []string{"A", "B", "C", "B"}, []int{1, 2, 1, 2}
	for fragment, want := range map[string]string{"B": "b", "C#B": "b-2", "a#b": "b", "c": "c", "C#A": "", "nothing": ""} {
		if got, ok := AnchorOf(fragment, texts, levels); got != want || ok != (want != "") {
			t.Errorf("%s: %q, want %q", fragment, got, want)
		}
	}
}

func BenchmarkPage(b *testing.B) {
	md := []byte(strings.Repeat("## A heading\n\nSome words about [[locks|a lock]] and `code`, with *emphasis*.\n\n- A point ([[2026-11-27#^k3f9a2c|2026-11-27]]) ^k1\n- Another one\n\n", 12))
	r := NewRenderer(nil)
	b.SetBytes(int64(len(md)))
	for b.Loop() {
		r.Page(Page{Body: md, Links: pages, Key: "here"})
	}
}
