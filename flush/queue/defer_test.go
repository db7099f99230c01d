package queue

import (
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
)

// What keeps all jobs keeps each longer every time, on the disk, and buries none.
func TestDefer(t *testing.T) {
	q := openQueue(t)
	put(t, q, note(Turn, "s", at(0)))
	now, last := at(1), time.Duration(0)
	for n := range 3 * defaultAttempts {
		j := next(t, again(q), now)
		must.Be(t, j != nil && j.Attempts == 1 && j.Failures == 0 && j.Deferred == n, "after %d times the job is %+v", n, j)
		ok(t, q.Defer(j, now, "the server is busy", 0))
		all, err := q.List(now)
		ok(t, err)
		wait := all[0].Next.Sub(now)
		must.Be(t, wait >= 10*time.Second && wait <= maxWait && wait >= last/2 && all[0].State == Retrying, "after %d times it waits %v: %+v", n, wait, all[0])
		now, last = all[0].Next, wait
	}
	must.Hold(t, last >= maxWait/4, "it waits %v in the end", last)
	j := next(t, q, now)
	ok(t, q.Defer(j, now, "the budget is used up", 5*time.Hour))
	all, _ := q.List(now)
	must.Hold(t, all[0].Next.Sub(now) >= 5*time.Hour, "it waits %v", all[0].Next.Sub(now))
}
