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

// A Ceiling bounds how many new sessions are taken within an hour, for the case that what takes them
// makes new ones: a model that is asked by an agent's client is a session itself, whose hooks report
// it. The count is on the disk, so no restart of a worker resets it. The caller holds the worker's lock.
type Ceiling struct {
	Dir     *fsutil.Dir // required: the vault
	PerHour int         // required
}

type ceilingState struct {
	Since time.Time `json:"since"` // of the hour that is counted
	Taken int       `json:"taken"`
}

// Take counts one more session, or says how long to wait before the next may be taken.
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
