package wiki

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/adrg/frontmatter"
	"github.com/goccy/go-yaml"
	"pgregory.net/rapid"
)

// look writes the properties of a page: key=text, key=[items], key=~ for nothing, key=? for
// what is neither, then the kinds of findings.
func look(src string) string {
	a := Parse([]byte(src))
	var out []string
	for _, k := range a.Keys() {
		p := a.front.find(k)
		switch v := p.value; {
		case v.isList():
			out = append(out, fmt.Sprintf("%s=%q", k, a.List(k)))
		case v.form == formNull:
			out = append(out, k+"=~")
		case v.form == formOther:
			out = append(out, k+"=?")
		default:
			out = append(out, fmt.Sprintf("%s=%q", k, v.text))
		}
	}
	for _, f := range a.Findings() {
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
		{"F-01 byte order mark", "\ufeff---\ntitle: A\n---\nb", `title="A"`, "b"},
		{"F-02 CRLF", "---\r\ntitle: A\r\ntags:\r\n  - x\r\n---\r\nb\r\n", `title="A" tags=["x"]`, "b\r\n"},
		{"F-04 not YAML", "---\ntitle: A: B\n---\nlong body", `title="A: B" !front-broken:2`, "long body"},
		{"F-05 no closing fence", "---\ntitle: A\nbody goes on", `!front-unclosed:1`, "---\ntitle: A\nbody goes on"},
		{"F-07 dashes in a block value", "---\ntitle: |\n  a\n  ---\n  b\n---\nbody", `title="a\n---\nb\n"`, "body"},
		{"F-08 blank lines before", "\n\n---\ntitle: A\n---\nb", `title="A" !front-late:3`, "b"},
		{"rules around prose", "---\nonly prose here\n---\nb", "", "---\nonly prose here\n---\nb"},
		{"empty", "---\n---\nb", "", "b"},
		{"empty but for blank lines", "---\n\n---\nb", "", "b"},
		{"spaces behind the fences", "--- \ntitle: A\n---\t\nb", `title="A"`, "b"},
		{"four dashes are no fence", "----\ntitle: A\n----\nb", "", "----\ntitle: A\n----\nb"},
		{"JSON is not taken", "{\n\"a\": 1\n}\nb", "", "{\n\"a\": 1\n}\nb"},
		{"F-10 colon", "---\nbrief: why X: Y\ntitle: T\n---\n", `brief="why X: Y" title="T" !front-broken:2`, ""},
		{"F-11 special characters", "---\na: @foo\nb: *foo\nc: #foo\nd: `foo`\ne: [x\nf: - x\ng: %x\nh: ,x\n---\n",
			"a=\"@foo\" b=\"*foo\" c=~ d=\"`foo`\" e=\"[x\" f=\"- x\" g=\"%x\" h=\",x\" " +
				"!front-broken:2 !front-broken:3 !front-broken:5 !front-broken:6 !front-broken:7 !front-broken:8 !front-broken:9", ""},
		{"F-13 twice", "---\ntitle: A\nx: y\ntitle: B\n---\n", `title="A" x="y" !front-duplicate:4`, ""},
		{"F-14 text stays text", "---\nc: no\nt: 20240425\nn: 0123\nf: 1e3\ntags: [2017, on, 1.10]\nd: 2026-11-27\ntime: 12:30:00\nb: true\nhex: 0x1F\n---\n",
			`c="no" t="20240425" n="0123" f="1e3" tags=["2017" "on" "1.10"] d="2026-11-27" time="12:30:00" b="true" hex="0x1F"`, ""},
		{"F-14 through YAML", "---\nn: !!str 0123\nl: [0123,\n  1e3, on, 2026-11-27]\n---\n", `n="0123" l=["0123" "1e3" "on" "2026-11-27"]`, ""},
		{"F-16 null elements", "---\naliases: [x, 3, null, ~]\nb:\n  - x\n  -\n  - null\n---\n", `aliases=["x" "3"] b=["x"]`, ""},
		{"F-17 null title", "---\ntitle:\nb: ~\nc: null\nd: \"\"\n---\n", `title=~ b=~ c=~ d=""`, ""},
		{"F-19 alias bomb", "---\n" + bomb + "title: A\n---\nbody", "", "body"},
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
			start := time.Now()
			got := look(c.in)
			if strings.Contains(c.name, "F-19") {
				if a := Parse([]byte(c.in)); !a.ReadOnly() || a.Title() != "A" || time.Since(start) > 5*time.Second {
					t.Errorf("alias bomb: %s", got)
				}
			} else if got != c.want {
				t.Errorf("%q\n got %s\nwant %s", c.in, got, c.want)
			}
			if a := Parse([]byte(c.in)); string(a.Body()) != c.body || string(a.Bytes()) != c.in {
				t.Errorf("body %q", a.Body())
			}
			checkEdits(t, c.in)
		})
	}
}

