package compiler

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// A source is one day's log, as it is and as it was compiled.
type source struct {
	date   daily.Date
	log    *daily.Log // nil when the file is gone
	rec    state.DayRecord
	known  bool // rec is a record
	state  state.Staleness
	until  time.Time
	take   bool             // this run compiles it
	seen   []daily.Dated    // the entries that the wiki rests on after this run
	fresh  map[string]bool  // ids of entries that are new or changed
	open   []daily.Unclosed // of those that were compiled, the ones that lack their closing marker now
	lost   int              // entries that were compiled and are not there any more
	hidden bool             // something that was compiled from it cannot be seen now
}

// A MissingLogsError says that the vault has no logs although some were compiled: a drive that is
// not mounted, a folder that is still being synchronised. Nothing was touched.
type MissingLogsError struct{ Known int }

func (e *MissingLogsError) Error() string {
	if e.Known == 1 {
		return "daily/ has no logs, but 1 was compiled"
	}
	return fmt.Sprintf("daily/ has no logs, but %d were compiled", e.Known)
}

// A NoLogError says that a log was asked for that is not there.
type NoLogError struct{ Date daily.Date }

func (e *NoLogError) Error() string { return fmt.Sprintf("there is no log of %s", e.Date) }

// readLogs reads all logs, under the shared lock of the logs, and the days that were compiled and
// have no log any more. Dates ascend. strays are files beside the logs that no one reads.
func (c *Compiler) readLogs(ctx context.Context, s *state.State) (sources []*source, strays []string, err error) {
	unlock, err := c.Vault.RLock(ctx, layout.LockDaily)
	if errors.Is(err, fsutil.ErrLocked) || ctx.Err() != nil {
		return nil, nil, fmt.Errorf("read the logs: %w", errors.Join(err, ctx.Err()))
	}
	if err == nil { // a log reads whole without it too, as in a vault that cannot be written
		defer unlock()
	}
	logs, strays, err := c.Daily.Logs(ctx)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	if err := missing(logs, s); err != nil && !c.blind {
		return nil, nil, err
	}
	there := map[daily.Date]bool{}
	for _, l := range logs {
		there[l.Date] = true
		sources = append(sources, &source{date: l.Date, log: l})
	}
	for d := range s.Days {
		if !there[d] {
			sources = append(sources, &source{date: d})
		}
	}
	for _, src := range sources {
		src.rec, src.known = s.Days[src.date]
	}
	slices.SortFunc(sources, func(a, b *source) int { return a.date.Compare(b.date) })
	return sources, strays, nil
}

// missing refuses to take a vault without logs for one whose logs were all removed (B-18).
func missing(logs []*daily.Log, s *state.State) error {
	known := 0
	for _, r := range s.Days {
		if len(r.Entries) > 0 {
			known++
		}
	}
	if len(logs) == 0 && known > 0 {
		return &MissingLogsError{Known: known}
	}
	return nil
}

// gone reports whether a log that was compiled is not there any more. A file that says nothing
// any more is not there either: it is what a placeholder or a torn copy looks like.
func (s *source) gone() bool {
	return s.log == nil || len(s.log.Entries) == 0 && len(s.open) == 0 && len(s.rec.Entries) > 0
}

// judge decides what this run does with the log.
func (s *source) judge(o Options, by string, now time.Time, interval time.Duration) {
	named := slices.Contains(o.named, s.date)
	s.opened()
	if s.log == nil || s.gone() && !named {
		s.state, s.hidden = state.Gone, len(s.rec.Entries) > 0
		return
	}
	forced := o.All || named || o.Now && s.log.Hash != s.rec.Hash && s.log.Hash != s.rec.Undone
	s.state, s.until = s.rec.Staleness(s.log.Hash, by, forced, now, interval)
	s.until = s.until.In(now.Location()) // as the person reads clocks
	s.take = s.state.Stale() && (len(o.Only) == 0 || named)
	s.look()
}

