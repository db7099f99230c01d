package summary

import (
	"context"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
)

func TestArticles(t *testing.T) {
	dir := vaultDir(t)
	put := func(name, text string) {
		t.Helper()
		must.Get(dir.WriteFile(name, []byte(text), 0o644))(t)
	}
	put("wiki/concepts/tide-feed.md", "---\ntitle: Tide feed\naliases: [feed of tides]\ntype: concept\n---\n\n# Tide feed\n\nIt is a feed.\n\n## Key Points\n\n"+
		"- The timeout is 30 s ([[2026-11-01#^aaaaaa|2026-11-01]])\n- It has `no` files on weekends ([[2026-11-02#^bbbbbb|2026-11-02]])\n")
	put("wiki/concepts/sqlite.md", "---\ntitle: SQLite\ntype: concept\n---\n\n# SQLite\n\nIt is.\n\n## Key Points\n\n- One writer at a time ([[2026-11-01#^cccccc|2026-11-01]])\n")
	put("wiki/concepts/the.md", "---\ntitle: The\ntype: concept\n---\n\n## Key Points\n\n- no ([[2026-11-01#^dddddd|2026-11-01]])\n")
	a := &Articles{Store: wiki.Store{Dir: dir}}
	for _, c := range []struct {
		text string
		room int
		want string
	}{
		{"the tide-feed, that is the Tide feed, and sqlite", 1000, "Tide feed: The timeout is 30 s|Tide feed: It has `no` files on weekends|SQLite: One writer at a time"},
		{"the feed of tides", 100, "Tide feed: The timeout is 30 s"},
		{"SQLite3 and the tide", 1000, ""},
	} {
		var all []string
		for _, m := range a.About(context.Background(), c.text, c.room) {
			all = append(all, m.Title+": "+m.Text)
		}
		must.Equal(t, strings.Join(all, "|"), c.want, "about %q", c.text)
	}
}
