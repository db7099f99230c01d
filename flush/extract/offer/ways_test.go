package offer

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/prose"
)

func TestWays(t *testing.T) {
	for _, tt := range []struct{ give, answer, want string }{
		{"I recommend Redis. Alternatives: Memcached, or an in-process LRU.", "take the LRU", "an in-process LRU"},
		{"I recommend Redis. Alternatives: Memcached, or an in-process LRU.", "Redis then", "Redis"},
		{"We could use a file or a table of SQLite.", "let's go with the table", "a table of SQLite"},
		{"Ich empfehle Redis. Alternativen: Memcached oder eine Datei.", "nimm die Datei", "eine Datei"},
		{"I recommend Redis. Alternatives: Memcached, or a file.", "why Redis?", ""},
		{"I recommend Redis. Alternatives: Memcached, or a file.", "take your time", ""},
		{"I recommend Redis because it is quick.", "take Redis", ""},
		{"The cache is kept in Redis, a file and a table.", "take the file", ""},
	} {
		of := In(tt.give)
		var got []string
		for _, l := range Taken(tt.answer, of, prose.EN) {
			for _, o := range of {
				if o.Label == l {
					got = append(got, o.Text)
				}
			}
		}
		must.Hold(t, strings.Join(got, "|") == tt.want, "%q of %q takes %q, want %q: %+v", tt.answer, tt.give, got, tt.want, of)
	}
}
