package doctor

import (
	"cmp"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/handler/status"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/vault/accept"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/fsutil"
)

// workerOverdue is how long a due job may wait before doctor reports that no worker takes it.
const workerOverdue = 10 * time.Minute

// captured reads the ledger, the queue and the transcripts once, for later checks.
func (x *Exam) captured(ctx context.Context) {
	st, err := (&status.Handler{Vault: x.Vault, Warn: x.Warn}).Captured(ctx)
	if err != nil {
		x.problem("ledger", "memoria status", "%v", err)
		return
	}
	x.st = st
	if l, err := x.Vault.Compiler().Logs(ctx); err == nil && l.Warning != "" {
		x.warn("state", "memoria compile", "%s", l.Warning)
	}
}

// queue checks the jobs: which fail, which were given up, which no worker takes.
func (x *Exam) queue(context.Context) {
	if x.st == nil {
		x.unknown("queue", "", "see the ledger")
		return
	}
	q := x.st.Queue
	for _, j := range q.Jobs {
		switch j.State {
		case queue.Dead:
			x.problem("queue", "memoria queue retry", "session %s was given up after %s: %s", j.Session, say.Count(j.Attempts, "attempt"), j.Reason)
		case queue.Retrying:
			x.warn("queue", "memoria flush --wait", "session %s fails, tried %s: %s; again %s", j.Session, say.Times(j.Attempts), j.Reason, say.Soon(j.Next, x.Machine.Now()))
		}
	}
	x.overdue()
	damaged, err := x.Vault.Queue(nil).Damaged()
	if err != nil {
		x.unknown("queue", "", "what was moved aside: %v", err)
	}
	if n := len(damaged); n > 0 {
		x.warn("queue", "memoria flush --scan", "%s could not be understood and lie aside, as %s: a scan finds what they were about", say.Count(n, "note"), damaged[0])
	}
}

// overdue reports jobs that wait although they are due, else that all is well.
func (x *Exam) overdue() {
	q := x.st.Queue
	var oldest time.Time
	for _, j := range x.st.Jobs {
		if j.State != queue.Dead && (oldest.IsZero() || j.First.Before(oldest)) {
			oldest = j.First
		}
	}
	due, _, err := x.Vault.Queue(nil).Due(x.Machine.Now(), false)
	switch {
	case err != nil:
		x.unknown("queue", "", "%v", err)
	case due && x.Machine.Now().Sub(oldest) > workerOverdue && !workspace.Busy(x.Vault.Dir):
		x.problem("queue", "memoria flush --wait", "%s waiting, the oldest since %s, and no worker takes them", say.Count(q.Waiting+q.Failing, "session"), oldest.In(x.Machine.Now().Location()).Format(time.DateTime))
	case q.Waiting+q.Failing > 0:
		x.ok("queue", "%s waiting, the oldest since %s", say.Count(q.Waiting+q.Failing, "session"), oldest.In(x.Machine.Now().Location()).Format(time.DateTime))
	case q.Dead == 0:
		x.ok("queue", "empty")
	}
}

// worker checks who works the queue, and finds stale leases.
func (x *Exam) worker(context.Context) {
	busy := workspace.Busy(x.Vault.Dir)
	last := workspace.LastRunOf(x.Vault.Dir, x.Machine.Now())
	zone := x.Machine.Now().Location()
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
		x.warn("worker", "memoria flush --wait", "%s", last.Tell(zone))
	default:
		x.ok("worker", "%s", last.Tell(zone))
	}
	if x.st == nil {
		return
	}
	host, _ := os.Hostname()
	for _, j := range x.st.Jobs {
		switch l := j.Lease; {
		case l == nil:
		case l.Host != host && l.Until.After(x.Machine.Now()):
			x.ok("worker", "session %s is worked by another machine, %s", j.Session, l.Host)
		case l.Host != host:
			x.warn("worker", "memoria flush --wait", "another machine, %s, took session %s and did not end it", l.Host, j.Session)
		case !busy:
			x.warn("worker", "memoria flush --wait", "a worker died on session %s; the next one takes it over", j.Session)
		}
	}
}