// look finds the entries that the wiki rests on: of a log that is compiled all, of one that is not
// those that were compiled and still read as they did. Entries are the unit: in a log that is
// compiled, only the new and the changed are fresh.
func (s *source) look() {
	s.fresh = map[string]bool{}
	kept, there := 0, 0
	for _, e := range s.log.Entries {
		was, ok := s.rec.Entries[e.ID]
		same := ok && was.Hash == e.Hash
		if ok {
			there++
		}
		if same {
			kept++
		}
		if same || s.take {
			s.seen = append(s.seen, e)
		}
		if !same {
			s.fresh[e.ID] = true
		}
	}
	s.hidden = !s.take && kept < len(s.rec.Entries) || len(s.open) > 0
	s.lost = len(s.rec.Entries) - there - len(s.open)
}

// opened finds the entries that were compiled and whose closing marker somebody took out since. What
// was made of them stays: they were not taken back.
func (s *source) opened() {
	if s.log == nil {
		return
	}
	closed := map[string]bool{}
	for _, e := range s.log.Entries {
		closed[e.ID] = true
	}
	for _, u := range s.log.Unclosed {
		if _, ok := s.rec.Entries[u.ID]; ok && !closed[u.ID] {
			s.open, closed[u.ID] = append(s.open, u), true
		}
	}
}

// openNotes tell how to mend them.
func (s *source) openNotes() []journal.Note {
	notes := s.backNotes()
	for _, u := range s.open {
		notes = append(notes, journal.Note{Path: "daily/" + s.date.String() + ".md", Text: fmt.Sprintf(
			"line %d: the entry %q is not closed, so it is not read, and what was made of it stays: put %s back on the line below its last", u.Line, u.Title, closingMarker)})
	}
	return notes
}

// closingMarker is what ends an entry of a log.
const closingMarker = "<!-- /memoria:entry -->"

// compiled is the record of the log after this run.
func (s *source) compiled(by string, all bool, now time.Time) state.DayRecord {
	r := state.DayRecord{Hash: s.log.Hash, At: now.UTC().Format(time.RFC3339Nano), Entries: map[string]state.EntryRecord{}}
	for _, e := range s.log.Entries {
		r.Entries[e.ID] = state.EntryRecord{Hash: e.Hash, By: by}
		if was, ok := s.rec.Entries[e.ID]; ok && was.Hash == e.Hash && !all {
			r.Entries[e.ID] = was
		}
	}
	for _, u := range s.open {
		r.Entries[u.ID] = s.rec.Entries[u.ID]
	}
	return r
}

// strayNote tells what a file beside the logs is taken for (C-13).
func strayNote(path string) journal.Note {
	text := "not a log by its name, so it is not read"
	base := path[strings.LastIndexByte(path, '/')+1:]
	for i := range base {
		if d := base[i:]; len(d) >= 10 {
			if day, err := daily.ParseDate(d[:10]); err == nil {
				text = fmt.Sprintf("looks like a copy of daily/%s.md that a sync tool made, so it is not read", day)
				break
			}
		}
	}
	return journal.Note{Path: path, Text: text}
}

func (s *source) plan() LogPlan {
	l := LogPlan{Date: s.date, State: s.state, Until: s.until, Compiled: s.take, Entries: len(s.rec.Entries), Fresh: len(s.fresh)}
	if s.log != nil && s.state != state.Gone {
		l.Entries, l.Torn, l.Lost = len(s.log.Entries), s.log.Torn-len(s.open), s.lost
		l.Unclosed = len(s.open)
	}
	return l
}

// backNotes tell of what was forgotten and stands in the log all the same.
func (s *source) backNotes() []journal.Note {
	if s.log == nil || s.log.Back == 0 {
		return nil
	}
	text := "1 line of it was forgotten and is back"
	if n := s.log.Back; n > 1 {
		text = fmt.Sprintf("%d lines of it were forgotten and are back", n)
	}
	return []journal.Note{{Path: "daily/" + s.date.String() + ".md", Text: text + ", as from a copy: it stays out of the wiki; memoria forget --again takes it out of the log"}}
}

// standing are the entries that no other one among them says again in their place.
func standing(entries []daily.Dated) []daily.Dated {
	if !slices.ContainsFunc(entries, func(e daily.Dated) bool { return e.Redone }) {
		return entries
	}
	ids := map[string]bool{}
	for _, e := range entries {
		ids[e.ID] = true
	}
	return slices.DeleteFunc(slices.Clone(entries), func(e daily.Dated) bool { return e.Redone && ids[daily.RedoID(e.ID)] })
}
