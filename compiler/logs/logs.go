package logs

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/sorting"
)

// A Log is one day's log, as it is and as it was compiled.
type Log struct {
	Date   daily.Date
	Path   string     // from the vault's root
	File   *daily.Log // nil when the file is gone
	Record state.DayRecord
	Known  bool // there is a Record
	State  state.Staleness
	Until  time.Time
	Take   bool             // this run compiles it
	Seen   []daily.Dated    // the entries that the wiki rests on after this run
	Fresh  map[string]bool  // ids of entries that are new or changed
	Open   []daily.Unclosed // compiled entries that now lack their closing marker
	Lost   int              // compiled entries that are gone
	all    map[string]bool  // ids of the entries of all logs
	Marked bool             // the file has conflict marks of git, so it is not read
	Hidden bool             // something that was compiled from it cannot be read now
	Theirs bool             // another machine writes it
}

// A MissingError says that the vault has no logs, or no articles, although some were compiled: a drive is not mounted,
// or a folder is still being synchronised. Nothing was changed.
type MissingError struct {
	Folder string // where they should be
	What   string // logs or articles
	Known  int
}

func (e *MissingError) Error() string {
	was := map[bool]string{true: "was", false: "were"}[e.Known == 1]
	return fmt.Sprintf("%s/ has no %s, but %d %s compiled", e.Folder, e.What, e.Known, was)
}

// A NoLogError says that a requested log does not exist.
type NoLogError struct{ Date daily.Date }

func (e *NoLogError) Error() string { return fmt.Sprintf("there is no log of %s", e.Date) }

// Read reads all logs, under their shared lock, and the compiled days whose logs are gone. Dates ascend. strays are
// files beside the logs that are not read as logs. If all logs of a vault are gone the error is a *[MissingError],
// unless blind is set.
func Read(ctx context.Context, store *daily.Store, blind bool, s *state.State) (list []*Log, strays []string, err error) {
	unlock, err := store.Lock(ctx, true)
	if errors.Is(err, fsutil.ErrLocked) || ctx.Err() != nil {
		return nil, nil, fmt.Errorf("read the logs: %w", errors.Join(err, ctx.Err()))
	}
	if err == nil { // the log is complete without it too, as in a vault that cannot be written
		defer unlock()
	}
	logs, strays, err := store.Logs(ctx)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	if err := missing(store, logs, s); err != nil && !blind {
		return nil, nil, err
	}
	own, err := store.Self(ctx)
	if err != nil {
		return nil, nil, err
	}
	there := map[daily.Date]bool{}
	for _, l := range logs {
		there[l.Date] = true
		src := &Log{Date: l.Date, File: l, Theirs: l.Date.Machine() != "" && l.Date.Machine() != own.Name}
		if l.Marked { // nobody knows yet what it says
			src.File, src.Marked = nil, true
		}
		list = append(list, src)
	}
	for d := range s.Days {
		if !there[d] {
			list = append(list, &Log{Date: d})
		}
	}
	all := map[string]bool{}
	for _, l := range logs {
		for i := range l.Entries {
			all[l.Entries[i].ID] = all[l.Entries[i].ID] || !l.Marked
		}
	}
	for _, src := range list {
		src.all, src.Path = all, store.Folder.Path(src.Date.String())
		src.Record, src.Known = s.Days[src.Date]
	}
	sorting.By(list, func(a, b *Log) int { return a.Date.Compare(b.Date) })
	return list, strays, nil
}

// missing returns a *[MissingError] if all compiled logs are gone, so that they do not count as removed.
func missing(store *daily.Store, logs []*daily.Log, s *state.State) error {
	known := 0
	for _, r := range s.Days {
		if len(r.Entries) > 0 {
			known++
		}
	}
	if len(logs) == 0 && known > 0 {
		return &MissingError{store.Folder.Folder(), "logs", known}
	}
	return nil
}

// gone reports whether a compiled log is gone. A file that has lost its whole content counts as gone: a placeholder
// or a torn copy looks like that. An entry that is read in another log is not lost.
func (s *Log) gone() bool {
	if s.File == nil {
		return true
	}
	lost := false
	for id := range s.Record.Entries {
		lost = lost || !s.all[id]
	}
	return lost && len(s.File.Entries) == 0 && len(s.Open) == 0
}

// A Rule says which logs a run compiles.
type Rule struct {
	By       string // recipe
	Now      time.Time
	Interval time.Duration // between two compiles of one log
	All      bool          // every log, whatever the interval and the recipe
	Changed  bool          // what changed, whatever the interval
	Named    []daily.Date  // these, changed or not
	Only     bool          // no other
}

