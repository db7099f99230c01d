package merge

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
)

// TestLinesStayWhole merges pages of a few lines: each line of the result is one of a side.
func TestLinesStayWhole(t *testing.T) {
	lines := []string{
		"- Use the zone. ([[2026-11-03#^a1|2026-11-03]])", "- Use the other zone. ([[2026-11-03#^a1|2026-11-03]])",
		"- Never restart. ([[2026-11-04#^b2|2026-11-04]])", "- Keep the log. ([[2026-11-05#^c3|2026-11-05]])", "- Keep the logs. ([[2026-11-05#^c3|2026-11-05]])",
		"- mine", "  - below", "  more of it", "A paragraph.", "A paragraph in other words.", "",
	}
	page := func(t *rapid.T, name string) *wiki.Article {
		body := rapid.SliceOfN(rapid.SampledFrom(lines), 0, 6).Draw(t, name)
		end := rapid.SampledFrom([]string{"", "\n", "\n\n## Next\n\nend\n"}).Draw(t, name+" ends")
		return wiki.Parse([]byte("---\ntitle: T\n---\n\n# T\n\n## Key Points\n\n" + strings.Join(body, "\n") + end))
	}
	rapid.Check(t, func(t *rapid.T) {
		base, theirs, ours := page(t, "base"), page(t, "theirs"), page(t, "ours")
		r := must.Get(ThreeWay(base, theirs, ours, PageKeys(base), func(Conflict) Decision {
			return rapid.SampledFrom([]Decision{Wait, TakeOurs, KeepTheirs}).Draw(t, "decision")
		}))(t)
		has := strings.Split(string(theirs.Bytes())+"\n"+string(ours.Bytes()), "\n")
		for l := range strings.Lines(string(r.Page.Bytes())) {
			if l = strings.TrimSuffix(l, "\n"); l != "" && !slices.Contains(has, l) {
				t.Fatalf("neither side has the line %q\nbase:\n%s\ntheirs:\n%s\nours:\n%s\nresult:\n%s", l, base.Bytes(), theirs.Bytes(), ours.Bytes(), r.Page.Bytes())
			}
		}
	})
}
