package main

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/fsutil"
)

const (
	workerOverdue = 10 * time.Minute   // what is due so long is nobody's
	logRecent     = 7 * 24 * time.Hour // how far back the logs are read
	logTail       = 64 << 10           // bytes
)

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

// spool looks for notes that a vault could not take.
func (x *exam) spool() {
	where := vault.StateDir(x.Getenv, x.Home)
	if n := x.spooled(); n > 0 {
		x.warn("spool", "memoria flush --wait", "%s in %s that a vault could not take", count(n, "note"), where)
		return
	}
	x.ok("spool", "nothing waits in %s", where)
}

// logs tells what hooks and workers had to say lately: they speak up only where something is amiss.
func (x *exam) logs() {
	found := false
	for _, path := range x.logPaths() {
		lines, last := recentLines(path, x.Now().Add(-logRecent))
		if lines > 0 {
			found = true
			x.warn("log", "less "+vault.Quote(path), "%s within a week in %s, the latest: %s", count(lines, "line"), path, clip(last, 200))
		}
	}
	if !found {
		x.ok("log", "no trouble within a week")
	}
}

func (x *exam) logPaths() []string {
	dir := ""
	if x.v != nil {
		dir = x.v.Dir.Path()
	}
	return vault.LogPaths(dir, vault.StateDir(x.Getenv, x.Home))
}

// recentLines counts the lines of a log since a time, as far as its end shows, and gives the latest.
func recentLines(path string, since time.Time) (n int, last string) {
	f, err := os.Open(path)
	if err != nil {
		return 0, ""
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return 0, ""
	} else if info.Size() > logTail {
		f.Seek(-logTail, io.SeekEnd)
	}
	b, err := io.ReadAll(io.LimitReader(f, logTail))
	if err != nil {
		return 0, ""
	}
	for l := range strings.SplitSeq(string(b), "\n") {
		stamp, _, _ := strings.Cut(l, " ")
		if at, err := time.Parse(time.RFC3339, stamp); err == nil && at.After(since) {
			n, last = n+1, l
		}
	}
	return n, last
}
