package search

import (
	"context"
	"slices"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// A passage of an article says whose lines it cites, and with a filter of a project nothing of another is found: of an
// article that has lines of both, the title is left.
func TestWhose(t *testing.T) {
	day := func(day, project, id, text string) string {
		return "# Daily Log: " + day + "\n\n## Sessions\n\n### Session (10:00) - Work\n<!-- memoria:entry id=" + id + " agent=claude session=" + id + " project=" + project +
			" branch=b at=" + day + "T10:00:00Z from=a to=b by=extractive -->\n\n**Facts:**\n- " + text + " ^k1\n<!-- /memoria:entry -->\n"
	}
	s := vaultOf(t, map[string]string{
		"daily/2026-03-01.md": day("2026-03-01", "atlas", "aaaaaaaaaaaa", "Redis holds the tiles"),
		"daily/2026-03-02.md": day("2026-03-02", "kiln", "bbbbbbbbbbbb", "Redis holds the curves"),
		"wiki/concepts/redis.md": "---\ntitle: Redis\ntags: [atlas, kiln]\ntype: concept\nsources: [\"[[2026-03-01]]\", \"[[2026-03-02]]\"]\n---\n\n# Redis\n\n## Key Points\n\n" +
			"- Redis holds the tiles ([[2026-03-01#^k1|atlas 2026-03-01]])\n- Redis holds the curves ([[2026-03-02#^k1|kiln 2026-03-02]])\n",
	})
	x := must.Get(s.Open(context.Background()))(t)
	defer x.Close()
	tests := []struct {
		query, passage string
		of, whose      []string
	}{
		{"redis tiles", "Redis holds the tiles", []string{"atlas"}, []string{"atlas"}},
		{"redis curves", "Redis holds the curves", []string{"kiln"}, []string{"kiln"}},
		{"redis curves in:wiki", "Redis holds the curves", []string{"kiln"}, nil},
		{"redis curves project:kiln", "Redis holds the curves", []string{"kiln"}, nil},
		{"redis curves project:atlas", "", nil, nil},
	}
	for _, tt := range tests {
		res := must.Get(Find(context.Background(), x, Parse(tt.query), Options{Whose: true}))(t)
		i := slices.IndexFunc(res.Hits, func(h Hit) bool { return h.Title == "Redis" })
		if i < 0 {
			t.Errorf("%s: the article is not found", tt.query)
			continue
		}
		h := &res.Hits[i]
		if h.Passage != tt.passage || h.Snippet == "" != (tt.passage == "") || !slices.Equal(h.Projects, tt.of) || !slices.Equal(res.Whose(h), tt.whose) {
			t.Errorf("%s: %q of %v, told as of %v", tt.query, h.Passage, h.Projects, res.Whose(h))
		}
	}

	s.Apart = func() []string { return []string{"atlas"} }
	res, err := Find(context.Background(), x, Parse("redis"), Options{})
	must.Hold(t, err == nil && len(res.Hits) == 1 && res.Hits[0].Project == "kiln" && len(res.Notes) == 1, "beside atlas: %+v, %v", res, err)
	res, err = Find(context.Background(), x, Parse("redis project:atlas"), Options{})
	must.Hold(t, err == nil && len(res.Hits) == 2 && len(res.Notes) == 0, "asked for atlas: %+v, %v", res, err)
}