func TestFrontLimits(t *testing.T) {
	for name, header := range map[string]string{
		"long":   "a: " + strings.Repeat("x", maxHeader) + "\n",
		"many":   strings.Repeat("k", 1) + manyKeys(maxProps+1),
		"deep":   "a: " + strings.Repeat("[", maxDepth+1) + strings.Repeat("]", maxDepth+1) + "\n",
		"braces": "a: " + strings.Repeat("{", 60000) + "\n",
	} {
		a := Parse([]byte("---\n" + header + "---\nbody"))
		if !a.ReadOnly() || string(a.Body()) != "body" || len(a.Findings()) == 0 {
			t.Errorf("%s: %v", name, a.Findings())
		}
	}
}

func manyKeys(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "k%d: v\n", i)
	}
	return b.String()
}

func TestNotUTF8(t *testing.T) { // F-20
	a := Parse([]byte("---\ntitle: \xff\xfe\n---\nbody"))
	if _, err := a.SetText("title", "x"); err != ErrReadOnly || !a.ReadOnly() || string(a.Body()) != "body" {
		t.Errorf("%v %v", err, a.Findings())
	}
	if a := Parse([]byte("---\ntitle: A\n---\nbody \xff")); !a.ReadOnly() || a.Title() != "A" {
		t.Error("a page with a broken body may be written")
	}
}

// F-17: the title falls back to the first heading, and for a page to the file name.
func TestTitle(t *testing.T) {
	for in, want := range map[string]string{
		"---\ntitle: A\n---\n# B\n":         "A",
		"---\ntitle:\n---\n\n# B *c* `d`\n": "B c d",
		"---\ntitle: ~\n---\n## [[x|B]]\n":  "B",
		"```\n# no\n```\n# #1 \\*x\\*\n":    "#1 *x*",
		"text":                              "file",
	} {
		if got := newPage("wiki", "notes/file.md", []byte(in)).Title(); got != want {
			t.Errorf("%q: %q", in, got)
		}
	}
}

func TestTags(t *testing.T) { // F-16
	for in, want := range map[string][]string{
		"tags: a, b":            {"a", "b"},
		"tags: one":             {"one"},
		"tags: [a, '#b', 2017]": {"a", "b", "2017"},
		"tag: x y":              {"x", "y"},
		"tags:\n  - a b":        {"a b"},
		"tags:":                 nil,
	} {
		if got := Parse([]byte("---\n" + in + "\n---\n")).Tags(); !slices.Equal(got, want) {
			t.Errorf("%q: %q", in, got)
		}
	}
}

