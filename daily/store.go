package daily

import (
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// lockName is the sidecar lock of all logs of a vault. It is held for one file's read, write and
// sync, never across a model call.
const lockName = layout.LockDaily

const (
	logPerm = 0o644
	tornDir = layout.Torn // ends of logs that were cut off
)

// A Store keeps the logs of a vault.
type Store struct {
	Dir  *fsutil.Dir    // required: the vault's root
	Zone *time.Location // decides the day of an entry; nil is UTC

	// Whole tells of an entry's id whether it is known to have been written whole. Such an entry
	// without its closing marker was not torn: a person took the marker away, and it stays. Nil
	// knows none.
	Whole func(id string) bool

	Redact func() (Redact, error) // what the logs are read without; nil, also as its answer, for nothing
	Cuts   map[Date]Cut           // logs are read as if these had been made
}

func (s *Store) zone() *time.Location {
	if s.Zone == nil {
		return time.UTC
	}
	return s.Zone
}
