package queue

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"time"
)

const (
	maxHint   = 24 * time.Hour  // the longest wait that is believed
	leaseTime = 5 * time.Minute // how long another machine is believed to work
	leaseSkew = time.Hour       // a lease that ends later was given by a clock that is wrong
)

// dueSessions returns the sessions to begin, in the order of work: those that have not failed, oldest first and those
// that only a scan found last; then those that were begun before, the least tried first; then those that are dead and
// have news.
func (q *Queue) dueSessions(now time.Time, all bool) ([]*session, error) {
	sessions, err := q.look()
	if err != nil {
		return nil, err
	}
	dead, err := q.keys(deadDir)
	if err != nil {
		return nil, err
	}
	type ranked struct {
		*session
		attempts int
		at       int64
	}
	var due []ranked
	for _, s := range sessions {
		if !s.job {
			if all || !q.ripe(s, now).After(now) {
				rank := 0
				if _, found := slices.BinarySearch(dead, s.key); found {
					rank = math.MaxInt
				}
				if !all {
					s = q.begun(s, now)
				}
				due = append(due, ranked{s, rank, cmp.Or(s.oldest, math.MaxInt64)})
			}
			continue
		}
		j, err := q.readJob(jobsDir, s.key)
		var damaged *damagedError
		switch {
		case errors.As(err, &damaged):
			due = append(due, ranked{s, 1, 0})
		case err != nil: // begin says why
			due = append(due, ranked{s, math.MaxInt, 0})
		case !q.ready(j, now).After(now):
			due = append(due, ranked{s, q.rank(j), max(0, j.Next.UnixNano())})
		}
	}
	slices.SortStableFunc(due, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(a.attempts, b.attempts), cmp.Compare(a.at, b.at))
	})
	ordered := make([]*session, len(due))
	for i, r := range due {
		ordered[i] = r.session
	}
	return ordered, nil
}

// begun is s, but where nothing makes it due except that it began, it is that alone: what was said
// since goes on waiting for more.
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

// deadly ranks the jobs that are buried when nothing else is left to do.
const deadly = math.MaxInt - 1

func (q *Queue) rank(j Job) int {
	if q.deadly(j) {
		return deadly
	}
	return max(1, j.Attempts)
}

// aside moves a damaged file out of the way and tells of it.
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
