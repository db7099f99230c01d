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
	if text := src.String(); !strings.Contains(text, " by=claude-cli/haiku redoes="+old.ID+" -->") || strings.Count(text, "redoes=") != 2 {
		t.Error(text)
	}
	l := Parse(DateOf(at, nil), time.UTC, []byte(src.String()))
	var got []bool
	for _, e := range l.Entries {
		got = append(got, e.Redone)
	}
	if want := []bool{true, false, false, false}; len(got) != 4 || got[0] != want[0] || got[1] || got[2] || got[3] || l.Entries[2].Redoes != old.ID {
		t.Errorf("redone are %v", got)
	}
}
