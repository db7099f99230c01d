package queue

import (
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
)

// What waits for a limit to end is due again once a person looks after it; what failed by itself is not.
func TestHasten(t *testing.T) {
	q := openQueue(t)
	now := time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC)
	for _, id := range []string{"deferred", "failed"} {
		must.Do(t, q.Put(Note{Kind: End, Agent: "claude", Session: id, At: now}))
	}
	for range 2 {
		j, err := q.Next(now, true)
		must.Be(t, err == nil && j != nil, "%v %v", j, err)
		if j.Session == "deferred" {
			err = q.Defer(j, now, "the limit is reached", 15*time.Hour)
		} else {
			err = q.Retry(j, now, "no such file", time.Hour)
		}
		must.Do(t, err)
	}
	if due, _, err := q.Due(now.Add(time.Minute), true); due || err != nil {
		t.Fatal(due, err)
	}
	now = now.Add(time.Minute)
	must.Do(t, q.Hasten(now))
	j, err := q.Next(now, true)
	must.Be(t, err == nil && j != nil && j.Session == "deferred" && j.Reason != "", "%+v, %v", j, err)
	must.Do(t, q.Done(j))
	if other, err := q.Next(now, true); other != nil || err != nil {
		t.Errorf("%+v, %v", other, err)
	}
}
