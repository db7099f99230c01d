package queue

import (
	"errors"
	"slices"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// bury makes dead letters of sessions.
func bury(t testing.TB, q *Queue, sessions ...string) {
	t.Helper()
	for _, s := range sessions {
		put(t, q, note(End, s, at(0)))
		ok(t, q.GiveUp(wantNext(t, q, at(0), s), at(1), "unreadable"))
	}
}

func TestList(t *testing.T) {
	q := openQueue(t)
	if jobs, err := q.List(at(0)); len(jobs) != 0 || err != nil {
		t.Errorf("list of nothing is %v, %v", jobs, err)
	}
	bury(t, q, "dead")
	put(t, q, note(End, "busy", at(1)))
	ok(t, q.Retry(wantNext(t, q, at(1), "busy"), at(1), "server is busy", 0))
	put(t, q, note(End, "now", at(2)))
	wantNext(t, q, at(2), "now")
	put(t, q, note(Turn, "now", at(9)), note(Prompt, "quiet", at(0.5)), note(Scan, "found", at(4)))
	before := files(t, q)
	jobs, err := q.List(at(10))
	ok(t, err)
	want := []string{"quiet waiting 0", "busy retrying 1", "now working 1", "found waiting 0", "dead dead 1"}
	got := states(jobs)
	must.Hold(t, slices.Equal(got, want), "list is %q", got)
	must.Hold(t, jobs[2].Turns == 1 && jobs[2].Merged == nil, "news are left out: %+v", jobs[2])
	if jobs, _ := q.List(at(2 + 301)); jobs[2].State != Waiting {
		t.Errorf("a dead worker's job is %s", jobs[2].State)
	}
	after := files(t, q)
	must.Hold(t, slices.Equal(before, after), "listing changed files: %q", after)
}

func TestRequeue(t *testing.T) {
	q := openQueue(t)
	bury(t, q, "alpha-1", "alpha-2", "beta")
	back, err := q.Requeue(at(2), "none")
	must.Hold(t, len(back) == 0 && err == nil, "put back %v, %v", back, err)
	for _, row := range []struct {
		match string
		want  int
	}{{"alpha", 2}, {Key("claude", "beta")[:10], 1}, {"", 0}} {
		back, err := q.Requeue(at(2), row.match)
		must.Hold(t, len(back) == row.want && err == nil, "%q put back %q, %v", row.match, states(back), err)
	}
	due, _, err := q.Due(at(2), false)
	must.Hold(t, due && err == nil, "due %v, %v", due, err)
	seen := map[string]bool{}
	for range 3 {
		j := next(t, q, at(3))
		seen[j.Session] = true
		must.Hold(t, j.Attempts == 1 && j.Has(End) && j.First.Equal(at(0)) && j.Reason == "" && j.Buried.IsZero(), "job is %+v", j)
		ok(t, q.Done(j))
	}
	must.Hold(t, len(seen) == 3, "had %v", seen)
	bury(t, q, "x", "y")
	back, err = q.Requeue(at(2), "")
	must.Hold(t, len(back) == 2 && err == nil, "put back %q, %v", states(back), err)
}

func TestDrop(t *testing.T) {
	q := openQueue(t)
	bury(t, q, "dead-1", "dead-2", "both")
	put(t, q, note(End, "busy", at(1)))
	ok(t, q.Retry(wantNext(t, q, at(1), "busy"), at(1), "server is busy", 0))
	put(t, q, note(Turn, "busy", at(9)), note(Turn, "both", at(9)), note(Seen, "both", at(9)), note(End, "stays", at(3)))
	jobs, err := q.List(at(10))
	ok(t, err)
	for match, n := range map[string]int{"dead": 2, "": 5, "none": 0} {
		var m *MatchError
		_, err := Match(jobs, match)
		must.Hold(t, errors.As(err, &m) && m.Jobs == n, "%q: %v", match, err)
	}
	for match, n := range map[string]int{"dead-1": 1, "both": 2, Key("claude", "busy")[:8]: 1} {
		found, err := Match(jobs, match)
		must.Hold(t, len(found) == n && err == nil, "%q matches %q, %v", match, states(found), err)
		ok(t, q.Drop(found))
		ok(t, q.Drop(found)) // it is gone already
	}
	jobs, err = q.List(at(10))
	ok(t, err)
	got := states(jobs)
	must.Hold(t, slices.Equal(got, []string{"stays waiting 0", "dead-2 dead 1"}), "left are %q", got)
}
