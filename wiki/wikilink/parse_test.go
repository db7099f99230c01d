package wikilink

import (
	"fmt"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
	"pgregory.net/rapid"
)

// show writes links as the tables below want them: target#fragment|display, with ! for an
// embed, t: for a table row and p: for a property.
func show(links []Link) string {
	var out []string
	for _, l := range links {
		s := l.Target
		if l.Fragment != "" {
			s += "#" + l.Fragment
		}
		if l.Display != "" {
			s += "|" + l.Display
		}
		if l.Embed {
			s = "!" + s
		}
		if l.Table {
			s = "t:" + s
		}
		if l.Property {
			s = "p:" + s
		}
		out = append(out, s)
	}
	return strings.Join(out, "; ")
}

func TestScanLinks(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain", "Go to [[Cache keys]] now.", "Cache keys"},
		{"display", "[[ cache |the cache]]", "cache|the cache"},
		{"first pipe splits", "[[a|b|c]]", "a|b|c"},
		{"adjacent", "[[a]][[b]]s", "a; b"},
		{"heading", "[[a#Part one]] [[a##Two]] [[a#H1#H2]] [[a#]]", "a#Part one; a#Two; a#H1#H2; a"},
		{"same page", "[[#Part]] [[#^id|x]]", "#Part; #^id|x"},
		{"block", "[[2026-11-27#^k3f9a2c|2026-11-27]]", "2026-11-27#^k3f9a2c|2026-11-27"},
		{"embeds", "![[p.png|100]] ![[note]] ! [[c]] \\![[d]]", "!p.png|100; !note; c; d"},
		{"empty parts", "[[]] [[   ]] [[a|]] [[|b]] [[|]] [[#]]", ""},
		{"unclosed", "[[a\nb]] [[c", ""},
		{"single brackets", "[a] [ [b] ] [c]]", ""},
		{"three brackets", "x [[[a]]] y", "a"},
		{"nested", "[[open [[inner]] rest]]", "inner"},
		{"matrix is no link", "arr[[1,2],[3]]", ""},
		{"index is one", "arr[[0]]", "0"},
		{"a bracket inside", "[[a](http://x)]] [[a|b]c]]", ""},
		{"escapes", `\[[a]] \[\[b]] \\[[c]] \documentclass[[d]]`, "c; d"},
		{"escaped pipe outside a table", `[[a\|b]]`, "a|b"},
		{"backslash in the name", `[[folder\note]]`, `folder\note`},
		{"inside a link's text", "[x [[a]] y](z.md)", "a"},
		{"inside a link's address", "[x](a[[b]]c)", ""},
		{"link definition", "[r]: [[a]]\n\n[[b]]", "b"},
		{"emphasis", "**[[a]]** *[[b|c]]* ==[[d]]== ~~[[e]]~~", "a; b|c; d; e"},
		{"display with markup", "[[t|`Page`]] [[t|**b**]] [[t|<img onerror=1>]]", "t|`Page`; t|**b**; t|<img onerror=1>"},
		{"code span", "`[[a]]` ``b ` [[c]]`` `d` [[e]]", "e"},
		{"code span over lines", "x `a\n[[b]]` [[c]]", "c"},
		{"code opens inside and closes behind", "[[a`b]] c` [[d]]", "d"},
		{"code opens inside and closes a line below", "[[a`b]] c\nd` [[e]]", "e"},
		{"a lone tick inside", "[[a`b]]", "a`b"},
		{"fence", "```bash\nif [[ -f \"$x\" ]]; then\n```\n[[a]]", "a"},
		{"tilde fence around ticks", "~~~\n```\n[[a]]\n```\n[[b]]\n~~~\n[[c]]", "c"},
		{"longer fence", "````\n```\n[[a]]\n```\n````", ""},
		{"fence in a list", "- x\n  ```\n  [[a]]\n  ```\n- [[b]]", "b"},
		{"fence in a quote", "> ```\n> [[a]]\n> ```\n> [[b]]", "b"},
		{"code in a nested list", "- x\n    - y\n\n          [[a]]\n\n  [[b]]", "b"},
		{"indented code", "x\n\n    [[a]]\n\n[[b]]", "b"},
		{"four spaces that continue a list", "- x\n    [[a]]", "a"},
		{"fence without end", "[[a]]\n```\n[[b]]", "a"},
		{"HTML block", "<div>[[a]]</div>\n\n[[b]]", "b"},
		{"HTML comment", "x <!-- [[a]] --> [[b]]\n\n<!--\n[[c]]\n-->\n[[d]]", "b; d"},
		{"HTML attribute", `x <a title="[[a]]">[[b]]</a>`, "b"},
		{"autolink", "<http://x/[[a]]>", ""},
		{"comment", "%%[[a]]%% [[b]]", "b"},
		{"comment over lines", "x %%[[a]]\n[[b]]%% [[c]]", "c"},
		{"comment block", "%%\n[[a]]\n\n```\n[[b]]\n%%\n[[c]]", "c"},
		{"comment block ends in a line", "%%\n[[a]] %% [[b]]\n[[c]]", "b; c"},
		{"comment in a list", "- %%\n  [[a]]\n  %%\n- [[b]]", "b"},
		{"comment without end", "100%% [[a]]\n\n%% [[b]]", "a; b"},
		{"math", "$[[1,2],[3,4]]$ $x[[a]]$ $$y[[b]]$$ [[c]]", "c"},
		{"math block", "$$\nx [[a]]\n$$\n[[b]]", "b"},
		{"math block without end", "$$\nx [[a]]\n\n[[b]] $$", "a; b"},
		{"prices", "costs $5, see [[a]], or $6", "a"},
		{"heading and task", "# On [[a]]\n\n- [ ] do [[b]]\n\n> [!note] [[c]]", "a; b; c"},
		{"table", "| x | y |\n|---|---|\n| [[a\\|b]] | ![[p.png\\|80]] |\n| [[c#d\\|e]] | [[f]] |", "t:a|b; t:!p.png|80; t:c#d|e; t:f"},
		{"table with bare pipes", "| x | y |\n|---|---|\n| [[a|b]] | [[c|d]] |\n| [[e]] | z |", "t:a|b; t:c|d; t:e"},
		{"one column", "| x |\n|---|\n| [[a|b]] |", "t:a|b"},
		{"bare pipe in the head", "| [[a|b]] | y |\n|---|---|\n| [[c]] | z |", "a|b; c"},
		{"table below a paragraph", "word [[w|v]]\n| x |\n|---|\n| [[a|b]] |", "w|v; t:a|b"},
		{"table in a list", "- | x |\n  |---|\n  | [[a|b]] |", "t:a|b"},
		{"code in a table", "| x | y |\n|---|---|\n| `a\\|[[b]]` | [[c|d]] |", "t:c|d"},
		{"display with pipes in a table", "| x |\n|---|\n| ![[p.png\\|a\\|80]] |", "t:!p.png|a|80"},
		{"names", "[[daily/2026-04-01.md]] [[../n]] [[/top/n]] [[&uuml;ber]] [[a%20b]] [[日本語#見出し]] [[v1.2 notes]]",
			"daily/2026-04-01.md; ../n; /top/n; &uuml;ber; a%20b; 日本語#見出し; v1.2 notes"},
		{"full width", "［［a］］", ""},
		{"CRLF", "[[a]]\r\n[[b|c]]\r\n", "a; b|c"},
		{"properties", "---\nup: \"[[a|b]]\"\nlist:\n  - '[[c]]'\n  - [[d]]\nx: [[e]] # [[no]]\n---\n[[f]]", "p:a|b; p:c; p:d; p:e; f"},
		{"properties on one line", "---\nx: [\"[[a]]\", '[[b]]', [[c]]]\ny: [[[d]], [[e]]]\n---\n", "p:a; p:b; p:c; p:d; p:e"},
		{"a property that only mentions one", "---\nx: see [[a]]\ny: \"see [[b]]\"\n# \"[[c]]\"\n---\n[[d]]", "d"},
		{"byte order mark", BOM + "---\nx: \"[[a]]\"\n---\n[[b]]", "p:a; b"},
		{"rules are no fences", "---\nprose [[a]]\n---\n[[b]]", "a; b"},
		{"spaces around parts", "[[   heron   ]] [[ heron#^xyz ]] [[heron#^xyz |heron > ^xyz]] [[Guide#^b7 |x]]", "heron; heron#^xyz; heron#^xyz|heron > ^xyz; Guide#^b7|x"},
		{"nothing of one", "a label [[cannot|be\nbroken]] over lines, [ [apart] ], [[never closed", ""},
		{"embeds of places", "![[Some page#^z9]] ![[#Below|x]] ![[bell.ogg]] ![[map.svg|the coast|240]]", "!Some page#^z9; !#Below|x; !bell.ogg; !map.svg|the coast|240"},
		{"display with strong words", "[[kite|some **strong** and *soft* words]]", "kite|some **strong** and *soft* words"},
		{"beside other marks", "A note[^2] and [[Otter]], [words](page.md), ([[#Works|1998]])", "Otter; #Works|1998"},
		{"in a quote, a plural", "> said of [[Otter]]s", "Otter"},
		{"an index of two", "row[[1]] = q[[k, l]]", "1; k, l"},
		{"addresses as names", "[[https://example.net|there]] [[editor://open?file=y]]", "https://example.net|there; editor://open?file=y"},
		{"dots in names", "[[topic.sub.leaf#^mark]] ![[leaf.ref#from:#to]] [[release 4.5.6]] [[_with-a-line-below]]", "topic.sub.leaf#^mark; !leaf.ref#from:#to; release 4.5.6; _with-a-line-below"},
		{"a template in a name", "[[Filled <% by.a.template %>]]", "Filled <% by.a.template %>"},
		{"scripts", "[[2025-10-01]]→[[старый маяк|маяк]] [[صفحة قديمة|قديم]] [[🛶 canoe]] [[événement passé]]", "2025-10-01; старый маяк|маяк; صفحة قديمة|قديم; 🛶 canoe; événement passé"},
		{"up and out", "[[../beside/Page]] [[../../../../var/lib]] [[77%20old%20name]]", "../beside/Page; ../../../../var/lib; 77%20old%20name"},
		{"open fence", "---\ntitle: A\n[[a]]", "a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			links := Extract([]byte(c.in))
			got := show(links)
			must.Hold(t, got == c.want, "%q\n got %s\nwant %s", c.in, got, c.want)
			checkLinks(t, []byte(c.in))
		})
	}
}

