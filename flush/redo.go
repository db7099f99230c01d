package flush

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/forgotten"
	"github.com/agent-admin/memoria/flush/segment"
	"github.com/agent-admin/memoria/flush/session"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/sorting"
)

// A Redo is an entry that an author without a model wrote, and those of its turns that the archive still has; or,
// without an ID, a session that has no entry: see [Flusher.PassedOver].
type Redo struct {
	daily.Entry
	Turns []transcript.Turn

	titles archive.Titles
	file   string // of the archive
	author string // whose part in it is to be written again
}

// Redos lists the entries of an agent's sessions that by wrote, alone or in part, that a log holds, and that no other
// entry replaces yet. They are sorted by time.
func (f *Flusher) Redos(agent string, sessions []string, by string) ([]Redo, error) {
	spans, err := f.spans(daily.Date{}, nil)
	if err != nil {
		return nil, err
	}
	held := session.EntriesOf(spans)
	a := archive.Archive{Dir: f.Ledger.Dir}
	var out []Redo
	for _, id := range sessions {
		err := a.Each(agent, id, func(name string, file *archive.File) error {
			for _, e := range file.Head.Entries {
				if !held[e.ID] || held[entry.RedoID(e.ID)] || !slices.Contains(strings.Split(e.By, "+"), by) {
					continue
				}
				if turns := file.Of(e.ID); len(turns) > 0 {
					out = append(out, Redo{Entry: e.Daily(agent, id), Turns: turns, titles: file.Head.Titles, file: name, author: by})
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	sorting.Stable(out, func(a, b Redo) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.ID, b.ID)) })
	return out, nil
}

// Redo has the author write an entry once more, and appends the new entry to replace the old one: a log is never
// rewritten. The caller holds the import's lock. It appends nothing, without an error, where the author finds nothing
// worth keeping, or where the author of the old entry would write it again, which Same counts. Then
// the caller records that, and calls Drop, so that the author drops its replies.
func (f *Flusher) Redo(ctx context.Context, r Redo, now time.Time) (out Captured, err error) {
	if r.ID == "" {
		return f.reconsider(ctx, r, now)
	}
	w := &work{agent: r.Agent, session: r.Session, titles: r.titles, final: true}
	past, err := f.past(w, r.Turns)
	if err != nil {
		return out, err
	}
	sum, by, err := f.summarise(ctx, w, segment.Segment{Turns: r.Turns}, past, false)
	if err != nil {
		return out, fmt.Errorf("redo entry %s: %w", r.ID, err)
	}
	gone, err := forgotten.Read(f.Ledger.Dir)
	if err != nil {
		return out, err
	}
	gone.Strip(r.Agent, r.Session, &sum)
	if same := by == r.By || by == r.author; same || len(sum.Bullets) == 0 {
		if same {
			out.Same = 1
		}
		out.Drop = w.saved
		return out, nil
	}
	f.RedactSummary(&sum)
	e := r.Entry
	e.ID, e.Redoes, e.By, e.Summary = entry.RedoID(r.ID), r.ID, by, sum
	if err := (archive.Archive{Dir: f.Ledger.Dir}).AddEntry(r.file, e); err != nil {
		return out, err
	}
	got, err := f.restore(ctx, []lostEntry{{Entry: e}}, now)
	if err == nil {
		w.saved()
	}
	return got, err
}

// Titles returns the titles that the client gave the session.
func (r *Redo) Titles() []string { return r.titles.Given }
