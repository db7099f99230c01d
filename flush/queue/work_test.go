package queue

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
)

// The oldest first, what only a scan found after it, what was begun before after that with the least
// tried first, and dead sessions with news last.
func TestOrder(t *testing.T) {
	q := openQueue(t)
	put(t, q, note(End, "dead", at(0)))
	ok(t, q.GiveUp(wantNext(t, q, at(0), "dead"), at(0), "no reader"))
	put(t, q, note(End, "twice", at(1)))
	for range 2 {
		ok(t, q.Retry(wantNext(t, q, at(1e4), "twice"), at(0), "busy", 0))
	}
	put(t, q, note(End, "once", at(2)))
	wantNext(t, q, at(3), "once") // and its worker died
	put(t, q, note(End, "dead", at(4)), note(Scan, "found", at(5)), note(End, "later", at(8)), note(Start, "sooner", at(7)), note(Prompt, "sooner", at(9)))
	for _, want := range []string{"sooner", "later", "found", "once", "twice", "dead", ""} {
		if j := wantNext(t, q, at(1e4), want); j != nil {
			ok(t, q.Done(j))
		}
	}
	empty(t, q)
}

// That a session began is told at once; what was said in it since waits for more.
func TestStartAlone(t *testing.T) {
	q := openQueue(t)
	q.Throttle = Throttle{Turns: 3, Every: time.Minute}
	put(t, q, note(Start, "s", at(0)), note(Prompt, "s", at(1)), note(Turn, "s", at(2)))
	j := wantNext(t, q, at(3), "s")
	must.Hold(t, slices.Equal(j.Kinds, []Kind{Start}) && j.Turns == 0, "job is %+v", j)
	ok(t, q.Done(j))
	wantNext(t, q, at(4), "")
	put(t, q, note(Start, "s", at(5)), note(Turn, "s", at(6)), note(Turn, "s", at(7)))
	j = wantNext(t, q, at(8), "s") // now it is due anyway
	must.Hold(t, j.Has(Start) && j.Has(Prompt) && j.Turns == 3, "job is %+v", j)
	ok(t, q.Done(j))
	put(t, q, note(Start, "s", at(9)), note(Prompt, "s", at(10)))
	if j, err := q.Next(at(11), true); err != nil || !j.Has(Prompt) { // all is asked for
		t.Errorf("Next = %+v, %v", j, err)
	}
}

// A session that waits for another attempt waits whatever its hooks say, and all is told then.
func TestNewsOfFailed(t *testing.T) {
	q := openQueue(t)
	put(t, q, note(Compact, "s", at(0)))
	ok(t, q.Retry(wantNext(t, q, at(1), "s"), at(1), "busy", 100*time.Second))
	put(t, q, note(End, "s", at(2)))
	due, next, err := q.Due(at(3), true)
	must.Hold(t, !due && next.Equal(at(131)) && err == nil, "due %v, next %v, %v", due, next.Sub(noon), err)
	if j, err := q.Next(at(130), true); j != nil || err != nil {
		t.Errorf("Next = %v, %v", j, err)
	}
	j := wantNext(t, again(q), at(131), "s")
	must.Hold(t, j.Has(Compact) && j.Has(End) && j.Attempts == 2 && j.Reason == "busy", "job is %+v", j)
}

// And the waits when the other side says nothing. The random source gives a half.
func TestWait(t *testing.T) {
	q := openQueue(t)
	for _, row := range []struct {
		attempts int
		hint     time.Duration
		want     time.Duration
	}{
		{1, 30 * time.Second, 45 * time.Second},
		{5, 30 * time.Second, 45 * time.Second},
		{1, time.Hour, time.Hour + 30*time.Second},
		{1, 99999999 * time.Second, 24 * time.Hour},
		{1, 1<<63 - 1, 24 * time.Hour},
		{1, 24*time.Hour - time.Second, 24 * time.Hour},
		{1, 0, 3 * time.Second},
		{1, -30 * time.Second, 3 * time.Second},
		{1, -1 << 63, 3 * time.Second},
		{2, 0, 6 * time.Second},
		{3, 0, 12 * time.Second},
		{7, 0, 192 * time.Second},
		{11, 0, 45 * time.Minute},
		{1000, 0, 45 * time.Minute},
		{0, 0, 3 * time.Second},
	} {
		must.Equal(t, q.wait(row.attempts, row.hint), row.want, "attempt %d, hint %v: waits", row.attempts, row.hint)
	}
	for _, random := range []float64{0, 0.999999} {
		q.Rand = func() float64 { return random }
		got := q.wait(50, 0)
		must.Hold(t, got >= maxWait/2 && got <= maxWait, "waits %v", got)
		got = q.wait(1, 30*time.Second)
		must.Hold(t, got >= 30*time.Second, "waits %v for 30 s", got)
	}
	q.Rand = nil
	a, b := q.wait(9, 0), q.wait(9, 0)
	must.Hold(t, a != b, "two workers wait the same %v", a)
}

