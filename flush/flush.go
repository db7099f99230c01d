package flush

import (
	"context"
	"slices"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/filter"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/flush/transcript"
)

// An Author makes a summary of a stretch of one session. Titles are those the client itself gave
// the session. A summary without bullets says that nothing in it is worth keeping.
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

	step func(done string) error // what a test does between the writes of a capture
}

// session makes what no entry covers yet of s, and says what the ledger is to record once that is
// written.
func (f *Flusher) session(ctx context.Context, p *Plan, s *Session) (ledger.Record, *harvest, error) {
	rec, first := s.record(p.old[s])
	if reason := s.nothing(); reason != "" {
		rec.Files[first].Skipped = rec.Turns
		rec.State, rec.Reason, rec.Skipped = ledger.Skipped, reason, rec.Turns
		return rec, &harvest{}, nil
	}
	turns, titles, v, err := p.Index.turns(ctx, s)
	if err != nil {
		return rec, nil, err
	}
	cover, heard := p.cover.own(), hearing{}
	if v != nil { // the only file
		defer v.close()
		old := p.old[s]
		if c := old.Cursor(v.src.Path); c != nil {
			heard.waiting = slices.Clone(c.Heard)
			for i := range heard.waiting {
				heard.waiting[i].Held = false // an import leaves nothing waiting
			}
		}
		turns = heard.match(rowkey.OfSession(s.Agent, s.ID), turns, 0, cover)
	}
	kept, err := archive.Archive{Dir: f.Ledger.Dir}.Starts(s.Agent, s.ID)
	if err != nil {
		return rec, nil, err
	}
	h, err := f.reap(ctx, &work{
		whole: true, now: p.now,
		agent: s.Agent, session: s.ID, turns: turns, titles: titles, when: s.ended(), kept: kept, known: heard.arrived, final: true,
		begun:   len(rec.Entries) > 0 || cover.begun[rowkey.OfSession(s.Agent, s.ID)],
		foreign: func(row string) bool { return !p.Index.owns(s, row) },
	}, cover)
	if err != nil {
		return rec, nil, err
	}
	heard.recall(h, cover)
	h.marks = append(h.marks, heard.marks...)
	sum := &rec.Files[first] // which of the files a turn was taken from matters no more
	for i := range h.pieces {
		if p := &h.pieces[i]; first == 0 || !p.was {
			count(sum, p.fate)
		}
	}
	for i := range rec.Files[first:] {
		if h.withheld {
			rec.Files[first+i].Rules = f.Rules.Version
		}
	}
	if v != nil && !p.Index.mixed[v.src.Path] {
		sum.Cursor = v.cursor(h.extents, nil)
		h.passAll(sum.Cursor, *sum)
		sum.Cursor.Heard = heard.waiting
	}
	rec.Project = s.Project
	h.describe(&rec)
	rec.Project = f.Redact(rec.Project)
	rec.Sum()
	h.judge(&rec, true, "")
	return rec, h, nil
}

// waiting is the record of s while it has not been worked.
func (s *Session) waiting() ledger.Record {
	r, _ := s.record(ledger.Record{})
	r.Pending = r.Turns
	return r
}

// record is what the ledger says of s before it was worked, old being what it said before. first is
// the first of its files that is read now: others were, and are gone.
func (s *Session) record(old ledger.Record) (r ledger.Record, first int) {
	r = ledger.Record{
		Agent: s.Agent, Session: s.ID, Entries: slices.Clone(old.Entries),
		First: s.First, Last: s.Last, Turns: s.Turns, State: ledger.Pending,
	}
	for _, f := range old.Files {
		if !slices.ContainsFunc(s.Sources, func(src transcript.Source) bool { return src.Path == f.Path }) {
			r.Files = append(r.Files, f)
		}
	}
	first = len(r.Files)
	for _, src := range s.Sources {
		r.Files = append(r.Files, ledger.File{Path: src.Path, Size: src.Size, ModTime: src.ModTime})
	}
	return r, first
}

// nothing is why s needs no author, or "".
func (s *Session) nothing() string {
	switch {
	case s.Own:
		return ledger.ReasonOwnCall
	case s.Turns > 0:
		return ""
	case s.Sub > 0:
		return "only a subagent speaks in it; the session that started it is not among the transcripts"
	}
	return "no messages in it: only the client's own records"
}

// ended is when s was last written to, as far as it or its files tell.
func (s *Session) ended() time.Time {
	if !s.Last.IsZero() {
		return s.Last
	}
	var at time.Time
	for _, src := range s.Sources {
		if src.ModTime.After(at) {
			at = src.ModTime
		}
	}
	return at
}
