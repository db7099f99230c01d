package state

import (
	"fmt"
	"slices"
	"time"
)

// A Staleness says how a log stands to what was compiled from it.
type Staleness uint8

const (
	Fresh    Staleness = iota + 1 // compiled as it is
	New                           // never compiled
	Changed                       // other bytes than were compiled, and the interval has passed
	Forced                        // asked for by name or with Options.All or Options.Now
	Waiting                       // other bytes than were compiled, but the interval has not passed
	Outdated                      // compiled as it is, by another author or format: only Options.All compiles it again
	Gone                          // compiled once, and not there any more
	Undone                        // its compile was taken back: it is compiled when it changes or is asked for
)

var stalenessNames = [...]string{
	Fresh: "fresh", New: "new", Changed: "changed", Forced: "forced", Waiting: "waiting", Outdated: "outdated", Gone: "gone", Undone: "undone",
}

// String is the word that commands print it, "waiting".
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

// Staleness decides what is to be done about a log of which r is what was compiled, zero for nothing. hash is
// that of the log now, by the recipe of the run. until is the time at which a Waiting log becomes
// Changed. It is a function of its arguments alone: the hash is of the bytes that were read, and
// neither the hour nor a later session has a say. A last compile that lies in the future, as after
// a clock was set back, or that nobody can tell, makes no log wait.
func (r DayRecord) Staleness(hash, by string, forced bool, now time.Time, interval time.Duration) (s Staleness, until time.Time) {
	at := r.CompiledAt()
	until = at.Add(interval)
	switch {
	case r.Undone == hash && !forced:
		return Undone, time.Time{}
	case r.Hash == "": // also where the only compile was taken back
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

// outdated reports whether another recipe made something of the log.
func (r DayRecord) outdated(by string) bool {
	for _, e := range r.Entries {
		if e.By != by {
			return true
		}
	}
	return false
}
