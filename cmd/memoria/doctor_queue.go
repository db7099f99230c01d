package main

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/fsutil"
)

// workerOverdue is how long what is due may wait: after that it is nobody's.
const workerOverdue = 10 * time.Minute

// captured reads ledger, queue and transcripts once, for the parts that follow.
func (x *exam) captured(ctx context.Context) {
	st := &status{}
	if err := x.app.captured(ctx, x.v, st); err != nil {
		x.problem("ledger", "memoria status", "%v", err)
		return
	}
	x.st = st
}

// queue looks at the jobs: what fails, what was given up, what nobody takes.
func (x *exam) queue() {
	if x.st == nil {
		x.unknown("queue", "", "see the ledger")
		return
	}
	q := x.st.Queue
	for _, j := range q.Jobs {
		switch j.State {
		case queue.Dead:
			x.problem("queue", "memoria queue retry", "session %s was given up after %s: %s", j.Session, count(j.Attempts, "attempt"), j.Reason)
		case queue.Retrying:
			x.warn("queue", "memoria flush --wait", "session %s fails, tried %s: %s; again %s", j.Session, times(j.Attempts), j.Reason, x.when(j.Next))
		}
	}
	x.overdue()
	damaged, err := (&queue.Queue{Dir: x.v.Dir}).Damaged()
	if err != nil {
		x.unknown("queue", "", "what was moved aside: %v", err)
	}
	if n := len(damaged); n > 0 {
		x.warn("queue", "memoria flush --scan", "%s could not be understood and lie aside, as %s: a scan finds what they were about", count(n, "note"), damaged[0])
	}
}

// overdue tells of jobs that wait although they are due, and otherwise that all is well.
func (x *exam) overdue() {
	q := x.st.Queue
	var oldest time.Time
	for _, j := range x.st.jobs {
		if j.State != queue.Dead && (oldest.IsZero() || j.First.Before(oldest)) {
			oldest = j.First
		}
	}
	due, _, err := x.queueOf().Due(x.Now(), false)
	switch {
	case err != nil:
		x.unknown("queue", "", "%v", err)
	case due && x.Now().Sub(oldest) > workerOverdue && !holds(x.v.Dir):
		x.problem("queue", "memoria flush --wait", "%s waiting, the oldest since %s, and no worker takes them", count(q.Waiting+q.Failing, "session"), oldest.In(x.Now().Location()).Format(time.DateTime))
	case q.Waiting+q.Failing > 0:
		x.ok("queue", "%s waiting, the oldest since %s", count(q.Waiting+q.Failing, "session"), oldest.In(x.Now().Location()).Format(time.DateTime))
	case q.Dead == 0:
		x.ok("queue", "empty")
	}
}

func (x *exam) queueOf() *queue.Queue {
	return &queue.Queue{Dir: x.v.Dir, Throttle: queue.Throttle{Turns: x.v.Config.Turns, Every: x.v.Config.Every}}
}

// holds tells whether a worker holds its lock on the vault in dir.
func holds(dir *fsutil.Dir) bool {
	unlock, err := dir.TryLock(lockWorker)
	if err == nil {
		unlock()
	}
	return errors.Is(err, fsutil.ErrLocked)
}

// worker looks at who works the queue, and at leases that nobody holds any more.
func (x *exam) worker() {
	busy := holds(x.v.Dir)
	last := x.lastRun(x.v)
	zone := x.Now().Location()
	switch {
	case busy && last != nil && last.Ended.IsZero():
		x.ok("worker", "one is at work since %s", last.Began.In(zone).Format(time.DateTime))
	case busy:
		x.ok("worker", "one is at work")
	case last == nil:
		x.ok("worker", "none has run in this vault yet")
	case last.Ended.IsZero():
		x.warn("worker", "memoria flush --wait", "the latest began %s and was killed; the next one goes on", last.Began.In(zone).Format(time.DateTime))
	case last.Error != "" || last.Failed > 0:
		x.warn("worker", "memoria flush --wait", "%s", last.tell(zone))
	default:
		x.ok("worker", "%s", last.tell(zone))
	}
	if x.st == nil {
		return
	}
	host, _ := os.Hostname()
	for _, j := range x.st.jobs {
		switch l := j.Lease; {
		case l == nil:
		case l.Host != host && l.Until.After(x.Now()):
			x.ok("worker", "session %s is worked by another machine, %s", j.Session, l.Host)
		case l.Host != host:
			x.warn("worker", "memoria flush --wait", "another machine, %s, took session %s and did not end it", l.Host, j.Session)
		case !busy:
			x.warn("worker", "memoria flush --wait", "a worker died on session %s; the next one takes it over", j.Session)
		}
	}
}
