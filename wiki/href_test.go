package wiki

import (
	"fmt"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// Links of plain Markdown lead from the page's folder, from the root, or by name, as in Obsidian
// with wikilinks turned off.
func TestHrefs(t *testing.T) {
	w := vaultOf(
		"notes/a.md\x00[1](b.md) [2](b) [3](/img/p.png) ![4](../img/two%20words.png#x) [5](deep/c.md#Some%20heading) "+
			"[6](c.md) [7](<100% sure.md>) [8](gone.md) [9](https://x.y/b.md) [10](#here) [11](b.md?raw=1) [12](../../etc/passwd) [[b]] [13](./b.md)",
		"notes/b.md\x00", "notes/deep/c.md\x00", "notes/100% sure.md\x00", "b.md\x00", "img/p.png\x00", "img/two words.png\x00",
	)
	var got []string
	for _, o := range w.Outlinks(w.Page("notes/a.md")) {
		to := "!"
		if o.To != nil {
			to = o.To.Path
		}
		got = append(got, fmt.Sprintf("%s#%s=%s", o.Target, o.Fragment, to))
	}
	want := "b.md#=notes/b.md b#=notes/b.md /img/p.png#=img/p.png ../img/two words.png#x=img/two words.png " +
		"deep/c.md#Some heading=notes/deep/c.md c.md#=notes/deep/c.md 100% sure.md#=notes/100% sure.md gone.md#=! b.md#=notes/b.md " +
		"../../etc/passwd#=! b#=b.md ./b.md#=notes/b.md"
	s := strings.Join(got, " ")
	must.Hold(t, s == want, "\n got %s\nwant %s", s, want)
	n := len(w.Backlinks(w.Page("notes/b.md")))
	must.Hold(t, n == 4, "%d backlinks", n)
}

// Of names that fold alike, the one that is spelled so is meant.
func TestResolveSpelled(t *testing.T) {
	w := vaultOf("x/foo bar.md\x00", "y/foo-bar.md\x00", "x/Re.md\x00", "y/RE.md\x00", "x/one.md\x00", "y/one.md\x00")
	for _, c := range []struct{ target, want string }{
		{"foo bar", "x/foo bar.md"}, {"Foo-Bar", "y/foo-bar.md"}, {"foo_bar", "? x/foo bar.md y/foo-bar.md"},
		{"Re", "x/Re.md"}, {"re", "? x/Re.md y/RE.md"}, {"one", "? x/one.md y/one.md"},
	} {
		must.Equal(t, resolved(w.Resolve(c.target)), c.want, "%q", c.target)
	}
}
