package daily

import (
	"bytes"
	"context"
	"errors"
	"fmt"
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

	Veil func() (Veil, error) // what the logs are read without; nil, also as its answer, for nothing
	Cuts map[Date]Cut         // logs are read as if these had been made
}

// An Outcome tells where an entry is.
type Outcome struct {
	Date     Date
	Appended bool // false: its log had it already
}

// Append adds an entry to the log of its day and returns when it is on the disk. An entry that is
// there already, whole, is not added again, also when the zone has changed since and it stands in
// the log of a neighbouring day. The error is an fsutil.ErrLocked when ctx ended before the logs
// were free; after any error the log is as it was.
func (s *Store) Append(ctx context.Context, e Entry) (Date, bool, error) {
	out, err := s.AppendAll(ctx, []Entry{e})
	if len(out) == 0 {
		return Date{}, false, err
	}
	return out[0].Date, out[0].Appended, err
}

// AppendAll is Append for many entries, in their order, with one lock, one write and one sync for
// each run of entries of a day. The outcomes are those of the entries before the error, if there
// is one.
func (s *Store) AppendAll(ctx context.Context, entries []Entry) ([]Outcome, error) {
	var out []Outcome
	clean := make([]Entry, len(entries))
	for i, e := range entries {
		c, err := e.Clean(s.zone())
		if err != nil {
			return nil, fmt.Errorf("append to the day log: %w", err)
		}
		clean[i] = c
	}
	for len(clean) > 0 {
		date := DateOf(clean[0].At, s.zone())
		n := 1
		for n < len(clean) && DateOf(clean[n].At, s.zone()) == date {
			n++
		}
		day, err := s.appendDay(ctx, date, clean[:n])
		if err != nil {
			return out, fmt.Errorf("append to the day log: %w", err)
		}
		out, clean = append(out, day...), clean[n:]
	}
	return out, nil
}

// maxReplaced is how often an append starts again because an editor put another file in the place
// of the log meanwhile.
const maxReplaced = 5

func (s *Store) appendDay(ctx context.Context, date Date, entries []Entry) ([]Outcome, error) {
	unlock, err := s.Dir.Lock(ctx, lockName)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", logName(date), err)
	}
	defer unlock()
	a, err := s.Dir.OpenAppend(logName(date), logPerm)
	if err != nil {
		return nil, err
	}
	defer a.Close()
	for range maxReplaced {
		var out []Outcome
		if out, err = s.write(a, date, entries); !errors.Is(err, fsutil.ErrReplaced) {
			return out, err
		}
		if _, err := a.Refresh(); err != nil {
			return nil, err
		}
	}
	return nil, err
}

// write adds to an open log those of the entries that are not there yet.
func (s *Store) write(a *fsutil.Appender, date Date, entries []Entry) ([]Outcome, error) {
	v, err := look(a, a.Size(), entries, window)
	if err != nil {
		return nil, fmt.Errorf("read %q: %w", logName(date), err)
	}
	out := make([]Outcome, len(entries))
	var add []Entry
	near := map[Date]map[string]bool{}
	for i, e := range entries {
		out[i].Date = date
		if v.held[e.ID] {
			continue
		}
		if d, ok := s.elsewhere(near, date, e, entries); ok {
			out[i].Date = d
			continue
		}
		out[i].Appended, v.held[e.ID] = true, true
		add = append(add, e)
	}
	if len(add) == 0 {
		if a.Size() > 0 { // what a killed run left may not have reached the disk
			return out, a.Append(nil)
		}
		return out, nil
	}
	keep, text := compose(v, date, add, s.Whole)
	if err := s.keepTorn(date, v.tail[keep:]); err != nil {
		return nil, err
	}
	if err := a.TruncateTo(v.at + int64(keep)); err != nil {
		return nil, err
	}
	return out, a.Append(text)
}

// keepTorn puts a torn tail aside before it is cut off: should it be anybody's after all, it is in
// .memoria/torn.
func (s *Store) keepTorn(date Date, tail []byte) error {
	if len(bytes.Trim(tail, "\x00 \r\n")) == 0 {
		return nil
	}
	name := fmt.Sprintf("%s/%s-%s.md", tornDir, date, fsutil.Hash(tail)[:8])
	if _, err := s.Dir.WriteFileNoSync(name, tail, 0o600); err != nil {
		return fmt.Errorf("put the torn end of %q aside: %w", logName(date), err)
	}
	return nil
}

// elsewhere looks for an entry in the logs of the days it would have belonged to in another zone:
// all the world's zones lie between 12 hours behind and 14 ahead. near keeps what those logs hold.
func (s *Store) elsewhere(near map[Date]map[string]bool, date Date, e Entry, entries []Entry) (Date, bool) {
	for _, hours := range [...]int{-12, 0, 14} {
		d := DateOf(e.At.UTC().Add(time.Duration(hours)*time.Hour), nil)
		if d == date {
			continue
		}
		if near[d] == nil {
			near[d] = map[string]bool{}
			log, _ := s.Dir.ReadFile(logName(d)) // missing as a rule; unreadable is as good
			heldIn(near[d], log, idsOf(entries))
		}
		if near[d][e.ID] {
			return d, true
		}
	}
	return date, false
}

func (s *Store) zone() *time.Location {
	if s.Zone == nil {
		return time.UTC
	}
	return s.Zone
}
