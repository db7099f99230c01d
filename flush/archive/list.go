package archive

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/sorting"
)

// A Session is a session of which the archive holds something.
type Session struct {
	Agent, Session string
	Days           []daily.Date // of its entries, each once
	Damaged        bool         // a file of it cannot be read
}

// walk calls each with the folder of every session and the files in it.
func (a Archive) walk(each func(folder string, files []string) error) error {
	tops, err := a.Dir.ReadDir(layout.Archive)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read the archive: %w", err)
	}
	for _, top := range tops {
		if !top.IsDir() {
			continue // a stray file
		}
		sessions, err := a.Dir.ReadDir(path.Join(layout.Archive, top.Name()))
		if err != nil {
			return fmt.Errorf("read the archive: %w", err)
		}
		for _, s := range sessions {
			if !s.IsDir() {
				continue
			}
			folder := path.Join(layout.Archive, top.Name(), s.Name())
			files, err := a.Files(folder)
			if err != nil {
				return fmt.Errorf("read the archive: %w", err)
			}
			if err := each(folder, files); err != nil {
				return err
			}
		}
	}
	return nil
}

// Sessions lists the sessions in the archive, by name, with the days in zone. A session none of whose files
// can be read is listed if the ledger names it.
func (a Archive) Sessions(ctx context.Context, l *ledger.Ledger, zone *time.Location, now time.Time) ([]Session, error) {
	var out []Session
	nameless := map[string]bool{} // folders
	err := a.walk(func(folder string, files []string) error {
		var s Session
		for _, name := range files {
			head, err := a.Head(name)
			if errors.As(err, new(*fsutil.NewerStateError)) {
				return err
			}
			s.Damaged = s.Damaged || IsDamage(err)
			if err != nil || Folder(head.Agent, head.Session) != folder {
				continue
			}
			s.Agent, s.Session = head.Agent, head.Session
			for _, e := range head.Entries {
				if d := daily.DateOf(e.At, zone); !slices.Contains(s.Days, d) {
					s.Days = append(s.Days, d)
				}
			}
		}
		if s.Session != "" {
			out = append(out, s)
		} else if s.Damaged {
			nameless[folder] = true
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	var records []ledger.Record
	if len(nameless) > 0 {
		if records, _, err = l.All(now); err != nil {
			return nil, err
		}
	}
	for _, r := range records {
		if nameless[Folder(r.Agent, r.Session)] {
			out = append(out, Session{Agent: r.Agent, Session: r.Session, Damaged: true})
		}
	}
	sorting.By(out, func(a, b Session) int {
		return cmp.Or(cmp.Compare(a.Session, b.Session), cmp.Compare(a.Agent, b.Agent))
	})
	return out, nil
}

// Entries returns the entries that the archive holds, as they were appended, and with their ids alone those
// that only the ledger knows: they may be all that is left of a deleted log.
func (a Archive) Entries(ctx context.Context, l *ledger.Ledger, zone *time.Location, now time.Time) ([]daily.Dated, error) {
	var out []daily.Dated
	have := map[string]bool{}
	err := a.walk(func(_ string, files []string) error {
		for _, name := range files {
			head, err := a.Head(name)
			if IsDamage(err) {
				continue // Audit reports it
			}
			if err != nil {
				return err
			}
			for _, e := range head.Entries {
				if d, err := daily.Read(e.Daily(head.Agent, head.Session), zone); err == nil {
					out = append(out, d)
					have[e.ID] = true
				}
			}
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	records, _, err := l.All(now)
	for _, r := range records {
		for _, id := range r.Entries {
			if !have[id] {
				out = append(out, daily.Dated{Entry: daily.Entry{ID: id, Agent: r.Agent, Session: r.Session}})
			}
		}
	}
	return out, err
}

// Audit compares the archive with the sessions that have entries. wrong names the files that cannot be read.
// unarchived counts the sessions of which the archive holds nothing, because it was deleted or an earlier
// memoria kept none; entries of these cannot be restored when a log loses them.
func (a Archive) Audit(records []ledger.Record) (wrong []string, unarchived int, err error) {
	for _, r := range records {
		if len(r.Entries) == 0 {
			continue
		}
		names, err := a.Files(Folder(r.Agent, r.Session))
		if err != nil {
			return wrong, unarchived, fmt.Errorf("look through the archive: %w", err)
		}
		if len(names) == 0 {
			unarchived++
		}
		for _, name := range names {
			switch h, err := a.Head(name); {
			case errors.As(err, new(*fsutil.NewerStateError)):
				return wrong, unarchived, err
			case err != nil:
				wrong = append(wrong, fmt.Sprintf("session %s: %v", r.Session, err))
			case h.Agent != r.Agent || h.Session != r.Session:
				wrong = append(wrong, fmt.Sprintf("session %s: the archive %q is of session %s", r.Session, name, h.Session))
			}
		}
	}
	return wrong, unarchived, nil
}

// A LostEntry is an entry that the ledger lists and that no day log holds.
type LostEntry struct {
	Session string     `json:"session"`
	Entry   string     `json:"entry"`
	Day     daily.Date `json:"day,omitzero"` // zero where the archive does not hold the entry either
}

// Lost lists the entries of records that are not in held, the entries that the logs hold. A log may hold
// more than the ledger knows, since the ledger is a cache. zone is that of the day logs.
func (a Archive) Lost(records []ledger.Record, held map[string]bool, zone *time.Location) ([]LostEntry, error) {
	var out []LostEntry
	for _, r := range records {
		lost := slices.DeleteFunc(slices.Clone(r.Entries), func(id string) bool { return held[id] })
		if len(lost) == 0 {
			continue
		}
		names, err := a.Files(Folder(r.Agent, r.Session))
		if err != nil {
			return out, fmt.Errorf("look for lost entries: %w", err)
		}
		days := map[string]daily.Date{}
		for _, name := range names {
			h, err := a.Head(name)
			if errors.As(err, new(*fsutil.NewerStateError)) {
				return out, err
			}
			if err != nil {
				continue // Audit reports it
			}
			for _, e := range h.Entries {
				days[e.ID] = daily.DateOf(e.At, zone)
			}
		}
		for _, id := range lost {
			out = append(out, LostEntry{Session: r.Session, Entry: id, Day: days[id]})
		}
	}
	return out, nil
}
