package query

import (
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/holds"
	"github.com/agent-admin/memoria/wiki/search"
	"github.com/agent-admin/memoria/wiki/search/index"
)

// A line that does not hold is told once, with what took its place, whether a log or a history says it.
func TestOverturned(t *testing.T) {
	was := holds.Fate{Until: "2026-06-01", By: "`s3://` now works"}
	hits := []search.Hit{
		{Doc: index.Doc{Kind: index.Entry, Path: "daily/2026-06-01.md"}, Passage: "`s3://` is unsupported.", Line: 3, Past: true, Fate: was},
		{Doc: index.Doc{Kind: index.Article, Path: "wiki/concepts/s3.md"}, Passage: "`s3://` is unsupported", Line: 9, Past: true, Fate: was},
		{Doc: index.Doc{Kind: index.Article, Path: "wiki/concepts/s3.md"}, Passage: "`s3://` now works", Line: 5},
		{Doc: index.Doc{Kind: index.Entry, Path: "daily/2026-06-02.md"}, Passage: "Until 2026-06-01: nobody asked; then: somebody did", Line: 7},
	}
	got, _ := gather(hits, &content{rarity: map[string]float64{}})
	must.Be(t, len(got) == 3 && got[0].Past && !got[1].Past && !got[2].Past, "%+v", got)
	want := "Until 2026-06-01: `s3://` is unsupported; then: `s3://` now works"
	must.Hold(t, got[0].Text == want, "%q, want %q", got[0].Text, want)
}
