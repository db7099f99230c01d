package queue

import (
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
)

func TestCeiling(t *testing.T) {
	q := openQueue(t)
	take := func(now time.Time, want time.Duration) {
		t.Helper()
		c := &Ceiling{Dir: q.Dir, PerHour: 3} // another process each time
		wait, err := c.Take(now)
		must.Hold(t, wait == want && err == nil, "Take = %v, %v, want %v", wait, err, want)
	}
	for i := range 3 {
		take(at(float64(60*i)), 0)
	}
	take(at(600), 50*time.Minute)
	take(at(3599), time.Second)
	take(at(3600), 0)  // another hour
	take(at(-9999), 0) // a clock that was set back blocks nothing
}
