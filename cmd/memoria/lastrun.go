package main

import (
	"fmt"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

const (
	lastRunName    = layout.WorkerRun
	lastRunVersion = layout.WorkerRunVersion
)

// lastRun is what the latest worker did, for those who ask later.
type lastRun struct {
	Began   time.Time `json:"began"`
	Ended   time.Time `json:"ended,omitzero"` // zero while it works, or where it was killed
	Entries int       `json:"entries"`
	Failed  int       `json:"failed"` // sessions
	Error   string    `json:"error,omitempty"`
}

// keepLastRun records it. A vault that cannot be written has other ways to say so.
func keepLastRun(v *vault.Vault, r lastRun) {
	fsutil.WriteStateNoSync(v.Dir, lastRunName, lastRunVersion, r)
}

// begins records that w is at work, with the lock it holds.
func (w *worker) begins(began time.Time) { keepLastRun(w.v, lastRun{Began: began}) }

// ends records what w did, before it lets go of its lock.
func (w *worker) ends(began time.Time, err error) {
	failed := map[string]bool{} // one may have failed more than once
	for _, f := range w.report.Failed {
		failed[f.Session] = true
	}
	r := lastRun{Began: began, Ended: w.Now(), Entries: w.report.Entries, Failed: len(failed)}
	if err != nil {
		r.Error = err.Error()
	}
	keepLastRun(w.v, r)
}

// lastRun is nil where no worker has run yet.
func (a *app) lastRun(v *vault.Vault) *lastRun {
	var r lastRun
	if warning, err := fsutil.ReadState(v.Dir, lastRunName, lastRunVersion, &r, a.Now()); err != nil || warning != "" || r.Began.IsZero() {
		return nil
	}
	return &r
}

func (r *lastRun) tell(zone *time.Location) string {
	if r.Ended.IsZero() {
		return "began " + r.Began.In(zone).Format(time.DateTime) + " and has not ended"
	}
	line := fmt.Sprintf("last ran %s: %s", r.Ended.In(zone).Format(time.DateTime), count(r.Entries, "entry"))
	if r.Failed > 0 {
		line += ", " + count(r.Failed, "session") + " failed"
	}
	if r.Error != "" {
		line += "; it ended with: " + printable(r.Error)
	}
	return line
}
