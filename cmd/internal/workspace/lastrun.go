package workspace

import (
	"fmt"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

const (
	lastRunName    = layout.WorkerRun
	lastRunVersion = layout.WorkerRunVersion
)

// A LastRun records what the latest worker did.
type LastRun struct {
	Began   time.Time `json:"began"`
	Ended   time.Time `json:"ended,omitzero"` // zero while it works, or if it was killed
	Entries int       `json:"entries"`
	Failed  int       `json:"failed"` // sessions
	Error   string    `json:"error,omitempty"`
}

// Keep records it. A vault that cannot be written has other ways to say so.
func (r LastRun) Keep(dir *fsutil.Dir) {
	fsutil.WriteStateNoSync(dir, lastRunName, lastRunVersion, r)
}

// LastRunOf returns nil if no worker has run yet in the vault in dir. now dates a damaged record, which is moved
// aside.
func LastRunOf(dir *fsutil.Dir, now time.Time) *LastRun {
	var r LastRun
	if warning, err := fsutil.ReadState(dir, lastRunName, lastRunVersion, &r, now); err != nil || warning != "" || r.Began.IsZero() {
		return nil
	}
	return &r
}

// Tell returns it as a line, with times in zone.
func (r *LastRun) Tell(zone *time.Location) string {
	if r.Ended.IsZero() {
		return "began " + r.Began.In(zone).Format(time.DateTime) + " and has not ended"
	}
	line := fmt.Sprintf("last ran %s: %s", r.Ended.In(zone).Format(time.DateTime), say.Count(r.Entries, "entry"))
	if r.Failed > 0 {
		line += ", " + say.Count(r.Failed, "session") + " failed"
	}
	if r.Error != "" {
		line += "; it ended with: " + say.Printable(r.Error)
	}
	return line
}

// UnfoundLimit is how long a transcript that was never there is looked for.
const UnfoundLimit = time.Hour