// sync checks whether a shared vault is kept in step with other machines.
func (x *Exam) sync(context.Context) {
	if x.Vault.ID == "" {
		return
	}
	if waits, err := x.Vault.Gate.Waits(); err != nil {
		x.warn("config", "", "%v", err)
	} else if len(waits) > 0 {
		x.warn("config", "memoria trust config"+x.Machine.VaultFlag(x.Vault.Path()), "%s of another machine waits for you: %s", say.Count(len(waits), "setting"),
			strings.Join(accept.Lines(waits), ", "))
	}
	now := x.Machine.Now()
	switch st := workspace.SyncedOf(x.Vault.Dir, now); {
	case st.Paused():
		x.problem("sync", cmp.Or(st.Mend, "memoria sync"), "%s", st.Tell(now))
	case st.Class != "":
		x.warn("sync", "memoria sync", "%s", st.Tell(now))
	case st.Ran.IsZero():
		x.warn("sync", "memoria sync", "the vault is shared, and was not synced from here yet")
	default:
		x.ok("sync", "last %s", say.Moment(st.Ran, now))
	}
}

const (
	logRecent = 7 * 24 * time.Hour // how far back the logs are read
	logTail   = 64 << 10           // bytes
)

// states checks for the state of shared vaults that are not where they were.
func (x *Exam) states(context.Context) {
	for _, s := range vault.LostStates(x.Machine.StateDir()) {
		was := "in whose place another one is"
		if s.Vault != "" {
			was = "that was at " + s.Vault
		}
		x.warn("state", "open that vault where it is now, which takes it along, or rm -r "+vault.Quote(s.Folder), "%s is of a shared vault %s: it has the only copy of what was said there", s.Folder, was)
	}
}

// spool checks for spooled notes of this vault, and of vaults that no longer exist.
func (x *Exam) spool(context.Context) {
	where := x.Machine.StateDir()
	told := false
	err := x.Machine.WithStateDir(func(d *fsutil.Dir) error {
		list, err := (&queue.Spool{Dir: d}).List()
		for _, k := range list {
			at := filepath.Join(where, filepath.FromSlash(k.Dir))
			switch {
			case x.Vault != nil && k.For(x.Vault.Path()):
				told = true
				x.warn("spool", "memoria flush --wait --vault "+vault.Quote(x.Vault.Path()), "%s in %s, from when the vault could not be written", say.Count(k.Notes, "note"), at)
			case k.Vault == "":
				told = true
				x.warn("spool", "rm -r "+vault.Quote(at), "%s in %s that cannot be read", say.Count(k.Notes, "note"), at)
			case !workspace.IsVault(k.Vault):
				told = true
				x.warn("spool", "bring that folder back, or rm -r "+vault.Quote(at), "%s in %s for the vault %s, which is not there", say.Count(k.Notes, "note"), at, k.Vault)
			}
		}
		return err
	})
	if err != nil {
		x.Warn("%v", err)
	}
	if !told {
		x.ok("spool", "nothing waits in %s", where)
	}
}

// logs reports recent log lines of hooks and workers: they log only problems.
func (x *Exam) logs(context.Context) {
	found := false
	for _, path := range x.logPaths() {
		lines, last := recentLines(path, x.Machine.Now().Add(-logRecent), x.ours)
		if lines > 0 {
			found = true
			x.warn("log", "less "+vault.Quote(path), "%s within a week in %s, the latest: %s", say.Count(lines, "line"), path, say.Clip(last, 200))
		}
	}
	if !found {
		x.ok("log", "no trouble within a week")
	}
}

// ours reports whether a line of a log may be about the vault: it names no other.
func (x *Exam) ours(line string) bool {
	about := vault.LineVault(line)
	return about == "" || x.Vault != nil && (about == x.Vault.Path() || workspace.SameFile(about, x.Vault.Path()))
}

func (x *Exam) logPaths() []string {
	dir := ""
	if x.Vault != nil {
		dir = x.Vault.Path()
	}
	return vault.LogPaths(dir, x.Machine.StateDir())
}

// recentLines counts the lines since a time for which meant is true, in the end of a log, and returns the latest.
func recentLines(path string, since time.Time, meant func(line string) bool) (n int, last string) {
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
		if at, err := time.Parse(time.RFC3339, stamp); err == nil && at.After(since) && meant(l) {
			n, last = n+1, l
		}
	}
	return n, last
}
