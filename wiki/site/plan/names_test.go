package plan

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/must"
)

// Whatever a note is called, its page has a name that every file system takes, and one of its own.
func TestNames(t *testing.T) {
	n := names{}
	seen := map[string]string{}
	for _, want := range []string{"notes/a.html", "notes/A.html", "notes/con.html", "aux.txt", "a:b.html", "a-b.html", "q?.html", "star*.html", "tab\t.html", "<img>.html",
		"\xff\xfe.html", "back\\slash.html", "dot./x.html", "com1/y.html", strings.Repeat("long", 90) + ".html", " .html", "設定.html", "index.html"} {
		got := n.take(want)
		for _, part := range strings.Split(got, "/") {
			err := fsutil.CheckName(part)
			must.Hold(t, err == nil, "%q became %q: %v", want, got, err)
		}
		if was, ok := seen[strings.ToLower(got)]; ok {
			t.Errorf("%q and %q are both %q", was, want, got)
		}
		seen[strings.ToLower(got)] = want
	}
	got := n.take("wiki/plain-name.html")
	must.Hold(t, got == "wiki/plain-name.html", "a plain name became %q", got)
}
