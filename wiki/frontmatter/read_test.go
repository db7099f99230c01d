package frontmatter

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/fsutil/must"
)

// A page is a header with what is wrong with it.
type page struct {
	*Header
	found []Fault
}

func parse(src string) page {
	h, found := Read([]byte(src))
	return page{h, found}
}

// as is the page that an edit wrote.
func (a page) as(edited []byte) page { return parse(string(edited)) }

func (a page) readOnly() bool { return a.Broken || a.Fences.Unclosed }

func (a page) body() string { return string(a.Source[a.Fences.Body:]) }

// look writes the properties of a page: key=text, key=[items], key=~ for nothing, key=? for
// what is neither, then the kinds of findings.
func look(src string) string {
	a := parse(src)
	var out []string
	for _, k := range a.Keys() {
		switch v := a.Find(k).Value; {
		case v.IsList():
			out = append(out, fmt.Sprintf("%s=%q", k, a.List(k)))
		case v.Form == Null:
			out = append(out, k+"=~")
		case v.Form == Other:
			out = append(out, k+"=?")
		default:
			out = append(out, fmt.Sprintf("%s=%q", k, v.Text))
		}
	}
	for _, f := range a.found {
		out = append(out, fmt.Sprintf("!%s:%d", f.Kind, f.Line))
	}
	return strings.Join(out, " ")
}

