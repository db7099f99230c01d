package related

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
)

// A name is found in prose alone, whatever a page looks like, and the line said is the one it stands in.
func FuzzMention(f *testing.F) {
	for _, s := range []string{
		"Sidecar lock.", "`sidecar lock` sidecar lock", "```\nsidecar lock", "[[sidecar lock]]", "---\ntitle: sidecar lock\n---\nx", "%%sidecar lock",
		"# sidecar lock\n\nsidecar lock", "<!-- sidecar lock", "](sidecar lock)", "İ sidecar lock", "http://sidecar lock", "\xffsidecar lock", "sidecar\nlock",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		w := wiki.New("wiki", map[string][]byte{"wiki/concepts/sidecar-lock.md": article("Sidecar lock", "", "x"), "mine.md": []byte(s)})
		a := (&Finder{Wiki: w}).Around(w.Page("wiki/concepts/sidecar-lock.md"), 0)
		for _, m := range a.Mentions {
			lines := strings.Split(s, "\n")
			must.Hold(t, m.Line >= 1 && m.Line <= len(lines) && strings.Contains(strings.ToLower(lines[m.Line-1]), strings.ToLower(m.Name)), "%q: %+v", s, m)
		}
	})
}
