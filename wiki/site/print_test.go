package site

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/templates"
)

// On paper a page has its text alone: what leads around the site is not printed.
func TestPrint(t *testing.T) {
	_, print, ok := strings.Cut(string(templates.Site("site.css")), "@media print {")
	must.Be(t, ok, "there is no style for paper")
	for rule := range strings.SplitSeq(print, "}") {
		if selectors, body, _ := strings.Cut(rule, "{"); strings.Contains(body, "display: none !important") {
			for _, part := range []string{".places", ".tools", ".contents", ".after", ".copy", "dialog"} {
				must.Hold(t, strings.Contains(selectors+",", part+",") || strings.Contains(selectors, part+" "), "%s is printed", part)
			}
			return
		}
	}
	t.Error("all is printed")
}