func TestFront(t *testing.T) {
	bomb := "a: &a [x, x, x, x, x, x, x, x, x]\n"
	for c := 'b'; c <= 'i'; c++ {
		bomb += fmt.Sprintf("%c: &%c [*%c, *%c, *%c, *%c, *%c, *%c, *%c, *%c, *%c]\n", c, c, c-1, c-1, c-1, c-1, c-1, c-1, c-1, c-1, c-1)
	}
	for _, c := range []struct{ name, in, want, body string }{
		{"none", "text\n", "", "text\n"},
		{"plain", "---\ntitle: A b\ntags: [x, \"y z\"]\n---\nb", `title="A b" tags=["x" "y z"]`, "b"},
		{"byte order mark", "\ufeff---\ntitle: A\n---\nb", `title="A"`, "b"},
		{"CRLF", "---\r\ntitle: A\r\ntags:\r\n  - x\r\n---\r\nb\r\n", `title="A" tags=["x"]`, "b\r\n"},
		{"not YAML", "---\ntitle: A: B\n---\nlong body", `title="A: B" !front-broken:2`, "long body"},
		{"no closing fence", "---\ntitle: A\nbody goes on", `!front-unclosed:1`, "---\ntitle: A\nbody goes on"},
		{"dashes in a block value", "---\ntitle: |\n  a\n  ---\n  b\n---\nbody", `title="a\n---\nb\n"`, "body"},
		{"blank lines before", "\n\n---\ntitle: A\n---\nb", `title="A" !front-late:3`, "b"},
		{"rules around prose", "---\nonly prose here\n---\nb", "", "---\nonly prose here\n---\nb"},
		{"empty", "---\n---\nb", "", "b"},
		{"empty but for blank lines", "---\n\n---\nb", "", "b"},
		{"spaces behind the fences", "--- \ntitle: A\n---\t\nb", `title="A"`, "b"},
		{"four dashes are no fence", "----\ntitle: A\n----\nb", "", "----\ntitle: A\n----\nb"},
		{"JSON is not taken", "{\n\"a\": 1\n}\nb", "", "{\n\"a\": 1\n}\nb"},
		{"colon", "---\nbrief: why X: Y\ntitle: T\n---\n", `brief="why X: Y" title="T" !front-broken:2`, ""},
		{"special characters", "---\na: @foo\nb: *foo\nc: #foo\nd: `foo`\ne: [x\nf: - x\ng: %x\nh: ,x\n---\n",
			"a=\"@foo\" b=\"*foo\" c=~ d=\"`foo`\" e=\"[x\" f=\"- x\" g=\"%x\" h=\",x\" " +
				"!front-broken:2 !front-broken:3 !front-broken:5 !front-broken:6 !front-broken:7 !front-broken:8 !front-broken:9", ""},
		{"twice", "---\ntitle: A\nx: y\ntitle: B\n---\n", `title="A" x="y" !front-duplicate:4`, ""},
		{"text stays text", "---\nc: no\nt: 20240425\nn: 0123\nf: 1e3\ntags: [2017, on, 1.10]\nd: 2026-11-27\ntime: 12:30:00\nb: true\nhex: 0x1F\n---\n",
			`c="no" t="20240425" n="0123" f="1e3" tags=["2017" "on" "1.10"] d="2026-11-27" time="12:30:00" b="true" hex="0x1F"`, ""},
		{"through YAML", "---\nn: !!str 0123\nl: [0123,\n  1e3, on, 2026-11-27]\n---\n", `n="0123" l=["0123" "1e3" "on" "2026-11-27"]`, ""},
		{"null elements", "---\naliases: [x, 3, null, ~]\nb:\n  - x\n  -\n  - null\n---\n", `aliases=["x" "3"] b=["x"]`, ""},
		{"null title", "---\ntitle:\nb: ~\nc: null\nd: \"\"\n---\n", `title=~ b=~ c=~ d=""`, ""},
		{"alias bomb", "---\n" + bomb + "title: A\n---\nbody", "", "body"},
		{"quotes", "---\na: \"x: \\\"y\\\" \\u00e9\"\nb: 'it''s'\nc: \"# no comment\" # comment\nd: x#y\ne: x #y\n---\n",
			`a="x: \"y\" é" b="it's" c="# no comment" d="x#y" e="x"`, ""},
		{"lists", "---\na:\n- x\n- y\nb:\n  # why\n  - \"x, y\"\n\n  - 'z' # z\nc: []\nd: [a, [b]]\ne:\n  - k: v\n---\n",
			`a=["x" "y"] b=["x, y" "z"] c=[] d=? e=?`, ""},
		{"lists over lines", "---\na: [x,\n  y,\n]\nb:\n  - >-\n    long\n    text\n  - z\n---\n", `a=["x" "y"] b=["long text" "z"]`, ""},
		{"links", "---\nup: [[Alpha]]\na: \"[[B|b]]\"\nl: [\"[[C]]\", \"[[D]]\"]\nm:\n  - [[E]]\n  - \"[[F]]\"\nn: [[[G]], [[H]]]\n---\n",
			`up="[[Alpha]]" a="[[B|b]]" l=["[[C]]" "[[D]]"] m=["[[E]]" "[[F]]"] n=["[[G]]" "[[H]]"]`, ""},
		{"mapping", "---\na:\n  b: c\nd: {e: f}\n---\n", `a=? d=?`, ""},
		{"template placeholder", "---\ntitle: {{title}}\ndate: <% tp.date %>\n---\nb", `title="{{title}}" date="<% tp.date %>" !front-broken:2`, "b"},
		{"block scalar", "---\nintro: >-\n  one\n  two\n\n  three\nnext: x\n---\n", `intro="one two\nthree" next="x"`, ""},
		{"folded plain scalar", "---\na: one\n  two\nb: x\n---\n", `a="one two" b="x"`, ""},
		{"odd keys", "---\n键: 值\nkey with space: v\n\"quoted: key\": w\n-x: y\n---\n", `键="值" key with space="v" quoted: key="w" -x="y"`, ""},
		{"no property", "---\ntitle: A\nthis is no property\nb: c\n---\n", `title="A" b="c" !front-broken:3`, ""},
		{"tab", "---\na:\n\t- b\n---\n", `a=? !front-broken:2`, ""},
		{"document end", "---\ntitle: A\n...\nx: y\n---\n", `title="A" x="y" !front-broken:3`, ""},
		{"indented", "---\n  a: b\n---\n", `!front-broken:2`, ""},
		{"second document is a rule", "---\na: b\n---\nx\n---\ny", `a="b"`, "x\n---\ny"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := look(c.in)
			if c.name == "alias bomb" {
				a := parse(c.in)
				must.Hold(t, a.readOnly() && slices.Equal(a.List("title"), []string{"A"}), "alias bomb: %s", got)
			} else if got != c.want {
				t.Errorf("%q\n got %s\nwant %s", c.in, got, c.want)
			}
			a := parse(c.in)
			must.Hold(t, a.body() == c.body && string(a.Source) == c.in, "body %q", a.body())
			checkEdits(t, c.in)
		})
	}
}

func TestFrontLimits(t *testing.T) {
	for name, header := range map[string]string{
		"long":   "a: \"\\x41" + strings.Repeat("x", maxYAML) + "\"\n",
		"longer": "a: >\n" + strings.Repeat("  x\n", maxYAML/2) + "b: >\n" + strings.Repeat("  x\n", maxYAML/2),
		"many":   manyKeys(maxProps + 1),
		"lots":   strings.Repeat(manyKeys(maxProps), 100),
		"quoted": strings.Repeat("\"k\": v\n", 1<<17),
		"key":    "\"" + strings.Repeat("k", 1<<20) + "\": v\n",
		"none":   "a: b\n" + strings.Repeat("x\n", 1<<19),
		"deep":   "a: " + strings.Repeat("[", maxDepth+1) + strings.Repeat("]", maxDepth+1) + "\n",
		"braces": "a: " + strings.Repeat("{", 60000) + "\n",
	} {
		a := parse("---\n" + header + "---\nbody")
		must.Hold(t, a.readOnly() && a.body() == "body" && len(a.found) != 0, "%s: %v", name, a.found)
		must.Hold(t, len(a.found) <= maxFaults, "%s: told %d faults", name, len(a.found))
	}
}

