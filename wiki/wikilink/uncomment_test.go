package wikilink

import (
	"bytes"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

func TestUncommented(t *testing.T) {
	for _, c := range []struct{ md, want string }{
		{"a %%gone%% b", "a  b"},
		{"a %%gone\ngone%% b", "a  b"},
		{"x\n\n%%\ngone\n\ngone\n%%\n\ny", "x\n\n\n\ny"},
		{"x\n\n<!-- gone\n\ngone -->\n\ny", "x\n\n\n\ny"},
		{"a <!-- gone --> b", "a  b"},
		{"- item %%gone%%\n  - %%gone%% two", "- item \n  -  two"},
		{"> %%gone%% said", ">  said"},
		{"<!-- kept: x -->\n\ny", "<!-- kept: x -->\n\ny"},
		{"`%%stays%%` and 100%% of it", "`%%stays%%` and 100%% of it"},
		{"```\n%%stays%%\n<!-- stays -->\n```\n", "```\n%%stays%%\n<!-- stays -->\n```\n"},
		{strings.Repeat("long ", 20000) + "%%stays, no reader of links looks into so long a line%%", ""},
		{"---\ntitle: \"%%stays%%\"\n---\n%%gone%% x", "---\ntitle: \"%%stays%%\"\n---\n x"},
		{"none", "none"},
	} {
		if c.want == "" {
			c.want = c.md
		}
		got := string(Uncommented([]byte(c.md), func(said []byte) bool { return bytes.HasPrefix(said, []byte("<!-- kept:")) }))
		must.Hold(t, got == c.want, "%q becomes %q, want %q", c.md, got, c.want)
	}
}

// Whatever a page is, nothing comes to it, and without comments nothing goes.
func FuzzUncommented(f *testing.F) {
	for _, s := range []string{"a %%x%% b", "%%\nx\n%%", "<!--x-->", "<div><!--x\n\n-->", "- %%x\n%%", "| %%x%% |\n|---|", "\t%%x%%"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, md string) {
		once := Uncommented([]byte(md), nil)
		must.Hold(t, (strings.Contains(md, "%%") || strings.Contains(md, "<!--") || string(once) == md) && subsequence(string(once), md), "%q becomes %q", md, once)
	})
}

// subsequence reports whether a is b with something cut out.
func subsequence(a, b string) bool {
	for i := range len(b) {
		if a != "" && a[0] == b[i] {
			a = a[1:]
		}
	}
	return a == ""
}
