package state

import (
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
)

// Staleness depends on hash and interval, at any hour; nothing waits for a later session of the day.
func TestStale(t *testing.T) {
	now := time.Date(2026, 11, 27, 17, 55, 0, 0, time.UTC)
	const hour = time.Hour
	ago := func(d time.Duration) time.Time { return now.Add(-d) }
	by := func(recipe, hash string, at time.Time) DayRecord {
		r := DayRecord{Hash: hash, Entries: map[string]EntryRecord{"e1": {Hash: "h", By: recipe}}}
		if !at.IsZero() {
			r.At = at.Format(time.RFC3339)
		}
		return r
	}
	was := func(hash string, at time.Time) DayRecord { return by("ours/1", hash, at) }
	other := func(hash string, at time.Time) DayRecord { return by("ours/0", hash, at) }
	for _, c := range []struct {
		name     string
		rec      DayRecord
		forced   bool
		interval time.Duration
		want     Staleness
		until    time.Duration // after now
	}{
		{"never compiled", DayRecord{}, false, hour, New, 0},
		{"never compiled, forced", DayRecord{}, true, hour, New, 0},
		{"its only compile was taken back", DayRecord{Undone: "a"}, false, hour, Undone, 0},
		{"its only compile was taken back, forced", DayRecord{Undone: "a"}, true, hour, New, 0},
		{"taken back, other bytes", DayRecord{Undone: "b"}, false, hour, New, 0},
		{"taken back, compiled before", DayRecord{Hash: "b", Undone: "a", At: ago(9 * hour).Format(time.RFC3339)}, false, hour, Undone, 0},
		{"same bytes", was("a", ago(2*hour)), false, hour, Fresh, 0},
		{"same bytes, just now", was("a", now), false, hour, Fresh, 0},
		{"same bytes, forced", was("a", now), true, hour, Forced, 0},
		{"same bytes, other recipe", other("a", ago(9*hour)), false, hour, Outdated, 0},
		{"same bytes, other recipe, forced", other("a", now), true, hour, Forced, 0},
		{"other bytes, long ago", was("b", ago(2*hour)), false, hour, Changed, 0},
		{"other bytes, exactly the interval ago", was("b", ago(hour)), false, hour, Changed, 0},
		{"other bytes, a second short", was("b", ago(hour-time.Second)), false, hour, Waiting, time.Second},
		{"other bytes, a minute ago", was("b", ago(time.Minute)), false, hour, Waiting, 59 * time.Minute},
		{"other bytes, a minute ago, forced", was("b", ago(time.Minute)), true, hour, Forced, 0},
		{"other bytes, other recipe, a minute ago", other("b", ago(time.Minute)), false, hour, Waiting, 59 * time.Minute},
		{"other bytes, other recipe, long ago", other("b", ago(2*hour)), false, hour, Changed, 0},
		{"other bytes, compiled in the future", was("b", now.Add(24*hour)), false, hour, Changed, 0},
		{"other bytes, no telling when", was("b", time.Time{}), false, hour, Changed, 0},
		{"other bytes, no interval", was("b", now), false, 0, Changed, 0},
		{"other bytes, negative interval", was("b", now), false, -hour, Changed, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, until := c.rec.Staleness("a", "ours/1", c.forced, now, c.interval)
			must.Hold(t, got == c.want, "stale = %v, want %v", got, c.want)
			must.Hold(t, (c.until != 0 || until.IsZero()) && (c.until == 0 || until.Equal(now.Add(c.until))), "until = %v", until)
		})
	}
}
