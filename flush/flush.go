package flush

import (
	"context"
	"path"
	"slices"
	"time"

	"github.com/agent-admin/memoria/daily"
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
	Daily  *daily.Store           // required
	Ledger *Ledger                // required
	Author Author                 // required
	Zone   *time.Location         // required: the vault's
	Clean  func(string) string    // takes secrets and private words out; nil keeps all
	Hidden func(path string) bool // paths whose mention is withheld; nil hides none

	// Excluded says why nothing said in a folder is taken, "" where it is; nil takes all. places
	// are the folder and the one its project is rooted at.
	Excluded func(places ...string) (reason string)
	// Rules tells the settings behind Hidden and Excluded from others: what they withheld of a
	// transcript is looked at again once they changed. "" where they are not known.
	Rules string
	// Repository finds the folder of the repository that dir lies in, the same for all its
	// worktrees; nil, or false where it cannot say, leaves it to how dir is written.
	Repository func(dir string) (root string, ok bool)

	step func(done string) error // what a test does between the writes of a capture
}

// session makes what no entry covers yet of s, and says what the ledger is to record once that is
// written.
func (f *Flusher) session(ctx context.Context, p *Plan, s *Session) (Record, *harvest, error) {
	rec, first := s.record(p.old[s])
	if reason := s.nothing(); reason != "" {
		rec.Files[first].Skipped = rec.Turns
		return rec.skip(reason), &harvest{}, nil
	}
	turns, titles, v, err := p.Index.turns(ctx, s)
	if err != nil {
		return rec, nil, err
	}
	cover, heard := p.cover.own(), hearing{}
	if v != nil { // the only file
		defer v.close()
		old := p.old[s]
		if c := old.cursor(v.src.Path); c != nil {
			heard.waiting = slices.Clone(c.Heard)
			for i := range heard.waiting {
				heard.waiting[i].Held = false // an import leaves nothing waiting
			}
		}
		turns = heard.match(rowkey.OfSession(s.Agent, s.ID), turns, 0, cover)
	}
	kept, err := archive{f.Ledger.Dir}.list(s.Agent, s.ID)
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
	count := &rec.Files[first] // which of the files a turn was taken from matters no more
	for i := range h.pieces {
		if p := &h.pieces[i]; first == 0 || !p.was {
			count.count(p.fate)
		}
	}
	for i := range rec.Files[first:] {
		if h.withheld {
			rec.Files[first+i].Rules = f.Rules
		}
	}
	if v != nil && !p.Index.mixed[v.src.Path] {
		count.Cursor = v.cursor(h.extents, nil)
		count.Cursor.passAll(h, *count)
		count.Cursor.Heard = heard.waiting
	}
	rec.Project = s.Project
	h.describe(&rec)
	rec.Project = f.clean(rec.Project)
	rec.addUp()
	rec.judge(h, true, "")
	return rec, h, nil
}

func (r Record) skip(reason string) Record {
	r.State, r.Reason, r.Skipped = Skipped, reason, r.Turns
	return r
}

// waiting is the record of s while it has not been worked.
func (s *Session) waiting() Record {
	r, _ := s.record(Record{})
	r.Pending = r.Turns
	return r
}

// record is what the ledger says of s before it was worked, old being what it said before. first is
// the first of its files that is read now: others were, and are gone.
func (s *Session) record(old Record) (r Record, first int) {
	r = Record{
		Agent: s.Agent, Session: s.ID, Entries: slices.Clone(old.Entries),
		First: s.First, Last: s.Last, Turns: s.Turns, State: Pending,
	}
	for _, f := range old.Files {
		if !slices.ContainsFunc(s.Sources, func(src Source) bool { return src.Path == f.Path }) {
			r.Files = append(r.Files, f)
		}
	}
	first = len(r.Files)
	for _, src := range s.Sources {
		r.Files = append(r.Files, File{Path: src.Path, Size: src.Size, ModTime: src.ModTime})
	}
	return r, first
}

// nothing is why s needs no author, or "".
func (s *Session) nothing() string {
	switch {
	case s.Own:
		return reasonOwn
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

// redact takes out of t what must not be stored or sent.
func (f *Flusher) redact(t *transcript.Turn) {
	t.Text, t.Question = f.clean(t.Text), f.clean(t.Question)
	kept := t.Steps[:0]
	for _, st := range t.Steps {
		if f.Hidden != nil && st.File && (f.Hidden(st.Target) || f.Hidden(path.Join(normalDir(t.CWD), st.Target))) {
			continue
		}
		st.Target, st.Error = f.clean(st.Target), f.clean(st.Error)
		kept = append(kept, st)
	}
	t.Steps = kept
}

// redactSummary looks once more at what an author made: markup that hid a secret's shape is gone
// from it.
func (f *Flusher) redactSummary(sum *daily.Summary) {
	sum.Title, sum.Context = f.clean(sum.Title), f.clean(sum.Context)
	for i := range sum.Bullets {
		sum.Bullets[i].Text = f.clean(sum.Bullets[i].Text)
	}
}

func (f *Flusher) clean(s string) string {
	if f.Clean == nil {
		return s
	}
	return f.Clean(s)
}
