package state

import (
	"fmt"
	"slices"
	"time"
)

// A Staleness compares a log with what was compiled from it.
type Staleness uint8

const (
	Fresh    Staleness = iota + 1 // compiled as it is
	New                           // never compiled
	Changed                       // its bytes changed since, and the interval has passed
	Forced                        // requested by name or with Options.All or Options.Now
	Waiting                       // its bytes changed since, but the interval has not passed
	Outdated                      // unchanged, but compiled by another author or format: only Options.All compiles it again
	Gone                          // compiled once, and gone now
	Undone                        // its compile was undone: it is compiled when it changes or is requested
)

var stalenessNames = [...]string{
	Fresh: "fresh", New: "new", Changed: "changed", Forced: "forced", Waiting: "waiting", Outdated: "outdated", Gone: "gone", Undone: "undone",
}

// String returns the word that commands print, "waiting".
func (s Staleness) String() string {
	if s == 0 || int(s) >= len(stalenessNames) {
		return "unknown"
	}
	return stalenessNames[s]
}

// MarshalText is String, for JSON.
func (s Staleness) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (s *Staleness) UnmarshalText(text []byte) error {
	i := slices.Index(stalenessNames[:], string(text))
	if i < 1 {
		return fmt.Errorf("%q is no word for how a log stands", text)
	}
	*s = Staleness(i)
	return nil
}

// Stale reports whether a run compiles the log.
func (s Staleness) Stale() bool { return s == New || s == Changed || s == Forced }

// Staleness decides what to do about a log with the record r, zero if it was never compiled. hash is the log's
// present hash, by the recipe of the run. until is the time at which a Waiting log becomes Changed. The result
// depends only on the arguments. A last compile at an unknown time or in the future, as after a clock was set back,
// makes no log wait.
func (r DayRecord) Staleness(hash, by string, forced bool, now time.Time, interval time.Duration) (s Staleness, until time.Time) {
	at := r.CompiledAt()
	until = at.Add(interval)
	switch {
	case r.Undone == hash && !forced:
		return Undone, time.Time{}
	case r.Hash == "": // also if the only compile was undone
		return New, time.Time{}
	case forced:
		return Forced, time.Time{}
	case hash == r.Hash && r.outdated(by):
		return Outdated, time.Time{}
	case hash == r.Hash:
		return Fresh, time.Time{}
	case !at.IsZero() && !at.After(now) && now.Before(until):
		return Waiting, until
	}
	return Changed, time.Time{}
}

// outdated reports whether another recipe compiled the log.
func (r DayRecord) outdated(by string) bool {
	for _, e := range r.Entries {
		if e.By != by {
			return true
		}
	}
	return false
}
