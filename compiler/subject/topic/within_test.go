package topic

import (
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
	"pgregory.net/rapid"
)

// A name is within another one as looking at each of them tells.
func TestWithin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := &Index{}
		keys := rapid.SliceOfNDistinct(rapid.StringMatching(`[abä ]{1,5}`), 1, 30, rapid.ID[string]).Draw(t, "keys")
		for _, k := range keys {
			u := &Topic{Key: k}
			u.share(everywhere).lines = rapid.IntRange(0, 6).Draw(t, "lines")
			x.Topics = append(x.Topics, u)
		}
		for _, u := range x.Topics {
			want := slices.ContainsFunc(x.Topics, func(o *Topic) bool {
				return o != u && 2*o.share(everywhere).lines >= u.share(everywhere).lines && (strings.HasPrefix(o.Key, u.Key) || strings.HasSuffix(o.Key, u.Key))
			})
			got := x.within(u)
			must.Be(t, got == want, "%q among %q: %t", u.Key, keys, got)
		}
	})
}
