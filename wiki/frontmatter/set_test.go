package frontmatter

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/fsutil/must"
)

// checkEdits holds the laws of setters on one page: the value reads back, setting it again
// changes nothing, every other property, the body and what is around them stay.
func checkEdits(t must.T, src string) {
	t.Helper()
	a := parse(src)
	if a.readOnly() {
		return
	}
	keys := append(a.Keys(), "fresh", "title", "sources")
	values := []string{"v", "a: b", "", "no", "[x", "# y", "it's \"q\"", "two\nlines", "0123", "- x", " pad ", "é\u2028\x01", "x #y", "k:"}
	for i, key := range keys {
		text := values[(i+len(src))%len(values)]
		b := a.as(a.SetText(key, text))
		if got, ok := b.Text(key); !ok || got != text {
			t.Fatalf("%q: set %q to %q, got %q\n%s", src, key, text, got, b.Source)
		}
		checkRest(t, a, b, key)
		checkComments(t, a, b, true)
		again := a.as(b.SetText(key, text))
		must.Be(t, string(again.Source) == string(b.Source), "%q: setting %q twice wrote twice", src, key)
		list := []string{values[(i+len(src)+1)%len(values)], "[[2026-11-27]]", "plain"}
		c := a.as(a.SetList(key, list))
		got := c.List(key)
		must.Be(t, slices.Equal(got, list), "%q: set %q to %q, got %q\n%s", src, key, list, got, c.Source)
		checkRest(t, a, c, key)
		checkComments(t, a, c, true)
		again = a.as(c.SetList(key, list))
		must.Be(t, string(again.Source) == string(c.Source), "%q: setting %q twice wrote twice", src, key)
		d := a.as(c.Delete(key))
		must.Be(t, !slices.Contains(d.Keys(), key), "%q: %q is still there", src, key)
		checkRest(t, a, d, key)
		checkComments(t, a, d, false)
		e := a.as(c.SetList(key, nil))
		must.Be(t, len(e.List(key)) == 0 && len(e.found) <= len(a.found), "%q: %q was not emptied\n%s", src, key, e.Source)
	}
}

// checkRest compares everything of two pages but the property key.
func checkRest(t must.T, a, b page, key string) {
	t.Helper()
	must.Be(t, a.body() == b.body(), "set %q: the body of %q became that of %q", key, a.Source, b.Source)
	must.Be(t, len(b.found) <= len(a.found), "set %q: %q became %q with %v", key, a.Source, b.Source, b.found)
	for _, k := range a.Keys() {
		if k == key {
			continue
		}
		p, q := a.Find(k), b.Find(k)
		must.Be(t, q != nil && string(a.Source[p.start:p.end]) == string(b.Source[q.start:q.end]), "set %q: %q of %q changed in %q", key, k, a.Source, b.Source)
	}
}

// checkComments compares the comments of two headers that begin a line; those inside a
// property only with inner.
func checkComments(t must.T, a, b page, inner bool) {
	comments := func(a page) (out []string) {
		at := a.Fences.Start
		for _, l := range strings.SplitAfter(string(a.Source[at:a.Fences.End]), "\n") {
			within := slices.ContainsFunc(a.Props, func(p Property) bool { return p.start <= at && at < p.end })
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
		must.Be(t, !a.Exists || i >= 0, "%q became %q without %q", a.Source, b.Source, c)
		if i >= 0 {
			is = slices.Delete(is, i, i+1)
		}
	}
}

func TestSetKeepsBytes(t *testing.T) {
	src := "\ufeff---\r\n# mine\r\ntitle:   'Old'   # the title\r\nodd key: {a: [1, 2]}\r\naliases: [ a,b , \"c\" ] # names\r\n\r\ntags:\r\n    # first\r\n    - one # 1\r\n    - \"two\"\r\n    # last\r\ncreated: 2026-01-01\r\nempty: # nothing\r\n---\r\n\r\nBody\r\n"
	for _, c := range []struct {
		name string
		edit func(page) []byte
		old  string
		new  string
	}{
		{"scalar", func(a page) []byte { return a.SetText("title", "New: x") }, `'Old'`, `"New: x"`},
		{"same scalar", func(a page) []byte { return a.SetText("title", "Old") }, "", ""},
		{"date", func(a page) []byte { return a.SetBare("created", "2026-02-02") }, "2026-01-01", "2026-02-02"},
		{"empty", func(a page) []byte { return a.SetText("empty", "x") }, "empty: # nothing", "empty: x # nothing"},
		{"flow list", func(a page) []byte { return a.SetList("aliases", []string{"c", "b", "d"}) }, `[ a,b , "c" ]`, `["c", b, d]`},
		{"same flow list", func(a page) []byte { return a.SetList("aliases", []string{"a", "b", "c"}) }, "", ""},
		{"block list grows", func(a page) []byte { return a.SetList("tags", []string{"one", "two", "three"}) }, "    - \"two\"\r\n", "    - \"two\"\r\n    - three\r\n"},
		{"block list shrinks", func(a page) []byte { return a.SetList("tags", []string{"two"}) }, "    - one # 1\r\n", ""},
		{"block list emptied", func(a page) []byte { return a.SetList("tags", nil) }, "tags:\r\n    # first\r\n    - one # 1\r\n    - \"two\"\r\n", "tags: []\r\n    # first\r\n"},
		{"new of ours", func(a page) []byte { return a.SetText("type", "concept") }, "    # last\r\n", "    # last\r\ntype: concept\r\n"},
		{"new of theirs", func(a page) []byte { return a.SetText("status", "ok") }, "# nothing\r\n---", "# nothing\r\nstatus: ok\r\n---"},
		{"delete", func(a page) []byte { return a.Delete("odd key") }, "odd key: {a: [1, 2]}\r\n", ""},
		{"other form", func(a page) []byte { return a.SetText("odd key", "x") }, "{a: [1, 2]}", "x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := string(c.edit(parse(src)))
			want := strings.Replace(src, c.old, c.new, 1)
			must.Hold(t, got == want, "\n got %q\nwant %q", got, want)
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
		"\n\n---\nx: y\n---\nbody":     "---\ntitle: A\nx: y\n---\nbody", // Obsidian needs it at the first byte
		"---\nonly prose\n---\nbody\n": "---\ntitle: A\n---\n---\nonly prose\n---\nbody\n",
	} {
		got := string(parse(in).SetText("title", "A"))
		must.Hold(t, got == want, "%q\n got %q\nwant %q", in, got, want)
	}
}

func TestEditsOfAnyPage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkEdits(t, rapid.SampledFrom([]string{"", "\ufeff", "\n"}).Draw(t, "before")+"---\n"+drawHeader(t)+"\n---\nbody "+drawHeader(t))
	})
}
