package queue

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/agent-admin/memoria/fsutil/sorting"
)

// A MatchError says that a text is not the beginning of the id of exactly one job or session.
type MatchError struct {
	Match string
	Jobs  int // that it is the beginning of
}

func (e *MatchError) Error() string {
	if e.Jobs == 0 {
		return fmt.Sprintf("no job or session begins with %q", e.Match)
	}
	return fmt.Sprintf("%d sessions begin with %q", e.Jobs, e.Match)
}

// List returns the jobs that wait, are worked on or are dead: waiting jobs first, by the time
// of their first note. A dead session with new notes is listed twice. A file that cannot be read is reported as
// a warning and left out. List needs no lock and changes nothing.
func (q *Queue) List(now time.Time) ([]Job, error) {
	sessions, err := q.look()
	if err != nil {
		return nil, fmt.Errorf("list the queue: %w", err)
	}
	var all []Job
	for _, s := range sessions {
		j, err := q.gather(s, false)
		switch {
		case err != nil:
			q.warn("queue: session %s: %v", s.key, err)
			continue
		case j == nil:
			continue
		case j.Lease != nil && j.Lease.Until.After(now):
			j.State = Working
		case j.Reason != "":
			j.State = Retrying
		default:
			j.State = Waiting
		}
		j.Merged = nil
		all = append(all, *j)
	}
	byFirst := func(a, b Job) int { return a.First.Compare(b.First) }
	sorting.Stable(all, byFirst)
	dead, err := q.dead()
	if err != nil {
		return nil, err
	}
	sorting.Stable(dead, byFirst)
	return append(all, dead...), nil
}

func (q *Queue) dead() ([]Job, error) {
	keys, err := q.keys(deadDir)
	if err != nil {
		return nil, fmt.Errorf("list the dead letters: %w", err)
	}
	var all []Job
	for _, key := range keys {
		j, err := q.readJob(deadDir, key)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			q.warn("queue: dead letter %s: %v", key, err)
			continue
		}
		j.State = Dead
		all = append(all, j)
	}
	return all, nil
}

// Damaged returns the names of the files that were moved aside because they could not be parsed.
func (q *Queue) Damaged() ([]string, error) {
	names, err := q.list(damagedDir)
	for i, n := range names {
		names[i] = damagedDir + "/" + n
	}
	return names, err
}

func (j *Job) matches(prefix string) bool {
	return strings.HasPrefix(j.ID, prefix) || strings.HasPrefix(j.Session, prefix)
}

// Requeue puts dead jobs back with a full number of attempts: those whose id or session id
// begins with match, or all if match is empty. It needs no lock: one rename turns a dead letter into a
// note. It returns the jobs that it put back, even with an error.
func (q *Queue) Requeue(now time.Time, match string) ([]Job, error) {
	dead, err := q.dead()
	if err != nil {
		return nil, err
	}
	var back []Job
	for _, j := range dead {
		if !j.matches(match) {
			continue
		}
		err := q.Dir.Rename(deadDir+"/"+j.ID+noteSuffix, queueDir+"/"+uniqueName(j.ID, kindRetry, now))
		if errors.Is(err, fs.ErrNotExist) {
			continue // it has just been captured, or put back by another
		}
		if err != nil {
			return back, fmt.Errorf("put job %s back: %w", j.ID, err)
		}
		j.State = Waiting
		back = append(back, j)
	}
	return back, nil
}

// Match returns the jobs of the one session whose id, or job id, begins with match; these may be a dead
// one and a waiting one. It returns a *MatchError unless exactly one session matches.
func Match(jobs []Job, match string) ([]Job, error) {
	var found []Job
	ids := map[string]bool{}
	for _, j := range jobs {
		if j.matches(match) {
			found = append(found, j)
			ids[j.ID] = true
		}
	}
	if len(ids) != 1 || match == "" {
		return nil, &MatchError{match, len(ids)}
	}
	return found, nil
}

// Drop removes jobs, dead or not, with their notes. Unless all are dead, the
// caller holds the worker lock.
func (q *Queue) Drop(jobs []Job) error {
	for _, j := range jobs {
		if err := q.drop(j); err != nil {
			return fmt.Errorf("drop job %s: %w", j.ID, err)
		}
	}
	return nil
}

func (q *Queue) drop(j Job) error {
	if j.State == Dead {
		return q.remove(deadDir, j.ID)
	}
	sessions, err := q.look()
	if err != nil {
		return err
	}
	for _, s := range sessions {
		if s.key == j.ID {
			if err := q.Dir.RemoveAllOf(queueDir, s.files()); err != nil {
				return err
			}
		}
	}
	return q.remove(jobsDir, j.ID)
}

// remove removes the file of a job, which need not exist.
func (q *Queue) remove(dir, id string) error {
	err := q.Dir.Remove(dir + "/" + id + noteSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
