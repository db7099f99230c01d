package search

import (
	"slices"
	"testing"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/search/index"
)

// What is left out early is what would have been left out late.
func TestCover(t *testing.T) {
	dir := fsutiltest.Open(t, "testdata/demo")
	x := must.Get((&index.Store{Dir: dir, Wiki: "wiki"}).Open(t.Context()))(t)
	defer x.Close()
	some := 0
	for i, q := range readQuestions(t, "demo.tsv") {
		if i%8 != 0 {
			continue
		}
		for _, rarest := range []int{0, 6} {
			all := must.Get(Find(t.Context(), x, Parse(q.text), Options{Limit: 1000, Rarest: rarest}))(t)
			for _, cover := range []float64{0.3, 0.5, 0.8} {
				got := must.Get(Find(t.Context(), x, Parse(q.text), Options{Limit: 1000, Rarest: rarest, Cover: cover}))(t)
				want := slices.DeleteFunc(slices.Clone(all.Hits), func(h Hit) bool { return h.Cover < cover })
				some += len(want)
				key := func(hits []Hit) (out []string) {
					for i := range hits {
						out = append(out, hits[i].Path+" "+hits[i].Entry)
					}
					slices.Sort(out)
					return out
				}
				g, w := key(got.Hits), key(want)
				must.Hold(t, slices.Equal(g, w), "%q by the rarest %d, %v of it: %q, want %q", q.text, rarest, cover, g, w)
			}
		}
	}
	must.Hold(t, some != 0, "nothing was found that covers a question")
}
