package site

import (
	"fmt"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// A page's search takes no short word for one whose stem is a letter away, and what is there counts more than what is
// taken for a word that is not.
func TestFindsNothingForShortWords(t *testing.T) {
	files := map[string]string{}
	for name, said := range map[string]string{"form": "The form is checked.", "push": "A push is checked.", "shove": "Another push is checked.", "other": "Some loose talk."} {
		files["wiki/concepts/"+name+".md"] = fmt.Sprintf("---\ntitle: %s\ntype: concept\nsources: [\"[[2026-03-02]]\"]\n---\n\n# %s\n\n%s\n", name, name, said)
	}
	all := ask(t, searchable(t, files, Options{Title: "Notes"}), "force push", "push formm")
	must.Hold(t, len(all[0].Near) <= 0, "near force is %v", all[0].Near)
	a := all[1]
	must.Hold(t, len(a.Near) == 1 && len(a.Hrefs) == 3 && a.Hrefs[0] == "wiki/concepts/push.html", "of a word that is there and one that is not %v, near it %v", a.Hrefs, a.Near)
}