func TestSuspicious(t *testing.T) {
	for target, want := range map[string]bool{
		`-f "$x"`: true, "i, j": true, "0": true, "$#": true, "1:2": true,
		"cache-keys": false, "2026-11-27": false, "v1.2": false, "Ada Lovelace": false, "": false,
	} {
		must.Equal(t, (Link{Target: target}).Suspicious(), want, "%q", target)
	}
}

func TestScanHeadingsAndBlocks(t *testing.T) {
	src := "---\nx: y\n---\n# One ^not\n\ntext ^b1\n\n## Two [[a]] ##\n\n- item ^b-2\n- other^no\n\n```\n# no\nx ^no\n```\n\nThree\nmore\n---\n\n> # no ^b3\n\n#no\n\n### \n^b4\n"
	d := Scan([]byte(src))
	var got []string
	for _, h := range d.Headings {
		got = append(got, fmt.Sprintf("%d %s %q", h.Level, h.Text, src[h.Start:h.End]))
	}
	want := []string{`1 One "# One ^not\n"`, `2 Two [[a]] "## Two [[a]] ##\n"`, `2 Three more "Three\nmore\n---\n"`, `3  "### \n"`}
	must.Hold(t, strings.Join(got, "\n") == strings.Join(want, "\n"), "headings\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	var ids []string
	for _, b := range d.Blocks {
		ids = append(ids, b.ID)
		must.Hold(t, strings.HasPrefix(src[b.Start:], "^"+b.ID), "block %s at %d", b.ID, b.Start)
	}
	must.Equal(t, strings.Join(ids, " "), "not b1 b-2 b3 b4", "blocks")
}

// checkLinks holds what is true of the links of any page: offsets give a link that reads the
// same, and so does what Format writes.
func checkLinks(t must.T, source []byte) {
	d := Scan(source)
	end := 0
	for _, l := range append(d.Links, d.HTML...) {
		must.Be(t, l.Start >= 0 && l.End <= len(source) && l.Start < l.End, "%q: offsets %d:%d", source, l.Start, l.End)
		s := string(source[l.Start:l.End])
		must.Be(t, strings.HasPrefix(strings.TrimPrefix(s, "!"), "[[") && strings.HasSuffix(s, "]]"), "%q: offsets give %q", source, s)
		for _, s := range []string{string(source[l.Start:l.End]), Format(l)} {
			back, n := match([]byte(strings.TrimPrefix(s, "!")))
			back.Embed, back.Table, back.Property = s[0] == '!', l.Table, l.Property
			back.Start, back.End = l.Start, l.End
			must.Be(t, n != 0 && back == l, "%q: %q reads %+v, was %+v", source, s, back, l)
		}
	}
	for _, l := range d.Links {
		must.Be(t, l.Start >= end, "%q: links overlap or are out of order", source)
		end = l.End
	}
	for _, h := range d.Headings {
		must.Be(t, h.Start < h.End && (h.Start <= 0 || source[h.Start-1] == '\n') && (h.End >= len(source) || source[h.End-1] == '\n'), "%q: heading %+v", source, h)
	}
}

func TestLinksOfAnyPage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkLinks(t, drawPage(t)) })
}

