package flush

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/agent-admin/memoria/daily"
)

// ErrNoArchive says that nothing of a session was ever captured.
var ErrNoArchive = errors.New("nothing of the session is in the archive")

// Rebuild appends the entries of a session again that its archive holds and no log covers any more,
// as they were: a day's log was deleted, and the transcript may be gone as well. The caller holds
// the import's lock. The error is ErrNoArchive where nothing is kept of the session.
func (f *Flusher) Rebuild(ctx context.Context, agent, session string, now time.Time) (Captured, error) {
	out, err := f.rebuild(ctx, agent, session, now)
	if err != nil {
		return out, fmt.Errorf("rebuild session %s: %w", session, err)
	}
	return out, nil
}

func (f *Flusher) rebuild(ctx context.Context, agent, session string, now time.Time) (out Captured, err error) {
	out.Days = map[daily.Date]int{}
	entries, marks, err := f.lost(agent, session)
	if err != nil {
		return out, err
	}
	rec, err := f.Ledger.Get(agent, session, now)
	if err != nil {
		return out, err
	}
	index := rowIndex{f.Ledger.Dir}
	f.Daily.Whole = index.holds
	where, err := f.Daily.AppendAll(ctx, entries)
	for i, o := range where {
		if o.Appended {
			out.Entries++
			out.Bullets += len(entries[i].Bullets)
			out.Days[o.Date]++
		}
	}
	if err != nil {
		return out, err
	}
	if err := index.add(marks); err != nil {
		return out, err
	}
	if rec.Session == "" {
		return out, nil // the next capture records it
	}
	for _, e := range entries {
		if !slices.Contains(rec.Entries, e.ID) {
			rec.Entries = append(rec.Entries, e.ID)
		}
	}
	out.Sessions = []Record{rec}
	return out, f.Ledger.Put(rec)
}

// lost are the archived entries of a session none of whose rows a log covers, and their rows.
func (f *Flusher) lost(agent, session string) (entries []daily.Entry, marks []rowMark, err error) {
	a := archive{f.Ledger.Dir}
	names, err := a.files(archiveFolder(agent, session))
	if err != nil {
		return nil, nil, fmt.Errorf("read the archive: %w", err)
	}
	if len(names) == 0 {
		return nil, nil, ErrNoArchive
	}
	spans, err := f.spans(daily.Date{}, nil)
	if err != nil {
		return nil, nil, err
	}
	me := sessionKey(agent, session)
	rows, err := rowIndex{f.Ledger.Dir}.find(func(m rowMark) bool { return m.session == me })
	if err != nil {
		return nil, nil, err
	}
	c := newCover(a, spans, rows)
	inLog := map[string]bool{}
	for _, s := range spans {
		inLog[s.Entry] = true
	}
	for _, name := range names {
		file, err := a.read(name)
		if err != nil {
			return nil, nil, err
		}
		of := map[turnKey][]rowMark{} // by entry
		file.eachRow(func(m rowMark) { of[m.entry] = append(of[m.entry], m) })
		for _, e := range file.head.Entries {
			own := of[keyOf(e.ID)]
			if inLog[e.ID] || slices.ContainsFunc(own, func(m rowMark) bool { return c.held[rows[m.row].entry] != "" }) {
				continue
			}
			entries = append(entries, e.entry(agent, session))
			marks = append(append(marks, own...), written(e.ID, me))
		}
	}
	slices.SortStableFunc(entries, func(a, b daily.Entry) int {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.ID, b.ID))
	})
	return entries, marks, nil
}
