package main

import (
	"cmp"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/fsutil"
)

// queueStatus is what waits to be captured.
type queueStatus struct {
	Waiting int        `json:"waiting"` // working ones, too
	Failing int        `json:"failing"` // they are tried again
	Dead    int        `json:"dead"`    // they are not, unless somebody asks
	Spool   int        `json:"spool"`   // notes in the user's state folder that this vault could not take
	Jobs    []queueJob `json:"jobs"`
}

type queueJob struct {
	ID       string      `json:"id"`
	Agent    string      `json:"agent"`
	Session  string      `json:"session"`
	State    queue.State `json:"state"`
	Since    time.Time   `json:"since"`
	Attempts int         `json:"attempts"`
	Next     time.Time   `json:"next,omitzero"`
	Reason   string      `json:"reason,omitempty"`
}

func queueStatusOf(jobs []queue.Job) queueStatus {
	q := queueStatus{Jobs: []queueJob{}}
	for _, j := range jobs {
		switch j.State {
		case queue.Dead:
			q.Dead++
		case queue.Retrying:
			q.Failing++
		default:
			q.Waiting++
		}
		q.Jobs = append(q.Jobs, queueJob{j.ID, j.Agent, j.Session, j.State, j.First, j.Attempts, j.Next, j.Reason})
	}
	return q
}

// jobs lists the queue of v.
func (a *app) jobs(v *vault.Vault) ([]queue.Job, error) {
	return (&queue.Queue{Dir: v.Dir, Warn: func(s string) { a.ui.Warn("%s", s) }}).List(a.Now())
}

// spooled counts the notes that wait in the user's state folder for v.
func (a *app) spooled(v *vault.Vault) (n int) {
	a.withSpool(func(s *queue.Spool) (err error) { n, err = s.CountFor(v.Dir.Path()); return err })
	return n
}

// withSpool calls f with the spool of the user's state folder, if anything was ever put there.
func (a *app) withSpool(f func(*queue.Spool) error) {
	dir, err := fsutil.OpenDir(vault.StateDir(a.Getenv, a.Home))
	if err != nil {
		return
	}
	defer dir.Close()
	if err := f(&queue.Spool{Dir: dir}); err != nil {
		a.ui.Warn("%v", err)
	}
}

// tellQueueStatus prints the queue: a line of numbers, and one for each job that fails.
func (a *app) tellQueueStatus(q queueStatus) {
	if len(q.Jobs) == 0 {
		a.ui.Print("queue     empty")
	} else {
		a.ui.Print("queue     %s: %s waiting, %s failing, %s dead", count(len(q.Jobs), "session"), thousands(q.Waiting), thousands(q.Failing), thousands(q.Dead))
	}
	for _, j := range q.Jobs {
		if j.State == queue.Retrying {
			a.ui.Print("failing   %s  %s; tried %s, again %s", printable(j.Session), printable(cmp.Or(j.Reason, "the worker died on it")), times(j.Attempts), a.when(j.Next))
		}
	}
	if q.Spool > 0 {
		a.ui.Print("spool     %s in %s, from when the vault could not be written", count(q.Spool, "note"), vault.StateDir(a.Getenv, a.Home))
	}
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return thousands(n) + " times"
}

// when tells a moment as near as it is: the time today, else the day, too.
func (a *app) when(t time.Time) string {
	now := a.Now()
	if !t.After(now) {
		return "at the next run"
	}
	t = t.In(now.Location())
	if t.Format(time.DateOnly) == now.Format(time.DateOnly) {
		return "at " + t.Format("15:04")
	}
	return "on " + t.Format("2006-01-02 at 15:04")
}
