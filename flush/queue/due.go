package queue

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"time"

	"github.com/agent-admin/memoria/fsutil/sorting"
)

const (
	maxHint   = 24 * time.Hour  // the longest wait that is believed
	leaseTime = 5 * time.Minute // how long another machine is believed to work
	leaseSkew = time.Hour       // a lease that ends later was given by a clock that is wrong
)

// deadly is the rank of jobs that are given up when nothing else is left to do.
const deadly = math.MaxInt - 1

// A candidate is a session, the time from which it can be begun, and its rank among those that can.
type candidate struct {
	*session
	at       time.Time
	attempts int
	order    int64
	err      error // why its job cannot be read
}

// candidates returns the sessions that have a note or a job. With all, they do not wait for more turns.
func (q *Queue) candidates(now time.Time, all bool) ([]candidate, error) {
	sessions, err := q.look()
	if err != nil {
		return nil, err
	}
	found := make([]candidate, len(sessions))
	for i, s := range sessions {
		c := candidate{session: s, at: now}
		var j Job
		if s.job {
			j, c.err = q.readJob(jobsDir, s.key)
		}
		var damaged *damagedError
		switch {
		case !s.job:
			if !all {
				c.at = q.ripe(s, now)
			}
			c.order = cmp.Or(s.oldest, math.MaxInt64)
		case errors.As(c.err, &damaged): // to be moved aside
			c.attempts, c.err = 1, nil
		case c.err != nil:
			c.attempts = math.MaxInt
		default:
			c.at, c.attempts, c.order = q.ready(j, now), max(1, j.Attempts), max(0, j.Next.UnixNano())
			if q.deadly(j) {
				c.attempts = deadly
			}
		}
		found[i] = c
	}
	return found, nil
}

// Due reports whether a job is available now, and otherwise from when one is; a zero next means
// never. With all, sessions do not wait for more turns. It needs no lock and changes nothing.
func (q *Queue) Due(now time.Time, all bool) (due bool, next time.Time, err error) {
	candidates, err := q.candidates(now, all)
	for _, c := range candidates {
		switch {
		case c.err != nil:
		case !c.at.After(now):
			return true, now, nil
		case next.IsZero() || c.at.Before(next):
			next = c.at
		}
	}
	return false, next, err
}

// dueSessions returns the sessions to begin, in the order of work: first those that have not failed, oldest first, with
// those that only a scan found last; then those that were begun before, the least tried first; then dead ones that
// have new notes. A session whose job cannot be read is the last; beginning it returns the reason.
func (q *Queue) dueSessions(now time.Time, all bool) (due []*session, err error) {
	candidates, err := q.candidates(now, all)
	if err != nil {
		return nil, err
	}
	dead, err := q.keys(deadDir)
	if err != nil {
		return nil, err
	}
	candidates = slices.DeleteFunc(candidates, func(c candidate) bool { return c.at.After(now) })
	for i := range candidates {
		c := &candidates[i]
		if c.job {
			continue
		}
		if _, found := slices.BinarySearch(dead, c.key); found {
			c.attempts = math.MaxInt
		}
		if !all {
			c.session = q.begun(c.session, now)
			c.order = cmp.Or(c.oldest, math.MaxInt64)
		}
	}
	sorting.Stable(candidates, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.attempts, b.attempts), cmp.Compare(a.order, b.order))
	})
	for _, c := range candidates {
		due = append(due, c.session)
	}
	return due, nil
}

// begun returns s. If only its Start notes make s due, begun returns a session with these notes alone: the
// others keep waiting for more turns.
func (q *Queue) begun(s *session, now time.Time) *session {
	starts, rest := &session{key: s.key}, &session{key: s.key}
	for _, n := range s.notes {
		if n.kind == Start {
			starts.add(n)
		} else {
			rest.add(n)
		}
	}
	if len(starts.notes) == 0 || len(rest.notes) == 0 || !q.ripe(rest, now).After(now) {
		return s
	}
	return starts
}

// aside moves a damaged file out of the way and reports it.
func (q *Queue) aside(d *damagedError, base string) error {
	to := damagedDir + "/" + base
	for n := 2; ; n++ {
		err := q.Dir.Rename(d.name, to)
		if errors.Is(err, fs.ErrExist) {
			to = fmt.Sprintf("%s/%s-%d", damagedDir, base, n)
			continue
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("move damaged %q aside: %w", d.name, err)
		}
		q.warn("queue file %q is damaged (%v); moved to %q", d.name, d.err, to)
		return nil
	}
}

func (q *Queue) warn(format string, a ...any) {
	if q.Warn != nil {
		q.Warn(fmt.Sprintf(format, a...))
	}
}
