package queue

import (
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

const (
	ceilingName    = layout.Ceiling
	ceilingVersion = layout.CeilingVersion
	ceilingSpan    = time.Hour
)

// A Ceiling limits how many new sessions are taken within an hour, in case processing them
// creates new ones: a model that is called through an agent's client is a session itself, whose hooks report
// it. The count is on the disk, so a restart of a worker does not reset it. The caller holds the worker's lock.
type Ceiling struct {
	Dir     *fsutil.Dir // required: the vault
	PerHour int         // required
}

type ceilingState struct {
	Since time.Time `json:"since"` // of the hour that is counted
	Taken int       `json:"taken"`
}

// Take counts one more session, or returns how long to wait before the next may be taken.
func (c *Ceiling) Take(now time.Time) (wait time.Duration, err error) {
	var s ceilingState
	if _, err := fsutil.ReadState(c.Dir, ceilingName, ceilingVersion, &s, now); err != nil {
		return 0, err
	}
	if age := now.Sub(s.Since); age < 0 || age >= ceilingSpan {
		s = ceilingState{Since: now.UTC()}
	}
	if s.Taken >= c.PerHour {
		return s.Since.Add(ceilingSpan).Sub(now), nil
	}
	s.Taken++
	_, err = fsutil.WriteStateNoSync(c.Dir, ceilingName, ceilingVersion, s)
	return 0, err
}