// checkEdits holds the laws of setters on one page: the value reads back, setting it again
// changes nothing, every other property, the body and what is around them stay.
func checkEdits(t interface {
	Fatalf(string, ...any)
	Helper()
}, src string) {
	t.Helper()
	a := Parse([]byte(src))
	if a.ReadOnly() {
		if _, err := a.SetText("k", "v"); err != ErrReadOnly {
			t.Fatalf("%q: a read-only page was written", src)
		}
		return
	}
	keys := append(a.Keys(), "fresh", "title", "sources")
	values := []string{"v", "a: b", "", "no", "[x", "# y", "it's \"q\"", "two\nlines", "0123", "- x", " pad ", "é\u2028\x01", "x #y", "k:"}
	for i, key := range keys {
		text := values[(i+len(src))%len(values)]
		b := must(a.SetText(key, text))
		if got, ok := b.Text(key); !ok || got != text {
			t.Fatalf("%q: set %q to %q, got %q\n%s", src, key, text, got, b.Bytes())
		}
		checkRest(t, a, b, key)
		checkComments(t, a, b, true)
		if again := must(b.SetText(key, text)); again != b {
			t.Fatalf("%q: setting %q twice wrote twice", src, key)
		}
		list := []string{values[(i+len(src)+1)%len(values)], "[[2026-11-27]]", "plain"}
		c := must(a.SetList(key, list))
		if got := c.List(key); !slices.Equal(got, list) {
			t.Fatalf("%q: set %q to %q, got %q\n%s", src, key, list, got, c.Bytes())
		}
		checkRest(t, a, c, key)
		checkComments(t, a, c, true)
		if again := must(c.SetList(key, list)); again != c {
			t.Fatalf("%q: setting %q twice wrote twice", src, key)
		}
		d := must(c.Delete(key))
		if slices.Contains(d.Keys(), key) {
			t.Fatalf("%q: %q is still there", src, key)
		}
		checkRest(t, a, d, key)
		checkComments(t, a, d, false)
		if e := must(c.SetList(key, nil)); len(e.List(key)) != 0 || len(e.Findings()) > len(a.Findings()) {
			t.Fatalf("%q: %q was not emptied\n%s", src, key, e.Bytes())
		}
	}
}

func must(a *Article, err error) *Article {
	if err != nil {
		panic(err)
	}
	return a
}

// checkRest compares everything of two pages but the property key.
func checkRest(t interface {
	Fatalf(string, ...any)
	Helper()
}, a, b *Article, key string) {
	t.Helper()
	if string(a.Body()) != string(b.Body()) {
		t.Fatalf("set %q: the body of %q became that of %q", key, a.Bytes(), b.Bytes())
	}
	if len(b.Findings()) > len(a.Findings()) {
		t.Fatalf("set %q: %q became %q with %v", key, a.Bytes(), b.Bytes(), b.Findings())
	}
	for _, k := range a.Keys() {
		if k == key {
			continue
		}
		p, q := a.front.find(k), b.front.find(k)
		if q == nil || string(a.front.src[p.start:p.end]) != string(b.front.src[q.start:q.end]) {
			t.Fatalf("set %q: %q of %q changed in %q", key, k, a.Bytes(), b.Bytes())
		}
	}
}

// checkComments compares the comments of two headers that begin a line; those inside a
// property only with inner.
func checkComments(t interface{ Fatalf(string, ...any) }, a, b *Article, inner bool) {
	comments := func(a *Article) (out []string) {
		at := a.front.span.Start
		for _, l := range strings.SplitAfter(string(a.front.src[at:a.front.span.End]), "\n") {
			within := slices.ContainsFunc(a.front.props, func(p prop) bool { return p.start <= at && at < p.end })
			if strings.HasPrefix(l, "#") && (inner || !within) {
				out = append(out, l)
			}
			at += len(l)
		}
		return out
	}
	was, is := comments(a), comments(b)
	for _, c := range was {
		i := slices.Index(is, c)
		if a.front.exists && i < 0 {
			t.Fatalf("%q became %q without %q", a.Bytes(), b.Bytes(), c)
		}
		if i >= 0 {
			is = slices.Delete(is, i, i+1)
		}
	}
}

