package flush

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/forgotten"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/flush/session"
	"github.com/agent-admin/memoria/fsutil/pick"
	"github.com/agent-admin/memoria/fsutil/sorting"
)

// ErrNoArchive says that the archive holds nothing of a session.
var ErrNoArchive = errors.New("nothing of the session is in the archive")

// Rebuild appends again, unchanged, the entries of sessions that the archive holds and no log covers any more: a day's
// log was deleted, and perhaps the transcripts. A damaged file of the archive is moved aside, with a warning. The caller
// holds the import's lock. A session that cannot be restored does not stop the others: ErrNoArchive if it is not there.
func (f *Flusher) Rebuild(ctx context.Context, sessions []archive.Session, now time.Time) (Captured, error) {
	var warnings []string
	lost, unread := f.lost(sessions, func(session, name string, why error) error {
		to, err := f.Ledger.Dir.SetAside(name, now)
		if err != nil {
			return fmt.Errorf("move %q of the archive aside: %w", name, err)
		}
		warnings = append(warnings, fmt.Sprintf("session %s: %v; moved to %q; memoria flush FILE of its transcript archives it again", session, why, to))
		return nil
	})
	out, err := f.restore(ctx, lost, now)
	out.Warnings = warnings
	if err != nil {
		err = fmt.Errorf("rebuild: %w", err)
	}
	return out, errors.Join(unread, err)
}

// Lost returns the entries that Rebuild would append, in that order.
func (f *Flusher) Lost(sessions []archive.Session) ([]daily.Entry, error) {
	lost, err := f.lost(sessions, nil)
	out := make([]daily.Entry, len(lost))
	for i, l := range lost {
		out[i] = l.Entry
	}
	return out, err
}

// A lostEntry is an entry that no log holds any more, and its rows.
type lostEntry struct {
	daily.Entry
	marks []rowkey.Mark
}

// restore appends lost entries, and records them in the index and the ledger.
func (f *Flusher) restore(ctx context.Context, lost []lostEntry, now time.Time) (out Captured, err error) {
	index := session.Rows{Dir: f.Ledger.Dir, Daily: f.Daily.Folder}
	f.Daily.Whole = index.Holds
	var marks []rowkey.Mark
	var entries []daily.Entry
	var sessions []rowkey.Key
	of := map[rowkey.Key][]lostEntry{}
	for _, l := range lost {
		s := rowkey.OfSession(l.Agent, l.Session)
		entries = append(entries, l.Entry)
		marks = append(append(marks, l.marks...), session.Written(l.ID, s))
		if of[s] == nil {
			sessions = append(sessions, s)
		}
		of[s] = append(of[s], l)
	}
	if err := f.append(ctx, entries, now, &out.Appended); err != nil {
		return out, err
	}
	if err := index.Add(marks); err != nil {
		return out, err
	}
	for _, s := range sessions {
		rec, err := f.readmit(of[s], now)
		if err != nil {
			return out, err
		}
		out.Sessions = append(out.Sessions, rec)
	}
	return out, nil
}

// readmit records in the ledger that the logs hold entries of a session. A session that the ledger does not know is
// recorded by its next capture.
func (f *Flusher) readmit(lost []lostEntry, now time.Time) (ledger.Record, error) {
	agent, name := lost[0].Agent, lost[0].Session
	rec, err := f.Ledger.Get(agent, name, now)
	if err != nil {
		return rec, err
	}
	known := rec.Session != ""
	if !known {
		rec = ledger.Record{Agent: agent, Session: name, State: ledger.Flushed}
	}
	for _, l := range lost {
		if !slices.Contains(rec.Entries, l.ID) {
			rec.Entries = append(rec.Entries, l.ID)
		}
	}
	if known {
		err = f.Ledger.Put(rec)
	}
	return rec, err
}

// lost returns the archived entries of sessions none of whose rows a log covers, by time. The error names sessions
// that are left out, and, if aside is nil, damaged files.
func (f *Flusher) lost(sessions []archive.Session, aside func(session, name string, why error) error) (out []lostEntry, err error) {
	spans, err := f.spans(daily.Date{}, nil)
	if err != nil {
		return nil, err
	}
	asked := pick.Set(sessions, func(s archive.Session) rowkey.Key { return rowkey.OfSession(s.Agent, s.Session) })
	rows, err := session.Rows{Dir: f.Ledger.Dir, Daily: f.Daily.Folder}.Find(func(m rowkey.Mark) bool { return asked[m.Session] })
	if err != nil {
		return nil, err
	}
	gone, err := forgotten.Read(f.Ledger.Dir)
	if err != nil {
		return nil, err
	}
	a := archive.Archive{Dir: f.Ledger.Dir}
	held := session.NewCover(a, spans, rows).Held
	covered := func(m rowkey.Mark) bool { return held[rows[m.Row].Entry] != "" }
	inLog := session.EntriesOf(spans)
	of := func(name string, s archive.Session) error {
		file, err := a.Read(name)
		if err != nil {
			return err
		}
		marks := map[rowkey.Key][]rowkey.Mark{} // by entry
		file.EachRow(func(m rowkey.Mark) { marks[m.Entry] = append(marks[m.Entry], m) })
		for _, e := range file.Head.Entries {
			own := marks[rowkey.Of(e.ID)]
			if !inLog[e.ID] && !slices.ContainsFunc(own, covered) {
				entry := e.Daily(s.Agent, s.Session)
				gone.StripEntry(&entry)
				out = append(out, lostEntry{entry, own})
			}
		}
		return nil
	}
	var errs []error
	for _, s := range sessions {
		names, err := a.Files(archive.Folder(s.Agent, s.Session))
		if err == nil && len(names) == 0 {
			err = ErrNoArchive
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("rebuild session %s: %w", s.Session, err))
		}
		for _, name := range names {
			err := of(name, s)
			if archive.IsDamage(err) && aside != nil {
				err = aside(s.Session, name, err)
			}
			if err != nil {
				errs = append(errs, fmt.Errorf("rebuild session %s: %w", s.Session, err))
			}
		}
	}
	sorting.Stable(out, func(a, b lostEntry) int {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.ID, b.ID))
	})
	return out, errors.Join(errs...)
}
