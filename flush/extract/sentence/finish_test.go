package sentence

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// TestFinishes holds that a task is done only where a sentence says so of all that it names: testdata/finishes.txt has tasks,
// and below each what says that it was done ("+") and what does not ("-"); and what says it with what takes that back ("~") or does not ("=").
func TestFinishes(t *testing.T) {
	var d Deed
	for line := range strings.Lines(string(must.Get(os.ReadFile("testdata/finishes.txt"))(t))) {
		mark, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		if told, later, ok := strings.Cut(text, " <- "); ok {
			must.Hold(t, Unsays(later, told) == (mark == "~"), "%s %s", mark, text)
		} else if mark != "+" && mark != "-" {
			d = DeedOf(strings.TrimSpace(line))
		} else if slices.ContainsFunc(TellingsOf(text), func(r *Telling) bool { return d.Finishes(r, false) }) != (mark == "+") {
			t.Errorf("%s %s", mark, text)
		}
	}
}
