package flush

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// after adds a row that follows another: "parent id session time text".
func (s *script) after(rows ...string) *script {
	for _, r := range rows {
		parent, rest, _ := strings.Cut(r, " ")
		s.text += strings.Replace(line(rest), `"uuid":`, `"parentUuid":"`+parent+`","uuid":`, 1)
	}
	return s
}

// told returns the lines of the entries that no other replaces.
func (b *bench) told() string {
	b.t.Helper()
	var out []string
	for _, e := range b.logged() {
		for _, l := range e.Bullets {
			if !e.Redone {
				out = append(out, l.Text)
			}
		}
	}
	return strings.Join(out, "|")
}

// What is on a branch that the person left is archived and told by no entry, whether the branch was seen before it was
// left or not; what only looks like a branch is told.
func TestRewound(t *testing.T) {
	tests := []struct {
		name    string
		seen    []string // rows of a first capture
		then    []string // and of a second
		want    string
		rows    int
		appends int // of the second capture
	}{
		{"a decision taken back", nil, []string{"x u1 A 10:00 keep a cache", "u1 a1/m1 A 10:01 which one", "a1 u2 A 10:02 keep Redis", "u2 a2/m2 A 10:03 keep Redis it is",
			"a1 u3 A 10:10 keep Postgres", "u3 a3/m3 A 10:11 done"}, "keep a cache|keep Postgres", 6, 1},
		{"seen before it was left", []string{"x u1 A 10:00 keep a cache", "u1 a1/m1 A 10:01 which one", "a1 u2 A 10:02 keep Redis", "u2 a2/m2 A 10:03 keep Redis it is"},
			[]string{"a1 u3 A 10:10 keep Postgres", "u3 a3/m3 A 10:11 done"}, "keep a cache|keep Postgres", 6, 2},
		{"all of an entry left", []string{"x u1 A 10:00 dull", "u1 a1/m1 A 10:01 dull", "a1 u2 A 10:02 keep Redis"},
			[]string{"a1 u3 A 10:10 dull", "u3 a3/m3 A 10:11 dull"}, "", 5, 1},
		{"left twice", []string{"x u1 A 10:00 keep a cache", "u1 a1/m1 A 10:01 which", "a1 u2 A 10:02 keep Redis", "u2 a2/m2 A 10:03 fine", "a1 u3 A 10:04 keep Kafka"},
			[]string{"u3 a3/m3 A 10:05 fine", "a1 u4 A 10:06 keep Postgres", "u4 a4/m4 A 10:07 fine"}, "keep a cache|keep Postgres", 8, 2},
		{"an inner branch, then an outer one", nil, []string{"x u1 A 10:00 keep one", "u1 a1/m1 A 10:01 ok", "a1 u2 A 10:02 keep two", "u2 a2/m2 A 10:03 ok",
			"a2 u3 A 10:04 keep three", "u3 a3/m3 A 10:05 ok", "a2 u4 A 10:06 keep four", "a1 u5 A 10:07 keep five"}, "keep one|keep five", 8, 1},
		{"answers tried again", nil, []string{"x u1 A 10:00 keep one", "u1 a1/m1 A 10:01 keep this", "u1 a2/m2 A 10:02 keep that", "a2 u2 A 10:03 keep two"}, "keep one|keep this|keep that|keep two", 4, 1},
		{"two parts of one prompt", nil, []string{"x u1 A 10:00 keep one", "u1 a1/m1 A 10:01 ok", "a1 u2 A 10:02 keep two", "a1 u3 A 10:02 keep three"}, "keep one|keep two|keep three", 4, 1},
		{"a prompt without a row before it", nil, []string{"x u1 A 10:00 keep one", "u1 a1/m1 A 10:01 ok", "y u2 A 10:02 keep two"}, "keep one|keep two", 3, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench(t)
			s := &script{path: "A.jsonl"}
			if tt.seen != nil {
				b.grow(s.after(tt.seen...))
			}
			out := b.grow(s.after(tt.then...))
			must.Hold(t, tt.want == "" || out.Entries == tt.appends, "%d entries are appended, want %d", out.Entries, tt.appends)
			got := b.told()
			must.Hold(t, got == tt.want, "told: %s\nwant:  %s", got, tt.want)
			b.end(s)
			before := b.log("2026-03-01")
			got = b.told()
			must.Hold(t, got == tt.want, "at the end: %s\nwant:       %s", got, tt.want)
			rows, twice := b.archived()
			must.Hold(t, len(rows) == tt.rows && twice == nil, "%d rows in the archive, want %d: %v", len(rows), tt.rows, rows)
			b.end(s)
			b.run(s.source())
			got = b.log("2026-03-01")
			must.Hold(t, got == before, "doing it again changed the log from\n%s\nto\n%s", before, got)
		})
	}
}

// A session that was captured as it went is read anew only where a branch was left.
func TestRewoundReadsFromTheCursor(t *testing.T) {
	b := newBench(t)
	s := (&script{path: "A.jsonl"}).after("x u1 A 10:00 keep "+strings.Repeat("word ", 20000), "u1 a1/m1 A 10:01 ok", "a1 u2 A 10:02 keep two")
	b.end(s)
	s.count = 0
	b.end(s.after("u2 a2/m2 A 10:03 ok", "a2 u3 A 10:04 keep three"))
	all := int64(len(s.text))
	must.Hold(t, s.count <= all/2, "%d bytes are read of %d", s.count, all)
	got := b.told()
	must.Hold(t, strings.HasSuffix(got, "keep two|keep three"), "%v", got)
}
