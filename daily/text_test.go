package daily

import (
	"os"
	"strconv"
	"strings"
	"sync"

	"pgregory.net/rapid"
)

// pieces are what breaks readers of Markdown, and enough plain stuff between them.
var pieces = sync.OnceValue(func() (all []string) {
	src, err := os.ReadFile("markdown/testdata/pieces.txt")
	if err != nil {
		panic(err)
	}
	for quoted := range strings.Lines(string(src)) {
		s, err := strconv.Unquote(strings.TrimSpace(quoted))
		if err != nil {
			panic(err)
		}
		all = append(all, s)
	}
	return all
})

func anyText() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.Map(rapid.SliceOfN(rapid.SampledFrom(pieces()), 0, 12), func(p []string) string { return strings.Join(p, "") }),
		rapid.String(),
	)
}
