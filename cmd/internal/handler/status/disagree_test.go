package status

import (
	"slices"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/fsutil/must"
)

// What the logs lost is told by day, or by session where only the transcripts can bring it back, and
// the commands name what they are about.
func TestLostEntriesAreToldByDay(t *testing.T) {
	day := daily.DateOf(time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC), time.UTC)
	lost := []archive.LostEntry{{Session: "a", Entry: "1", Day: day}, {Session: "z", Entry: "5"}, {Session: "b", Entry: "2", Day: day}, {Session: "a", Entry: "3", Day: day},
		{Session: "c", Entry: "4", Day: day.AddDays(1)}, {Session: "c", Entry: "6", Day: day.AddDays(1)}}
	got, want := lostOf(lost), []Disagreement{
		{"3 entries of 2026-11-28, of 2 sessions, are in no day log", "memoria flush --rebuild 2026-11-28"},
		{"session c: 2 entries of 2026-11-29 are in no day log", "memoria flush --rebuild c"},
		{"session z: its entry 5 is in no day log", "memoria import"},
	}
	must.Hold(t, slices.Equal(got, want), "got %v, want %v", got, want)
}