// TestLongLists: an article names all days that it cites, however many these are.
func TestLongLists(t *testing.T) {
	for name, form := range map[string][3]string{"flow": {" [", ", ", "]"}, "block": {"\n  - ", "\n  - ", ""}} {
		var days []string
		for i := range 50000 {
			days = append(days, fmt.Sprintf("[[daily/2026-01-01.m%d]]", i))
		}
		a := parse("---\ntitle: A\nsources:" + form[0] + `"` + strings.Join(days, `"`+form[1]+`"`) + `"` + form[2] + "\nupdated: 2026-01-01\n---\nbody")
		must.Hold(t, !a.readOnly() && len(a.found) <= 0 && slices.Equal(a.List("sources"), days) && a.body() == "body" && len(a.Keys()) == 3, "%s: %v", name, a.found)
		b := a.as(a.SetText("title", "B"))
		must.Hold(t, !b.readOnly() && slices.Equal(b.List("sources"), days), "%s, written: %v", name, b.found)
	}
}

func manyKeys(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "k%d: v\n", i)
	}
	return b.String()
}

// headerPieces make headers that meet every way of reading them.
var headerPieces = []string{
	"a: ", "b: ", "title: ", "a:", "x", "\"q\"", "'s'", "\"", "'", "''", `\"`, `\`, "[", "]", "[x, y]", ", ", "{", "}", "- ", "  - ", "    ", "\n", "\n", "\r\n",
	" # c", "[\"x #y\"]", "['x #y', z] # c", "#", ": ", ":", "|", ">-", "&a", "*a", "!!str ", "~", "null", "0123", "2026-11-27", "[[l]]", "\"[[l]]\"", "\t", "é", "---", "? ", "%", "@", "`", "\ufeff", "...", "  x", "<<: ",
}

func drawHeader(t *rapid.T) string {
	n := rapid.IntRange(0, 14).Draw(t, "n")
	var b strings.Builder
	for range n {
		b.WriteString(rapid.SampledFrom(headerPieces).Draw(t, "piece"))
	}
	return b.String()
}

// checkDecode holds the quick reading of every property to the YAML library's.
func checkDecode(t must.T, header string) {
	f := parse("---\n" + header + "\n---\nbody")
	for _, p := range f.Props {
		quick, ok := f.simple(p)
		if !ok {
			continue
		}
		slow, err := f.viaYAML(p)
		must.Be(t, err == nil, "%q: %q is %+v to us, and to YAML %v", header, p.Key, quick, err)
		texts := func(v Value) (out []string) {
			for _, it := range v.Items {
				out = append(out, fmt.Sprint(it.Text, it.Null))
			}
			return append(out, v.Text)
		}
		if quick.Form == Scalar && isLink(quick.Text) {
			continue // a list in a list to YAML
		}
		must.Be(t, quick.IsList() == slow.IsList() && (quick.Form == Null) == (slow.Form == Null) && slices.Equal(texts(quick), texts(slow)), "%q: %q is %+v to us, and to YAML %+v", header, p.Key, quick, slow)
	}
}

func TestDecodeIsYAML(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkDecode(t, drawHeader(t)) })
}

func FuzzFront(f *testing.F) {
	for _, p := range headerPieces {
		f.Add("a: " + p + "\nb: [x, " + p + "]\nc:\n  - " + p + "\n# c\n")
	}
	f.Fuzz(func(t *testing.T, header string) {
		if len(header) > 2000 || !utf8.ValidString(header) { // the latter is never written: TestNotUTF8
			return
		}
		checkDecode(t, header)
		checkEdits(t, "---\n"+header+"\n---\nbody")
	})
}

// two rules around a sentence that has a colon are no fences of properties.
func TestRulesAroundASentence(t *testing.T) {
	for _, src := range []string{
		"---\n\nNote: this is a sentence.\n\n---\n\nBody.\n",
		"---\n\nnote: this is one as well.\n---\nBody.\n",
		"---\r\n\r\nErstens: das Protokoll. Zweitens: der Schlüssel.\r\nUnd noch etwas.\r\n\r\n---\r\nBody.\r\n",
		"\ufeff---\n \nBemerkung: so bleibt es.\n---\n",
	} {
		if h, faults := Read([]byte(src)); h.Exists || len(faults) > 0 {
			t.Errorf("%q: %d properties, %v", src, len(h.Props), faults)
		}
	}
	for _, key := range order {
		if h, _ := Read([]byte("---\n\n" + key + ": x\n---\n")); !h.Exists {
			t.Errorf("%s, which memoria writes, makes no properties", key)
		}
	}
	for _, src := range []string{"---\n\ntitle: A page\nowner: Ana\n---\nBody.\n", "---\nNote: x\n---\n", "---\n\n---\nBody.\n"} {
		if h, _ := Read([]byte(src)); !h.Exists {
			t.Errorf("%q has no properties", src)
		}
	}
}