// Judge decides what a run does with the log.
func (s *Log) Judge(a Rule) {
	named := slices.ContainsFunc(a.Named, func(d daily.Date) bool { return d.Has(s.Date) })
	s.opened()
	if s.File == nil || s.gone() && !named {
		s.State, s.Hidden = state.Gone, len(s.Record.Entries) > 0
		return
	}
	forced := a.All || named || a.Changed && s.File.Hash != s.Record.Hash && s.File.Hash != s.Record.Undone
	s.State, s.Until = s.Record.Staleness(s.File.Hash, a.By, forced, a.Now, a.Interval)
	s.Until = s.Until.In(a.Now.Location()) // the person's time zone
	s.Take = s.State.Stale() && (!a.Only || named)
	s.look()
}

// look finds the entries that the wiki rests on: all entries of a log that is compiled, and the unchanged compiled
// entries of any other. In a log that is compiled only new and changed entries are fresh.
func (s *Log) look() {
	s.Fresh = map[string]bool{}
	kept, there := 0, 0
	has := map[string]bool{}
	for _, e := range s.File.Entries {
		has[e.ID] = true
		was, ok := s.Record.Entries[e.ID]
		same := ok && was.Hash == e.Hash
		if ok {
			there++
		}
		if same {
			kept++
		}
		if same || s.Take {
			s.Seen = append(s.Seen, e)
		}
		if !same {
			s.Fresh[e.ID] = true
		}
	}
	for id := range s.Record.Entries {
		if s.all[id] && !has[id] { // it is read in another log
			there, kept = there+1, kept+1
		}
	}
	s.Hidden = !s.Take && kept < len(s.Record.Entries) || len(s.Open) > 0
	s.Lost = len(s.Record.Entries) - there - len(s.Open)
}

// opened finds compiled entries whose closing marker was removed since, and in the log of a machine those that are
// missing, since a part of it may arrive late. What was made of them stays, because nobody withdrew them.
func (s *Log) opened() {
	if s.File == nil {
		return
	}
	closed := map[string]bool{}
	for _, e := range s.File.Entries {
		closed[e.ID] = true
	}
	for _, u := range s.File.Unclosed {
		if _, ok := s.Record.Entries[u.ID]; ok && !closed[u.ID] {
			s.Open, closed[u.ID] = append(s.Open, u), true
		}
	}
	if s.Date.Machine() == "" {
		return
	}
	for id, r := range s.Record.Entries {
		if !closed[id] && !r.Hand && !s.all[id] {
			s.Open = append(s.Open, daily.Unclosed{ID: id})
		}
	}
}

// Compiled returns the record of the log after this run.
func (s *Log) Compiled(by string, all bool, now time.Time) state.DayRecord {
	r := state.DayRecord{Hash: s.File.Hash, At: now.UTC().Format(time.RFC3339Nano), Entries: map[string]state.EntryRecord{}}
	for _, e := range s.File.Entries {
		r.Entries[e.ID] = state.EntryRecord{Hash: e.Hash, By: by, Hand: e.Hand && s.Date.Machine() != ""}
		if was, ok := s.Record.Entries[e.ID]; ok && was.Hash == e.Hash && !all {
			r.Entries[e.ID] = was
		}
	}
	for _, u := range s.Open {
		r.Entries[u.ID] = s.Record.Entries[u.ID]
	}
	return r
}

// Latest returns the entries that articles are made of: those that no other entry replaces, and that do not only tell
// what was asked.
func Latest(entries []daily.Dated) []daily.Dated {
	if !slices.ContainsFunc(entries, func(e daily.Dated) bool { return e.Redone || e.Unanswered() }) {
		return entries
	}
	ids := map[string]bool{}
	for _, e := range entries {
		ids[e.ID] = true
	}
	return slices.DeleteFunc(slices.Clone(entries), func(e daily.Dated) bool { return e.Unanswered() || e.Redone && ids[entry.RedoID(e.ID)] })
}

// Entries returns all entries of logs.
func Entries(list []*Log) []daily.Dated {
	return gather(list, func(s *Log) []daily.Dated {
		if s.File == nil {
			return nil
		}
		return s.File.Entries
	})
}

// Seen returns the entries that the wiki rests on.
func Seen(list []*Log) []daily.Dated {
	return gather(list, func(s *Log) []daily.Dated { return s.Seen })
}

func gather(list []*Log, of func(*Log) []daily.Dated) []daily.Dated {
	n := 0
	for _, s := range list {
		n += len(of(s))
	}
	out := make([]daily.Dated, 0, n)
	for _, s := range list {
		out = append(out, of(s)...)
	}
	return out
}
