package workspace

import (
	"time"

	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// SyncOffline is the class of failures that pass by themselves. All others pause the syncs that nobody asked for, until
// one succeeds.
const SyncOffline = "offline"

// Synced records how the syncs of a shared vault went on this machine.
type Synced struct {
	Ran     time.Time `json:"ran,omitzero"`
	Fetched time.Time `json:"fetched,omitzero"` // last success
	Pushed  time.Time `json:"pushed,omitzero"`  // last success
	Head    string    `json:"head,omitempty"`   // the commit that was checked out at its end
	Clear   string    `json:"clear,omitempty"`  // the commit up to which nothing was found that must not be sent, and by which rules

	Class    string    `json:"class,omitempty"` // of the failure of the last run, "" if it succeeded
	Why      string    `json:"why,omitempty"`
	Mend     string    `json:"mend,omitempty"` // what a person can do
	Since    time.Time `json:"since,omitzero"` // of the first of these failures
	Failures int       `json:"failures,omitempty"`
	Next     time.Time `json:"next,omitzero"` // before it nothing is tried that nobody asked for
	Waiting  int       `json:"waiting,omitempty"`

	Told bool `json:"told,omitempty"` // a session was told of the failure
}

// syncPause is the most between two tries of what fails.
const syncPause = time.Hour

// Fail records a failure: the next try waits 1, 2, 4 … 60 minutes.
func (s *Synced) Fail(class, why, mend string, now time.Time) {
	if s.Class != class {
		s.Since, s.Failures, s.Told = now, 0, false
	}
	s.Class, s.Why, s.Mend = class, why, mend
	s.Next = now.Add(min(time.Minute<<min(s.Failures, 10), syncPause))
	s.Failures++
}

// Succeed records that nothing failed; every is the time to the next run that nobody asked for.
func (s *Synced) Succeed(now time.Time, every time.Duration) {
	*s = Synced{Ran: s.Ran, Fetched: s.Fetched, Pushed: s.Pushed, Head: s.Head, Clear: s.Clear, Next: now.Add(every)}
}

// Paused reports whether syncs wait for a person.
func (s *Synced) Paused() bool { return s.Class != "" && s.Class != SyncOffline }

// Tell returns in a line what holds syncs up, "" if nothing does.
func (s *Synced) Tell(now time.Time) string {
	switch {
	case s.Class == "":
		return ""
	case s.Paused():
		return "paused: " + s.Class + ", since " + say.Moment(s.Since, now) + ": " + say.Printable(s.Why)
	}
	return "offline since " + say.Moment(s.Since, now) + ", " + say.Count(s.Waiting, "commit") + " to send; next try " + say.Soon(s.Next, now)
}

// Keep records it.
func (s *Synced) Keep(dir *fsutil.Dir) error {
	_, err := fsutil.WriteState(dir, layout.Synced, layout.SyncedVersion, *s)
	return err
}

// SyncedOf returns the record of the vault in dir; of one that was never synced it is zero.
func SyncedOf(dir *fsutil.Dir, now time.Time) Synced {
	var s Synced
	if warning, err := fsutil.ReadState(dir, layout.Synced, layout.SyncedVersion, &s, now); err != nil || warning != "" {
		return Synced{}
	}
	return s
}
