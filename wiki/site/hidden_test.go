package site

import (
	"testing"

	"github.com/agent-admin/memoria/wiki"
)

func TestHidden(t *testing.T) {
	for front, want := range map[string]bool{
		"publish: false": true, "publish: no": true, "Publish: False": true, "PUBLISH: off": true, `publish: "false"`: true, "publish: 0": true,
		"publish: true": false, "publish:": false, "publish: falsely": false, "published: false": false, "title: x": false,
	} {
		w := wiki.New("wiki", map[string][]byte{"wiki/a.md": []byte("---\n" + front + "\n---\n\n# A\n")})
		if got := hidden(w.Page("wiki/a.md")); got != want {
			t.Errorf("%s: hidden is %v", front, got)
		}
	}
}
