package flush

import (
	"context"
	"path"
	"time"

	"github.com/agent-admin/memoria/daily"
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
	// Repository finds the folder of the repository that dir lies in, the same for all its
	// worktrees; nil, or false where it cannot say, leaves it to how dir is written.
	Repository func(dir string) (root string, ok bool)
}

// session reads and summarises what no entry covers yet of s, and says what the ledger is to
// record once the entries are in the logs.
func (f *Flusher) session(ctx context.Context, p *Plan, s *Session) (Record, []daily.Entry, error) {
	rec := s.record()
	if reason := s.nothing(); reason != "" {
		return rec.skip(reason), nil, nil
	}
	turns, titles, err := p.Index.turns(ctx, s)
	if err != nil {
		return rec, nil, err
	}
	rec.Turns = len(turns)
	turns, reason := f.allowed(turns, place{})
	withheld := rec.Turns - len(turns)
	if len(turns) == 0 && withheld > 0 {
		return rec.skip(reason), nil, nil
	}
	rec.Project = f.clean(s.Project)
	entries, old, err := f.entries(ctx, s, turns, titles, p.spans)
	if err != nil {
		return rec, nil, err
	}
	switch {
	case len(entries) > 0:
		rec.State, rec.Flushed, rec.Skipped = Flushed, len(turns), withheld
		for _, e := range entries {
			rec.Entries = append(rec.Entries, e.ID)
		}
	case old > 0: // what was said since the last entry is not worth one
		rec.State, rec.Flushed, rec.Skipped = Flushed, old, rec.Turns-old
	default:
		return rec.skip("nothing in it was worth keeping: no decision, lesson, preference, fact or task"), nil, nil
	}
	return rec, entries, nil
}

func (r Record) skip(reason string) Record {
	r.State, r.Reason, r.Skipped = Skipped, reason, r.Turns
	return r
}

// waiting is the record of s while it has not been worked.
func (s *Session) waiting() Record {
	r := s.record()
	r.Pending = r.Turns
	return r
}

// record is what the ledger says of s before it was worked.
func (s *Session) record() Record {
	r := Record{Agent: s.Agent, Session: s.ID,
		First: s.First, Last: s.Last, Turns: s.Turns, State: Pending}
	for _, src := range s.Sources {
		r.Files = append(r.Files, File{src.Path, src.Size, src.ModTime})
	}
	return r
}

// nothing is why s needs no author, or "".
func (s *Session) nothing() string {
	switch {
	case s.Own:
		return "memoria's own call to a model, not a person's session"
	case s.Turns > 0:
		return ""
	case s.Sub > 0:
		return "only a subagent speaks in it; the session that started it is not among the transcripts"
	}
	return "no messages in it: only the client's own records"
}

// entries makes the entries of the turns no entry covers. old counts the turns that one does.
func (f *Flusher) entries(ctx context.Context, s *Session, turns []transcript.Turn, titles []string, byFrom map[string][]daily.Span) ([]daily.Entry, int, error) {
	in := covered(turns, byFrom, f.Zone)
	project := f.projectsOf(turns, place{})
	for i := range turns {
		f.redact(&turns[i])
	}
	for i := range titles {
		titles[i] = f.clean(titles[i])
	}
	var out []daily.Entry
	old := 0
	for i := 0; i < len(turns); {
		if in[i] {
			i++
			old++
			continue
		}
		j := i
		for j < len(turns) && !in[j] {
			j++
		}
		es, err := f.run(ctx, s, cut(turns[i:j], project[i:j], f.Zone), titles)
		if err != nil {
			return nil, 0, err
		}
		out = append(out, es...)
		i = j
	}
	return out, old, nil
}

// run makes the entries of consecutive segments. One that holds nothing worth keeping widens the
// entry before it, or else the one after it, so that every turn lies in some range.
func (f *Flusher) run(ctx context.Context, s *Session, segs []segment, titles []string) ([]daily.Entry, error) {
	var out []daily.Entry
	from := "" // first row of what waits for an entry to widen
	for _, seg := range segs {
		sum, err := f.Author.Summarise(ctx, seg.turns, titles)
		if err != nil {
			return nil, err
		}
		first, last := seg.turns[0], seg.turns[len(seg.turns)-1]
		if len(sum.Bullets) == 0 {
			if n := len(out); n > 0 {
				out[n-1].To = row(last.Last)
			} else if from == "" {
				from = row(first.ID)
			}
			continue
		}
		f.redactSummary(&sum)
		e := daily.Entry{Agent: s.Agent, Session: s.ID, Project: f.clean(seg.project), Branch: f.clean(last.Branch),
			Started: began(&first), At: s.lastTime(seg), From: row(first.ID), To: row(last.Last),
			By: f.Author.Name(), Summary: sum}
		if from != "" {
			e.From, from = from, ""
		}
		out = append(out, e)
	}
	for i := range out {
		out[i].At = out[i].At.In(f.Zone)
		out[i].ID = daily.EntryID(out[i].Agent, out[i].Session, out[i].To)
	}
	return out, nil
}

// lastTime is when the last row of seg was written. Rows without a time are dated by their
// session, a session without any by its file.
func (s *Session) lastTime(seg segment) time.Time {
	for i := len(seg.turns) - 1; i >= 0; i-- {
		if at := seg.turns[i].At; !at.IsZero() {
			return at
		}
	}
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
