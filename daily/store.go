package daily

import (
	"context"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/seen"
)

// lockName is the lock of all logs of a vault, held for one file's read, write and sync, never across a model call.
const lockName = layout.LockDaily

// Lock takes the lock of the logs, shared to read them. The error is fsutil.ErrLocked if another process holds it for ten seconds.
func (s *Store) Lock(ctx context.Context, shared bool) (unlock func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if shared {
		return s.Dir.RLock(ctx, lockName)
	}
	return s.Dir.Lock(ctx, lockName)
}

const (
	logPerm = 0o644
	tornDir = layout.Torn // ends of logs that were cut off
	Nobody  = "unknown"   // the person of entries of which it is not known whose they are
)

// A Store keeps the logs of a vault.
type Store struct {
	Dir    *fsutil.Dir    // required: the vault's root
	Folder layout.Daily   // of the logs
	Zone   *time.Location // decides the day of an entry; nil is UTC

	// Machine returns the machine whose logs are appended to: the zero value, as nil, in a vault that is not shared.
	Machine func(context.Context) (Machine, error)

	// Who is the person of entries that name none, in a shared vault and a log of no machine; "" leaves them as they are.
	Who string

	// Own knows what this machine wrote into the logs itself, in a shared vault; else it is nil.
	Own Witness

	// Whole reports whether the entry of an id is known to have been written completely. Such an entry
	// without its closing marker was not torn: a person removed the marker, and the text stays. Nil knows
	// none.
	Whole func(id string) bool

	Redact func() (Redact, error) // returns what is removed from the logs on reading; nil, also as its result, removes nothing
	Clean  func(string) string    // takes secrets out of what is read: a log may be older than the rule that knows one; nil takes out none
	Name   func() (Name, error)   // returns what projects are called; nil, also as its result, leaves them as they are in the file
	Cuts   map[Date]Cut           // logs are read as if these cuts had been made
	Seen   *seen.Files[*Log]      // logs that were read shortly before, as they are in the files; nil reads all
}

// A Witness knows what this machine wrote into the logs itself.
type Witness interface {
	Wrote(keys ...string) error // is told of entries and controls before they are written
	Proves(e *Entry) bool       // reports whether it was told of an entry as it is
	Tell(logs ...*Log) error    // says whose the entries of logs are, and leaves out controls that are not their machines'
}

// Raw returns s as the files are: with what was forgotten and is back, and with secrets.
func (s Store) Raw() *Store {
	s.Redact, s.Clean = nil, nil
	return &s
}

func (s *Store) zone() *time.Location {
	if s.Zone == nil {
		return time.UTC
	}
	return s.Zone
}

// Self returns the machine whose logs are appended to, see Machine.
func (s *Store) Self(ctx context.Context) (Machine, error) {
	if s.Machine == nil {
		return Machine{}, nil
	}
	return s.Machine(ctx)
}
