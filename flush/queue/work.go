package queue

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/flush/redact/pathname"
	"github.com/agent-admin/memoria/fsutil"
)

// A worker may be killed for other reasons (a shutdown, a lack of memory), so a death counts less
// against a job than a failure.
const (
	defaultAttempts = 8
	defaultDeaths   = 64
)

func (q *Queue) maxAttempts() int {
	if q.MaxAttempts > 0 {
		return q.MaxAttempts
	}
	return defaultAttempts
}

// deadly reports whether too many workers died on a job.
func (q *Queue) deadly(j Job) bool {
	return j.Attempts-j.Failures >= cmp.Or(q.MaxDeaths, defaultDeaths)
}

// Next returns the next job to work on and marks it as begun, or returns nil if none is due. With all,
// sessions do not wait for more turns; jobs that wait for another attempt still do. A session that cannot
// be begun is skipped; only if no other is due, its error is returned, such as a
// *[fsutil.NewerStateError]. A write error is returned at once.
//
// The caller holds the vault's worker lock until it is done with the queue, takes one job at a time
// and ends it with Done, Retry, Release, Defer or GiveUp. A Queue is for one goroutine that does so.
func (q *Queue) Next(now time.Time, all bool) (*Job, error) {
	for {
		due, err := q.dueSessions(now, all)
		if err != nil {
			return nil, fmt.Errorf("look for a job: %w", err)
		}
		var first error
		again := false
		for _, s := range due {
			j, err := q.begin(s, now)
			var w *writeError
			switch {
			case j != nil:
				return j, nil
			case errors.As(err, &w):
				return nil, err
			case errors.Is(err, errGivenUp):
				again = true // new notes of a dead session form a job of their own
			case first == nil:
				first = err
			}
		}
		if !again {
			return nil, first
		}
	}
}

var errGivenUp = errors.New("given up")

// A writeError is an error that the next session would meet too.
type writeError struct{ err error }

func (e *writeError) Error() string { return e.err.Error() }
func (e *writeError) Unwrap() error { return e.err }

// begin merges the notes of a session into its job and claims it. It returns nil if there is
// nothing to do after all, and errGivenUp if it was tried too often.
func (q *Queue) begin(s *session, now time.Time) (*Job, error) {
	j, err := q.gather(s, true)
	if err != nil {
		return nil, fmt.Errorf("queue: session %s: %w", s.key, err)
	}
	if j == nil || q.ready(*j, now).After(now) {
		return nil, nil
	}
	if q.deadly(*j) {
		tried, err := q.readJob(jobsDir, s.key) // without the news
		if err == nil {
			err = q.giveUp(tried, now, fmt.Sprintf("the worker died %d times on it", tried.Attempts-tried.Failures))
		}
		if err != nil {
			return nil, &writeError{err}
		}
		return nil, errGivenUp
	}
	j.Attempts++
	j.Lease = &Lease{q.Host, q.PID, now.Add(leaseTime).UTC()}
	if err := q.writeJob(jobsDir, *j); err != nil {
		return nil, &writeError{err}
	}
	if err := q.Dir.RemoveAllOf(queueDir, s.files()); err != nil { // one that was moved aside is gone already
		return nil, &writeError{err}
	}
	return j, nil
}

// gather merges the job and the notes of a session; nil if there is neither. Damaged files
// are moved aside if move is set, and skipped otherwise.
func (q *Queue) gather(s *session, move bool) (*Job, error) {
	var j Job
	pass := func(err error, base string) error {
		var damaged *damagedError
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case !errors.As(err, &damaged):
			return err
		case !move:
			q.warn("queue file %q is damaged (%v)", damaged.name, damaged.err)
			return nil
		}
		return q.aside(damaged, base)
	}
	if job, err := q.readJob(jobsDir, s.key); err == nil {
		j = job
	} else if err := pass(err, s.key+noteSuffix); err != nil {
		return nil, err
	}
	fresh := j.ID == ""
	var merged []string
	for _, n := range s.notes {
		if !slices.Contains(j.Merged, n.file) {
			if err := q.merge(&j, n); err != nil {
				if err := pass(err, n.file); err != nil {
					return nil, err
				}
				continue
			}
		}
		if n.at != 0 { // the others count for nothing however often they are merged
			merged = append(merged, n.file)
		}
	}
	if j.ID == "" {
		return nil, nil
	}
	j.Merged = merged
	if fresh {
		// The job replaces the dead one, so it includes what that one knew.
		if dead, err := q.readJob(deadDir, s.key); err == nil {
			j.absorb(dead)
		}
	}
	return &j, nil
}

func (q *Queue) merge(j *Job, n noteName) error {
	if n.kind == kindRetry {
		dead, err := q.decodeJob(queueDir+"/"+n.file, n.key)
		if err == nil {
			j.absorb(dead)
		}
		return err
	}
	note, err := q.readNote(n)
	if err == nil {
		j.add(note)
	}
	return err
}

func (q *Queue) writeJob(dir string, j Job) error {
	j.State = ""
	j.Transcript, j.Dir = pathname.Hide(j.Transcript), pathname.Hide(j.Dir)
	_, err := fsutil.WriteState(q.Dir, dir+"/"+j.ID+noteSuffix, jobVersion, j)
	return err
}

