package plan

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
)

func TestHidden(t *testing.T) {
	for front, want := range map[string]bool{
		"publish: false": true, "publish: no": true, "Publish: False": true, "PUBLISH: off": true, `publish: "false"`: true, "publish: 0": true,
		"draft: true": true, "Draft: YES": true, `draft: "on"`: true, "draft: false": false, "draft:": false, "draft: truly": false,
		"publish: true": false, "publish:": false, "publish: falsely": false, "published: false": false, "title: x": false,
	} {
		w := wiki.New("wiki", map[string][]byte{"wiki/a.md": []byte("---\n" + front + "\n---\n\n# A\n")})
		got := hidden(w.Page("wiki/a.md"))
		must.Hold(t, got == want, "%s: hidden is %v", front, got)
	}
}

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		pattern, file string
		want          bool
	}{
		{"notes/**", "notes/a.md", true}, {"notes/**", "notes/x/y/a.md", true}, {"notes/**", "other/notes/a.md", false},
		{"**/a.md", "a.md", true}, {"**/a.md", "x/y/a.md", true}, {"**/x/**/a.md", "x/q/x/a.md", true}, {"**/x/*/a.md", "x/q/x/a.md", false},
		{"n*/a.md", "notes/a.md", true}, {"n*/a.md", "notes/x/a.md", false}, {"**", "a", true}, {"a/**/**/b", "a/b", true}, {"a", "a/b", false}, {"[", "[", false},
	} {
		got := included([]string{c.pattern})(c.file)
		must.Hold(t, got == c.want, "%s of %s: %v", c.file, c.pattern, got)
	}
	deep := strings.Repeat("a/", 200) + "b"
	if included([]string{strings.Repeat("**/a/", 60) + "c"})(deep) { // with a try for every way to part it, this would not end
		t.Error("a file that no pattern names")
	}
}