func TestSetKeepsBytes(t *testing.T) {
	src := "\ufeff---\r\n# mine\r\ntitle:   'Old'   # the title\r\nodd key: {a: [1, 2]}\r\naliases: [ a,b , \"c\" ] # names\r\n\r\ntags:\r\n    # first\r\n    - one # 1\r\n    - \"two\"\r\n    # last\r\ncreated: 2026-01-01\r\nempty: # nothing\r\n---\r\n\r\nBody\r\n"
	for _, c := range []struct {
		name string
		edit func(*Article) (*Article, error)
		old  string
		new  string
	}{
		{"scalar", func(a *Article) (*Article, error) { return a.SetText("title", "New: x") }, `'Old'`, `"New: x"`},
		{"same scalar", func(a *Article) (*Article, error) { return a.SetText("title", "Old") }, "", ""},
		{"date", func(a *Article) (*Article, error) { return a.SetDate("created", "2026-02-02") }, "2026-01-01", "2026-02-02"},
		{"empty", func(a *Article) (*Article, error) { return a.SetText("empty", "x") }, "empty: # nothing", "empty: x # nothing"},
		{"flow list", func(a *Article) (*Article, error) { return a.SetList("aliases", []string{"c", "b", "d"}) }, `[ a,b , "c" ]`, `["c", b, d]`},
		{"same flow list", func(a *Article) (*Article, error) { return a.SetList("aliases", []string{"a", "b", "c"}) }, "", ""},
		{"block list grows", func(a *Article) (*Article, error) { return a.SetList("tags", []string{"one", "two", "three"}) }, "    - \"two\"\r\n", "    - \"two\"\r\n    - three\r\n"},
		{"block list shrinks", func(a *Article) (*Article, error) { return a.SetList("tags", []string{"two"}) }, "    - one # 1\r\n", ""},
		{"block list emptied", func(a *Article) (*Article, error) { return a.SetList("tags", nil) }, "tags:\r\n    # first\r\n    - one # 1\r\n    - \"two\"\r\n", "tags: []\r\n    # first\r\n"},
		{"new of ours", func(a *Article) (*Article, error) { return a.SetText("type", "concept") }, "    # last\r\n", "    # last\r\ntype: concept\r\n"},
		{"new of theirs", func(a *Article) (*Article, error) { return a.SetText("status", "ok") }, "# nothing\r\n---", "# nothing\r\nstatus: ok\r\n---"},
		{"delete", func(a *Article) (*Article, error) { return a.Delete("odd key") }, "odd key: {a: [1, 2]}\r\n", ""},
		{"other form", func(a *Article) (*Article, error) { return a.SetText("odd key", "x") }, "{a: [1, 2]}", "x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := string(must(c.edit(Parse([]byte(src)))).Bytes())
			if want := strings.Replace(src, c.old, c.new, 1); got != want {
				t.Errorf("\n got %q\nwant %q", got, want)
			}
		})
	}
	checkEdits(t, src)
}

func TestSetWithoutFront(t *testing.T) {
	for in, want := range map[string]string{
		"":                             "---\ntitle: A\n---\n",
		"body\n":                       "---\ntitle: A\n---\nbody\n",
		"\ufeffbody\r\n":               "\ufeff---\r\ntitle: A\r\n---\r\nbody\r\n",
		"---\n---\nbody":               "---\ntitle: A\n---\nbody",
		"\n\n---\nx: y\n---\nbody":     "---\ntitle: A\nx: y\n---\nbody", // F-08: Obsidian needs it at the first byte
		"---\nonly prose\n---\nbody\n": "---\ntitle: A\n---\n---\nonly prose\n---\nbody\n",
	} {
		if got := string(must(Parse([]byte(in)).SetText("title", "A")).Bytes()); got != want {
			t.Errorf("%q\n got %q\nwant %q", in, got, want)
		}
	}
}