// Done records that everything in the job has been captured durably. It removes the job, and
// the session's dead letter if there is one. A job that was dropped or taken over meanwhile is not
// touched.
func (q *Queue) Done(j *Job) error {
	mine, err := q.mine(j)
	if err != nil || !mine {
		return err
	}
	for _, dir := range []string{deadDir, jobsDir} {
		if err := q.remove(dir, j.ID); err != nil {
			return fmt.Errorf("queue: end job %s: %w", j.ID, err)
		}
	}
	return nil
}

// mine reports whether the job on the disk is still the one that was begun.
func (q *Queue) mine(j *Job) (bool, error) {
	there, err := q.readJob(jobsDir, j.ID)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("queue: end job %s: %w", j.ID, err)
	case there.Lease == nil || j.Lease == nil:
		return there.Lease == j.Lease, nil
	}
	a, b := there.Lease, j.Lease
	return there.Attempts == j.Attempts && a.Host == b.Host && a.PID == b.PID && a.Until.Equal(b.Until), nil
}

// Retry puts the job back after a failure. It waits for after, a server's hint, and a little longer,
// at most a day; without a hint (0 or less) for 2 s, doubled after each attempt, plus up to as
// much again, at most an hour. After the last failure it is given up.
func (q *Queue) Retry(j *Job, now time.Time, reason string, after time.Duration) error {
	if j.Failures+1 >= q.maxAttempts() {
		return q.GiveUp(j, now, reason)
	}
	return q.putBack(j, reason, func(back *Job) {
		back.Failures++
		back.Next = now.Add(q.wait(back.Failures, after)).UTC()
	})
}

// Release puts a job back as if it had not been begun: the cause, such as an interrupt or
// a lock of another process, was not the job's fault. It waits for after, if that is more than 0, as in
// Retry. A reason, if there is one, is shown with it.
func (q *Queue) Release(j *Job, now time.Time, reason string, after time.Duration) error {
	return q.putBack(j, cmp.Or(reason, j.Reason), func(back *Job) {
		back.Attempts, back.Next = max(0, j.Attempts-1), time.Time{}
		if after > 0 {
			back.Next = now.Add(q.wait(1, after)).UTC()
		}
	})
}

// Defer puts the job back after a failure of something that every job needs, such as a server that is
// busy. The failure does not count, so the job is never given up for it, but each time in a row it waits
// twice as long, and at least for after, if that is more than 0.
func (q *Queue) Defer(j *Job, now time.Time, reason string, after time.Duration) error {
	return q.putBack(j, reason, func(back *Job) {
		back.Attempts = max(0, j.Attempts-1)
		back.Deferred++
		back.Next = now.Add(max(q.wait(deferredFirst+back.Deferred, 0), q.wait(1, max(after, 1)))).UTC()
	})
}

// putBack ends the lease of a job that is still this worker's, and applies change to it.
func (q *Queue) putBack(j *Job, reason string, change func(*Job)) error {
	mine, err := q.mine(j)
	if err != nil || !mine {
		return err
	}
	back := *j
	back.Lease, back.Merged, back.Reason = nil, nil, sane(reason)
	change(&back)
	return q.writeJob(jobsDir, back)
}

const (
	deferredFirst = 3 // the first wait is that of a third failure, 16 s
	firstWait     = 2 * time.Second
	maxWait       = time.Hour
	maxJitter     = time.Minute // on top of a hint
)

func (q *Queue) wait(attempts int, hint time.Duration) time.Duration {
	if hint > 0 {
		return min(min(hint, maxHint)+q.jitter(min(hint, maxJitter)), maxHint)
	}
	base := maxWait / 2
	if n := max(attempts-1, 0); n < 11 { // 2 s · 2¹¹ is more than an hour
		base = min(base, firstWait<<n)
	}
	return base + q.jitter(base)
}

// GiveUp ends a job that cannot be done. It stays among the dead letters until the session is captured after all, or
// somebody puts it back or drops it.
func (q *Queue) GiveUp(j *Job, now time.Time, reason string) error {
	mine, err := q.mine(j)
	if err != nil || !mine {
		return err
	}
	return q.giveUp(*j, now, reason)
}

func (q *Queue) giveUp(j Job, now time.Time, reason string) error {
	dead := j
	dead.Lease, dead.Merged, dead.Next = nil, nil, time.Time{}
	dead.Reason, dead.Buried = sane(reason), now.UTC()
	err := q.writeJob(deadDir, dead)
	if err == nil {
		err = q.Dir.RemoveAllOf(queueDir, j.Merged)
	}
	if err == nil {
		err = q.remove(jobsDir, j.ID)
	}
	if err != nil {
		return fmt.Errorf("queue: give up job %s: %w", j.ID, err)
	}
	return nil
}

// jitter returns a random part of d.
func (q *Queue) jitter(d time.Duration) time.Duration {
	random := rand.Float64
	if q.Rand != nil {
		random = q.Rand
	}
	return time.Duration(random() * float64(d))
}

// sane returns a reason on one line, with a bounded length.
func sane(reason string) string {
	return head(strings.Join(strings.Fields(reason), " "), 1<<10)
}
