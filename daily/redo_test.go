package daily

import (
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/fsutil/must"
)

// An entry that stands in for another says so; only ours, and only under the id that such a one has.
func TestRedone(t *testing.T) {
	at := time.Date(2026, 11, 27, 14, 32, 0, 0, time.UTC)
	old := Entry{ID: entry.EntryID("claude", "s", "r2"), Agent: "claude", Session: "s", At: at, From: "r1", To: "r2", By: "extractive",
		Summary: Summary{Title: "Locks", Bullets: []Bullet{{Kind: Fact, Text: "a lock"}}}}
	other := old
	other.ID = entry.EntryID("claude", "s", "r4")
	again := old
	again.ID, again.Redoes, again.By = entry.RedoID(old.ID), old.ID, "claude-cli/haiku"
	forged := other
	forged.ID, forged.Redoes = "0123456789ab", other.ID
	var src strings.Builder
	for _, e := range []Entry{old, other, again, forged} {
		text := must.Get(e.Format())(t)
		src.WriteString(text + "\n")
	}
	must.Text(t, src.String(), "the text").Has(" by=claude-cli/haiku redoes="+old.ID+" -->").Times(2, "redoes=")
	l := Parse(DateOf(at, nil), time.UTC, []byte(src.String()))
	var got []bool
	for _, e := range l.Entries {
		got = append(got, e.Redone)
	}
	want := []bool{true, false, false, false}
	must.Hold(t, len(got) == 4 && got[0] == want[0] && !got[1] && !got[2] && !got[3] && l.Entries[2].Redoes == old.ID, "redone are %v", got)
}