// The time of the next attempt outlives the worker.
func TestRetryOutlivesWorker(t *testing.T) {
	q := openQueue(t)
	put(t, q, note(End, "s", at(0)))
	ok(t, q.Retry(wantNext(t, q, at(0), "s"), at(0), "server says 429\nlater\x00", 30*time.Second))
	wantNext(t, again(q), at(44), "")
	j := wantNext(t, again(q), at(45), "s")
	must.Hold(t, j.Reason == "server says 429 later\x00" && j.Attempts == 2, "job is %+v", j)
}

// A time that only a wrong clock gives does not keep a session for ever.
func TestClockSetBack(t *testing.T) {
	q := openQueue(t)
	put(t, q, note(End, "s", at(0)))
	ok(t, q.Retry(wantNext(t, q, at(1e8), "s"), at(1e8), "busy", 0))
	due, _, err := q.Due(at(0), false)
	must.Hold(t, due && err == nil, "due %v, %v", due, err)
	wantNext(t, q, at(0), "s")
}

func TestRetryPastLastBuries(t *testing.T) {
	q := openQueue(t)
	put(t, q, note(End, "s", at(0)))
	now := at(0)
	for i := range defaultAttempts {
		j := wantNext(t, q, now, "s")
		must.Be(t, j.Attempts == i+1, "attempt %d is counted as %d", i+1, j.Attempts)
		ok(t, q.Retry(j, now, fmt.Sprintf("reason %d", i+1), 0))
		now = now.Add(maxWait)
	}
	wantNext(t, q, now, "")
	jobs, err := q.List(now)
	ok(t, err)
	got := states(jobs)
	must.Hold(t, slices.Equal(got, []string{"s dead 8"}) && jobs[0].Reason == "reason 8" && jobs[0].Buried.Equal(at(7*3600)), "%q, %+v", got, jobs)
	if due, next, err := q.Due(now, true); due || !next.IsZero() || err != nil {
		t.Errorf("due %v, %v, %v", due, next, err)
	}
}

// An interrupt is no fault of the job's: however often it comes, the job is not given up.
func TestRelease(t *testing.T) {
	q := openQueue(t)
	put(t, q, note(Turn, "s", at(0)))
	for range 3 * defaultAttempts {
		j := wantNext(t, q, at(1), "s")
		must.Be(t, j.Attempts == 1 && j.Turns == 1, "job is %+v", j)
		ok(t, q.Release(j, at(1), "", 0))
	}
	ok(t, q.Release(wantNext(t, q, at(1), "s"), at(1), "an import is at work", 10*time.Second))
	wantNext(t, q, at(10), "")
	j := wantNext(t, q, at(16), "s")
	must.Hold(t, j.Attempts == 1 && j.Reason == "an import is at work", "job is %+v", j)
}

// A dead session that goes on is a new job, which knows what the dead one knew; once it is captured
// there is no dead letter any more.
func TestDeadSessionGoesOn(t *testing.T) {
	q := openQueue(t)
	turn := note(Turn, "s", at(0))
	turn.Message = "the last words"
	put(t, q, turn)
	ok(t, q.GiveUp(wantNext(t, q, at(1), "s"), at(1), "unreadable"))
	put(t, q, note(End, "s", at(2)))
	jobs, err := q.List(at(2))
	ok(t, err)
	got := states(jobs)
	must.Hold(t, slices.Equal(got, []string{"s waiting 0", "s dead 1"}), "list is %q", got)
	j := wantNext(t, q, at(3), "s")
	must.Hold(t, j.Attempts == 1 && j.Turns == 1 && len(j.Messages) == 1 && j.First.Equal(at(0)) && j.Reason == "" && j.Buried.IsZero(), "job is %+v", j)
	ok(t, q.Retry(j, at(3), "busy", 0))
	j = wantNext(t, q, at(99), "s")
	must.Hold(t, j.Turns == 1, "counted twice: %+v", j)
	ok(t, q.Done(j))
	empty(t, q)
}

