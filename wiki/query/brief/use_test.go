package brief

import (
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/query/brief/prepared"
	"github.com/agent-admin/memoria/wiki/receipt"
)

func TestSpotter(t *testing.T) {
	page := receipt.PageID("wiki/concepts/sqlite.md")
	items := []prepared.Item{
		{ID: "2026-03-02^k1", Kind: "decision", Text: "The importer sets `busy_timeout=5000` so that SQLite waits", Cites: []string{"2026-03-02#^k1", "sqlite"}},
		{ID: "2026-03-02^k2", Kind: "fact", Text: "Backups older than a month are deleted nightly by backup.sh"},
		{ID: page, Kind: "article", Text: "SQLite - it waits", Cites: []string{"sqlite"}},
		{ID: "not given", Kind: "fact", Text: "Backups older than a month are deleted nightly by backup.sh"},
	}
	given := map[string]bool{"2026-03-02^k1": true, "2026-03-02^k2": true, "2026-03-04^k9": true, page: true, page + ".abcdef": true}
	for _, tt := range []struct {
		name string
		do   func(*Spotter)
		want map[string]receipt.Use
	}{
		{"nothing", func(s *Spotter) { s.Said("Let us write a parser for the importer.") }, nil},
		{"words", func(s *Spotter) { s.Said("Since the importer sets busy_timeout to 5000, SQLite waits for the lock") }, map[string]receipt.Use{"2026-03-02^k1": receipt.Words}},
		{"words over two turns", func(s *Spotter) { s.Said("backups older"); s.Said("nightly, deleted") }, nil},
		{"a line", func(s *Spotter) { s.Said("as [[2026-03-04#^k9]] says") }, map[string]receipt.Use{"2026-03-04^k9": receipt.Link}},
		{"a page", func(s *Spotter) { s.Said("see [[sqlite|SQLite]]") }, map[string]receipt.Use{page: receipt.Link}},
		{"read", func(s *Spotter) { s.Opened("wiki/concepts/sqlite.md") }, map[string]receipt.Use{page: receipt.Read, page + ".abcdef": receipt.Read}},
		{"a day read", func(s *Spotter) { s.Opened("daily/2026-03-02.md") }, map[string]receipt.Use{"2026-03-02^k1": receipt.Read, "2026-03-02^k2": receipt.Read}},
		{"another read", func(s *Spotter) { s.Opened("main.go") }, nil},
	} {
		s := NewSpotter("", given, items)
		tt.do(s)
		if got := s.Used(); len(got) != len(tt.want) {
			t.Errorf("%s: %v", tt.name, got)
		} else {
			for id, how := range tt.want {
				must.Hold(t, got[id] == how, "%s: %v", tt.name, got)
			}
		}
	}
}

func TestStanding(t *testing.T) {
	for s, want := range map[string]bool{
		"I work on the tide tables. keep our notes in the wiki.": true, "I work on the tide tables; you keep asking.": false, "never push tags yourself": true, "No sleeping tests": true, "The user prefers tabs over spaces": true, "don’t mock the store": true,
		"总是先写测试": true, "the build fails because the cache is stale": false, "show me the log of that run": false} {
		must.Hold(t, standing(s) == want, "%q: %v", s, !want)
	}
}
