package search

import (
	"fmt"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// A phrase that stands nowhere hides no answer to a question around it, and alone it is meant as it is.
func TestPhraseNowhere(t *testing.T) {
	s := vaultOf(t, library)
	for query, want := range map[string]string{
		`"rename of the data file"`:                       "wiki/concepts/sidecar-locks.md",
		`"rename the data file"`:                          "",
		`which lock drops on a "rename the data file"`:    "wiki/concepts/sidecar-locks.md",
		`"what is a rename the data file?"`:               "",
		`What is "rename the data file"?`:                 "wiki/concepts/sidecar-locks.md",
		`the "rename the data file"`:                      "",
		`which lock drops on a "rename of the data file"`: "wiki/concepts/sidecar-locks.md",
	} {
		res := ask(t, s, query)
		got := ""
		if len(res.Hits) > 0 {
			got = res.Hits[0].Path
		}
		must.Hold(t, got == want, "%s found %q, want %q", query, got, want)
		told := res.Nearby["rename the data file"] != ""
		must.Hold(t, told == (want != "" && !strings.Contains(query, "of the data")), "%s: told %v", query, res.Nearby)
	}
}

// Documents that hold the words of a phrase apart are not counted.
func TestPhraseCounted(t *testing.T) {
	pages := map[string]string{}
	for i := range 9 {
		pages[fmt.Sprintf("wiki/concepts/apart-%d.md", i)] = "# Apart\n\nThe fallback of a connect.\n"
	}
	for i := range 3 {
		pages[fmt.Sprintf("wiki/concepts/side-%d.md", i)] = "# Side by side\n\nThe connect fallback.\n"
	}
	s := vaultOf(t, pages)
	for _, limit := range []int{1, 3, 20} {
		x := must.Get(s.Open(t.Context()))(t)
		res, err := Find(t.Context(), x, Parser{}.Parse(`"connect fallback"`), Options{Limit: limit})
		must.Hold(t, err == nil && len(res.Hits) == min(limit, 3) && res.Total == 3, "limit %d: %d of %d, %v", limit, len(res.Hits), res.Total, err)
		x.Close()
	}
}