// A worker's death leaves its job to the next worker of the machine at once, whose number may be
// the same; another machine that
// shares the vault is believed until its lease runs out.
func TestLease(t *testing.T) {
	q := openQueue(t)
	put(t, q, note(End, "s", at(0)))
	wantNext(t, q, at(0), "s")

	there := again(q)
	there.Host = "there"
	due, next, err := there.Due(at(1), true)
	must.Hold(t, !due && next.Equal(at(300)) && err == nil, "due %v, next %v, %v", due, next, err)
	wantNext(t, there, at(299), "")
	hook := again(q)
	hook.Host = "" // it does not know; the worker will
	due, _, err = hook.Due(at(1), false)
	must.Hold(t, due && err == nil, "due %v, %v", due, err)
	jobs, err := q.List(at(299))
	must.Hold(t, err == nil && jobs[0].State == Working, "list is %q, %v", states(jobs), err)
	here := wantNext(t, again(q), at(1), "s")
	must.Hold(t, here.Attempts == 2, "job is %+v", here)

	theirs := wantNext(t, there, at(301), "s")
	put(t, q, note(End, "s", at(302)))
	for name, end := range map[string]func(*Job) error{
		"done":  q.Done,
		"retry": func(j *Job) error { return q.Retry(j, at(303), "late", 0) },
		"bury":  func(j *Job) error { return q.GiveUp(j, at(303), "late") },
	} {
		ok(t, end(here)) // it is not ours any more
		j, err := q.readJob(jobsDir, here.ID)
		must.Hold(t, err == nil && j.Lease.Host == "there" && j.Attempts == 3, "%s changed it to %+v, %v", name, j, err)
	}
	ok(t, there.Done(theirs))
	ok(t, q.Done(wantNext(t, q, at(304), "s")))
	empty(t, q)
}

// A lease of a clock that is hours ahead is not believed for hours.
func TestLeaseOfWrongClock(t *testing.T) {
	q := openQueue(t)
	put(t, q, note(End, "s", at(0)))
	wantNext(t, q, at(1e6), "s")
	there := again(q)
	there.Host = "there"
	wantNext(t, there, at(0), "s")
}

// A worker that was killed between writing the job and removing its notes counts none twice.
func TestKilledWhileMerging(t *testing.T) {
	q := openQueue(t)
	n := note(Turn, "s", at(0))
	n.Message = "words"
	put(t, q, n, note(Turn, "s", at(1)))
	kept := map[string]string{}
	for _, f := range files(t, q) {
		b, err := q.Dir.ReadFile(queueDir + "/" + f)
		ok(t, err)
		kept[f] = string(b)
	}
	wantNext(t, q, at(2), "s")
	for f, text := range kept {
		plantFile(t, q, f, text)
	}
	put(t, q, note(Turn, "s", at(3)))
	j := wantNext(t, again(q), at(4), "s")
	must.Hold(t, j.Turns == 3 && len(j.Messages) == 1 && j.Attempts == 2, "job is %+v", j)
	for f, text := range kept { // and killed once more, on the last attempt
		plantFile(t, q, f, text)
	}
	q.MaxDeaths = 2
	wantNext(t, again(q), at(5), "")
	got := files(t, q)
	must.Hold(t, slices.Equal(got, []string{"dead/" + j.ID + ".json"}), "files are %q", got)
}

// What cannot be read keeps its session and no other, and is told in the end.
func TestUnreadable(t *testing.T) {
	q := openQueue(t)
	put(t, q, note(End, "s", at(0)), note(End, "good", at(1)))
	link := queueDir + "/" + Key("claude", "s") + ".seen.json"
	symlink(t, q, "/outside", link)
	ok(t, q.Done(wantNext(t, q, at(2), "good")))
	j, err := q.Next(at(2), true)
	must.Hold(t, j == nil && err != nil && !errors.Is(err, fs.ErrNotExist) && strings.Contains(err.Error(), Key("claude", "s")), "Next = %v, %v", j, err)
	ok(t, q.Dir.Remove(link))
	wantNext(t, q, at(2), "s")
}
