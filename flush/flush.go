package flush

import (
	"context"
	"slices"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/before"
	"github.com/agent-admin/memoria/flush/filter"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/flush/session"
	"github.com/agent-admin/memoria/flush/transcript"
)

// An Author makes a summary of a stretch of one session. Titles are those that the client gave the session. A summary
// without bullets says that nothing in the stretch is worth keeping.
type Author interface {
	Name() string
	Summarise(ctx context.Context, turns []transcript.Turn, titles []string) (daily.Summary, error)
}

// A Flusher makes entries of sessions and appends them to the day logs.
type Flusher struct {
	Daily  *daily.Store   // required
	Ledger *ledger.Ledger // required
	Author Author         // required
	Zone   *time.Location // required: the vault's
	filter.Rules

	open *before.Tasks           // that the logs have; nil where they are not to be had yet
	step func(done string) error // a test's hook between the writes of a capture
}

// session makes the entries of what no entry of s covers yet, and returns the record that the ledger gets once they
// are written.
func (f *Flusher) session(ctx context.Context, p *Plan, s *session.Session) (ledger.Record, *result, error) {
	rec, first := s.Record(p.old[s])
	if reason := s.Nothing(); reason != "" {
		rec.Files[first].Skipped = rec.Turns
		rec.State, rec.Reason, rec.Skipped = ledger.Skipped, reason, rec.Turns
		return rec, &result{}, nil
	}
	turns, titles, v, err := p.Index.Turns(ctx, s)
	if err != nil {
		return rec, nil, err
	}
	me, cover, heard := rowkey.OfSession(s.Agent, s.ID), p.cover.Own(), session.Awaited{}
	cover.Recall(me, turns)
	if v != nil { // the only file
		defer v.Close()
		if c := new(p.old[s]).Cursor(v.Source.Path); c != nil {
			heard.Messages = slices.Clone(c.Heard)
			for i := range heard.Messages {
				heard.Messages[i].Held = false // an import leaves nothing waiting
			}
		}
		if heard.Marks, err = cover.Echoed(session.Rows{Dir: f.Ledger.Dir, Daily: f.Daily.Folder}, s.Agent, s.ID, time.Time{}, nil, heard.Messages); err != nil {
			return rec, nil, err
		}
		turns = heard.Match(me, turns, 0, cover)
	}
	kept, err := archive.Archive{Dir: f.Ledger.Dir}.Starts(s.Agent, s.ID)
	if err != nil {
		return rec, nil, err
	}
	h, err := f.decide(ctx, &work{
		whole: true, copies: cover.Copies(me, p.old[s]), forgotten: p.forgotten,
		agent: s.Agent, session: s.ID, turns: turns, titles: titles, when: s.Ended(), kept: kept, known: heard.Arrived, came: heard.Came, final: true,
		begun:   len(rec.Entries) > 0 || cover.Begun(me),
		foreign: func(row string) bool { return !p.Index.Owns(s, row) },
	}, cover)
	if err != nil {
		return rec, nil, err
	}
	h.recall(&heard, cover)
	h.marks = append(h.marks, heard.Marks...)
	sum := &rec.Files[first] // it no longer matters which of the files a turn was taken from
	for i := range h.pieces {
		if p := &h.pieces[i]; first == 0 || !p.was {
			count(sum, p.decision)
		}
	}
	sum.Remember(new(p.old[s]).File(sum.Path))
	for i := range rec.Files[first:] {
		if h.withheld {
			rec.Files[first+i].Rules = f.Rules.Version
		}
	}
	if v != nil && !p.Index.Mixed[v.Source.Path] {
		sum.Cursor = v.Cursor(h.extents, nil)
		h.passAll(sum.Cursor, *sum)
		sum.Cursor.Heard = heard.Messages
	}
	rec.Project, rec.Repo = s.Project, s.Repo
	h.describe(&rec)
	rec.Project = f.Redact(rec.Project)
	rec.Sum()
	h.judge(&rec, true, "")
	return rec, h, nil
}

// Appended counts what was appended to the day logs.
type Appended = session.Appended

// append appends entries to the day logs and counts those that the logs did not hold.
func (f *Flusher) append(ctx context.Context, entries []daily.Entry, now time.Time, sum *Appended) error {
	f.Kept()
	if err := f.Projects.Keep(ctx, f.Ledger.Dir, now, entries...); err != nil {
		return err
	}
	where, err := f.Daily.AppendAll(ctx, entries)
	for i, o := range where {
		if o.Appended {
			sum.Add(Appended{Entries: 1, Bullets: len(entries[i].Bullets), Days: map[daily.Date]int{o.Date: 1}})
		}
	}
	return err
}
