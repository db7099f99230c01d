package search

import (
	"strings"
	"testing"
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
		if got != want {
			t.Errorf("%s found %q, want %q", query, got, want)
		}
		if told := res.Nearby["rename the data file"] != ""; told != (want != "" && !strings.Contains(query, "of the data")) {
			t.Errorf("%s: told %v", query, res.Nearby)
		}
	}
}
