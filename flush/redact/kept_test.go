package redact

import (
	"os"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// Nothing of kept.txt may go: hashes, paths, addresses, samples, code, and prose in several languages.
func TestOrdinaryTextStays(t *testing.T) {
	r := New(Options{})
	for text := range strings.Lines(string(must.Get(os.ReadFile("testdata/kept.txt"))(t))) {
		text = strings.NewReplacer(`\n`, "\n", `\t`, "\t").Replace(strings.TrimSuffix(text, "\n"))
		for _, s := range []string{text, "Note:\n" + text + "\nEnd.", "- " + text + " ^k3f9a2c"} {
			if got, n := r.Text(s); got != s || n != 0 {
				t.Errorf("Text(%q)\n got %q (%d)", s, got, n)
			}
		}
	}
}