// A link that is written reads as what it was written from, alone and in a table.
func TestRef(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		target := rapid.StringMatching(`[a-z0-9é日][a-z0-9é日./ -]{0,8}[a-z0-9]`).Draw(t, "target")
		fragment := rapid.SampledFrom([]string{"", "^k3f9a2c", "Session (21:29) - Title", "C# and [x] | y"}).Draw(t, "fragment")
		display := drawLine(t)
		for _, inTable := range []bool{false, true} {
			src := "x " + Ref(target, fragment, display, inTable) + " y\n"
			if inTable {
				src = "| a | b |\n|---|---|\n| " + strings.TrimSpace(src) + " | z |\n"
			}
			links := Extract([]byte(src))
			must.Be(t, len(links) == 1, "%q: %+v", src, links)
			l := links[0]
			must.Be(t, l.Target == strings.Join(strings.Fields(target), " ") && l.Display == Label(display) && l.Table == inTable, "%q: %+v", src, l)
			must.Be(t, l.Display == "" || Label(l.Shown()) == l.Display, "%q is shown as %q", l.Display, l.Shown())
			checkLinks(t, []byte(src))
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, p := range pieces {
		f.Add([]byte("a " + p + "[[b|" + p + "]] c\n" + p + "\n"))
	}
	f.Fuzz(func(t *testing.T, source []byte) { checkLinks(t, source) })
}

// What stands in raw HTML is shown raw, so it is no link, but it is told apart.
func TestScanHTML(t *testing.T) {
	doc := Scan([]byte("<div>[[Otter]]</div> <!-- [[no]] -->\n"))
	must.Hold(t, len(doc.Links) == 0 && show(doc.HTML) == "Otter", "links %q, in HTML %q", show(doc.Links), show(doc.HTML))
}
