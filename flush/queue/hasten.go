package queue

import (
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/agent-admin/memoria/fsutil"
)

// Hasten makes the jobs due that wait for something that every job needs (see [Queue.Defer]): a person
// may have fixed it, for example by raising a daily limit. The caller
// holds the worker lock.
func (q *Queue) Hasten(now time.Time) error {
	keys, err := q.keys(jobsDir)
	if err != nil {
		return fmt.Errorf("hasten what waits: %w", err)
	}
	for _, key := range keys {
		j, err := q.readJob(jobsDir, key)
		var damaged *damagedError
		var newer *fsutil.NewerStateError
		switch {
		case errors.As(err, &damaged), errors.As(err, &newer), errors.Is(err, fs.ErrNotExist):
			continue // Next knows what to do with it
		case err != nil:
			return fmt.Errorf("hasten what waits: %w", err)
		case j.Deferred == 0 || j.Lease != nil || !j.Next.After(now):
			continue
		}
		j.Next = now.UTC()
		if err := q.writeJob(jobsDir, j); err != nil {
			return fmt.Errorf("hasten what waits: %w", err)
		}
	}
	return nil
}
