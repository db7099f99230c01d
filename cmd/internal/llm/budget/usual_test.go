package budget

import (
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// What complete calls of a provider took tells what the next ones take; others' and failed ones do not.
func TestUsual(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	l := &Ledger{Dir: fsutiltest.Open(t, t.TempDir()), Zone: time.UTC, Now: func() time.Time { return now }}
	got := l.Usual("a")
	must.Hold(t, got == (Usual{}), "of no calls: %+v", got)
	two := int64(200)
	for _, c := range []struct{ first, last Call }{
		{Call{Job: "flush", By: "a", In: 1000}, Call{End: Complete, In: 500, Out: 100, Cached: 300, Took: 1000, Micros: &two}},
		{Call{Job: "verify", By: "a", In: 1000}, Call{End: Complete, In: 700, Out: 0, Took: 3000}},
		{Call{Job: "flush", By: "a", In: 1000}, Call{End: "retry", In: 9000}},
		{Call{Job: "flush", By: "b", In: 1000}, Call{End: Complete, In: 9000}},
	} {
		id, month := must.Get2(l.Reserve(t.Context(), c.first, func(time.Time, []*Call) error { return nil }))(t)
		c.last.ID = id
		must.Do(t, l.Settle(month, c.last))
	}
	want := Usual{Calls: 2, Took: 2 * time.Second, In: 0.6, Cached: 0.25, Out: 50, Verify: 1, Micros: 200. / 600}
	got = l.Usual("a")
	must.Hold(t, got == want, "%+v, want %+v", got, want)
	calls, err := l.Calls(time.Time{})
	must.Hold(t, err == nil && len(calls) == 4, "%d calls, %v", len(calls), err)
	for since, want := range map[time.Time]int{now: 4, now.AddDate(0, 1, 0): 0} {
		calls, err := l.Calls(since)
		must.Hold(t, err == nil && len(calls) == want, "%d calls since %s, %v", len(calls), since, err)
	}
}