// What the encoder writes is the same text to two YAML readers of different age and to our own.
func TestScalar(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(
			rapid.String(),
			rapid.SampledFrom([]string{"no", "Yes", "~", "null", "0123", "1e3", "20240425", "2026-11-27", "12:30", "0x1F", ".inf", "a: b", "a:", "# x", "a #b",
				"@x", "*x", "&x", "- x", "-", "[x", "{x}", "`x`", "%x", "!x", "'x", "\"x\"", `\n`, "a\nb", "\tx", " x ", "<<", "=", "é", "日本", "x, y", "---", "..."}),
			rapid.StringMatching(`[-a-z0-9:# '"\\,\[\]{}&*!|>%@.\n]{0,12}`),
		).Draw(t, "s")
		for _, inFlow := range []bool{false, true} {
			raw := scalar(s, inFlow)
			header := "x: " + raw + "\n"
			if inFlow {
				header = "x: [" + raw + ", " + raw + "]\n"
			}
			page := "---\n" + header + "---\n"
			if strings.Count(page, "\n") != 3 {
				t.Fatalf("%q is not on one line: %q", s, header)
			}
			want := strings.ToValidUTF8(s, "\ufffd")
			got := Parse([]byte(page)).List("x")
			if want == "" && !inFlow {
				got = append(got, "")
			}
			if len(got) == 0 || got[0] != want || inFlow && (len(got) != 2 || got[1] != want) {
				t.Fatalf("%q written %q reads %q", s, header, got)
			}
			var byGoccy map[string]any
			if err := yaml.Unmarshal([]byte(header), &byGoccy); err != nil {
				t.Fatalf("%q written %q: %v", s, header, err)
			}
			var byOld map[string]any
			if _, err := frontmatter.Parse(strings.NewReader(page), &byOld); err != nil {
				t.Fatalf("%q written %q: %v", s, header, err)
			}
			for reader, m := range map[string]map[string]any{"goccy": byGoccy, "yaml.v2": byOld} {
				x := m["x"]
				if list, ok := x.([]any); ok && inFlow {
					x = list[0]
				}
				if x != any(want) {
					t.Fatalf("%q written %q is %#v to %s", s, header, x, reader)
				}
			}
		}
	})
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
func checkDecode(t interface {
	Fatalf(string, ...any)
	Helper()
}, header string) {
	f, _ := parseFront([]byte("---\n" + header + "\n---\nbody"))
	for _, p := range f.props {
		quick, ok := f.simple(p)
		if !ok {
			continue
		}
		slow, err := f.viaYAML(p)
		if err != nil {
			t.Fatalf("%q: %q is %+v to us, and to YAML %v", header, p.key, quick, err)
		}
		texts := func(v value) (out []string) {
			for _, it := range v.items {
				out = append(out, fmt.Sprint(it.text, it.null))
			}
			return append(out, v.text)
		}
		if quick.form == formScalar && isLink(quick.text) {
			continue // a list in a list to YAML
		}
		if quick.isList() != slow.isList() || (quick.form == formNull) != (slow.form == formNull) || !slices.Equal(texts(quick), texts(slow)) {
			t.Fatalf("%q: %q is %+v to us, and to YAML %+v", header, p.key, quick, slow)
		}
	}
}

func TestDecodeIsYAML(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkDecode(t, drawHeader(t)) })
}

func TestEditsOfAnyPage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkEdits(t, rapid.SampledFrom([]string{"", "\ufeff", "\n"}).Draw(t, "before")+"---\n"+drawHeader(t)+"\n---\nbody "+drawHeader(t))
	})
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

// TestSharedOddPages names, for each oddity found in public vaults, the test above that holds
// it, so that a new one is noticed.
func TestSharedOddPages(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("..", "..", "shared", "data", "frontmatter-odd.tsv"))
	if err != nil {
		t.Skip("no list of odd pages here")
	}
	held := map[string]string{
		"alias-is-scalar": "TestFront/F-16", "blank-before-fence": "TestFront/F-08", "block-scalar": "TestFront/block_scalar", "empty": "TestFront/empty",
		"non-ascii-key": "TestFront/odd_keys", "space-in-key": "TestFront/odd_keys", "template-placeholder": "TestFront/template_placeholder", "unquoted-wikilink": "TestFront/links",
	}
	for _, row := range strings.Split(strings.TrimSpace(string(b)), "\n")[1:] {
		if reason, _, _ := strings.Cut(row, "\t"); held[reason] == "" {
			t.Errorf("no test holds %q", reason)
		}
	}
}
