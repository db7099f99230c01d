package flush

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/markdown"
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/forgotten"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/project"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/flush/segment"
	"github.com/agent-admin/memoria/flush/session"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/sorting"
)

// PassedOver lists what the archive holds of sessions without an entry, in which nothing was found worth keeping.
// [Flusher.Redo] has the author read them once more. They are sorted by time and have no ID yet.
func (f *Flusher) PassedOver(agent string, sessions []string) ([]Redo, error) {
	spans, err := f.spans(daily.Date{}, nil)
	if err != nil {
		return nil, err
	}
	told := session.NewCover(archive.Archive{}, spans, nil)
	var out []Redo
	for _, id := range sessions {
		if told.Begun(rowkey.OfSession(agent, id)) {
			continue
		}
		r, err := f.passedOver(agent, id)
		if err != nil {
			return nil, err
		}
		if len(r.Turns) > 0 {
			out = append(out, r)
		}
	}
	sorting.Stable(out, func(a, b Redo) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Session, b.Session)) })
	return out, nil
}

// passedOver returns a session of which the archive has turns and no entry.
func (f *Flusher) passedOver(agent, session string) (r Redo, err error) {
	r.Agent, r.Session = agent, session
	has := false // whether there is an entry that a log lost and Rebuild restores
	err = archive.Archive{Dir: f.Ledger.Dir}.Each(agent, session, func(_ string, file *archive.File) error {
		has = has || len(file.Head.Entries) > 0
		for _, t := range file.Of("") {
			r.Turns = append(r.Turns, t)
			if t.At.After(r.At) {
				r.At = t.At
			}
		}
		r.titles.Add(file.Head.Titles)
		r.Project, r.Branch = cmp.Or(r.Project, file.Head.Project), cmp.Or(r.Branch, file.Head.Branch)
		return nil
	})
	if has || err != nil {
		return Redo{}, err
	}
	sorting.Stable(r.Turns, func(a, b transcript.Turn) int { return a.At.Compare(b.At) })
	if i := slices.IndexFunc(r.Turns, func(t transcript.Turn) bool { return t.Role == transcript.Person }); i >= 0 {
		r.Title = markdown.Oneline(r.Turns[i].Text)
	}
	return r, nil
}

// reconsider has the author read a session without an entry once more, and writes what it finds.
func (f *Flusher) reconsider(ctx context.Context, r Redo, now time.Time) (out Captured, err error) {
	gone, err := forgotten.Read(f.Ledger.Dir)
	if err != nil {
		return out, err
	}
	w := &work{agent: r.Agent, session: r.Session, titles: r.titles, final: true, forgotten: gone, when: r.At}
	if gone.Touches(rowkey.OfSession(r.Agent, r.Session)) {
		w.titles = archive.Titles{}
	}
	ranges, err := f.entryRanges(ctx, w, segment.Cut(r.Turns, f.Projects.Along(project.Place{Name: r.Project}, r.Turns), f.Zone))
	if err != nil {
		return out, fmt.Errorf("redo session %s: %w", r.Session, err)
	}
	if len(ranges) == 0 {
		if _, asks := f.Author.(Scribe); asks && w.emptyBy == "" {
			out.Same = 1 // the same author found nothing again
		}
		out.Drop = w.saved
		return out, f.recordEmpty(r, w.emptyBy, now)
	}
	lost, err := f.assign(r, ranges)
	if err != nil {
		return out, err
	}
	got, err := f.restore(ctx, lost, now)
	if err != nil {
		return got, err
	}
	w.saved()
	return got, f.taken(r, now)
}

// assign adds new entries of a session's turns to the archive, and returns them with their rows.
func (f *Flusher) assign(r Redo, ranges []entryRange) (lost []lostEntry, err error) {
	me := rowkey.OfSession(r.Agent, r.Session)
	of := map[string]int{} // the entryRange of a turn, by its first row
	at := 0
	for k, c := range ranges {
		for range c.turns {
			of[r.Turns[at].ID] = k
			at++
		}
		lost = append(lost, lostEntry{Entry: c.entry})
	}
	a := archive.Archive{Dir: f.Ledger.Dir}
	placed := make([]bool, len(ranges))
	err = a.Each(r.Agent, r.Session, func(name string, file *archive.File) error {
		last := -1 // a turn that lost its words lies in the entry of the turn before it
		for i := range file.Turns {
			t := &file.Turns[i]
			if k, ok := of[t.Rows[0]]; ok {
				last = k
			}
			if last < 0 || t.Entry != "" {
				continue
			}
			t.Entry = ranges[last].entry.ID
			for _, id := range t.Rows {
				lost[last].marks = append(lost[last].marks, rowkey.Mark{Row: rowkey.Of(id), Session: me, Entry: rowkey.Of(t.Entry)})
			}
			if !placed[last] {
				placed[last] = true
				file.Head.Entries = append(file.Head.Entries, archive.EntryOf(ranges[last].entry))
			}
		}
		if err := a.Save(name, file); err != nil {
			return fmt.Errorf("archive session %s: %w", r.Session, err)
		}
		return nil
	})
	return lost, err
}

// taken has the ledger count a session's skipped turns as flushed.
func (f *Flusher) taken(r Redo, now time.Time) error {
	rec, err := f.Ledger.Get(r.Agent, r.Session, now)
	if err != nil || rec.Session == "" {
		return err
	}
	rec.State, rec.Reason = ledger.Flushed, ""
	for i := range rec.Files {
		file := &rec.Files[i]
		n := min(len(r.Turns), file.Skipped)
		file.Flushed, file.Skipped = file.Flushed+n, file.Skipped-n
		if c := file.Cursor; c != nil {
			n = min(n, c.Skipped)
			c.Flushed, c.Skipped = c.Flushed+n, c.Skipped-n
		}
	}
	rec.Sum()
	return f.Ledger.Put(rec)
}

// recordEmpty records in the ledger which model found nothing in a session.
func (f *Flusher) recordEmpty(r Redo, model string, now time.Time) error {
	rec, err := f.Ledger.Get(r.Agent, r.Session, now)
	if err != nil || model == "" || rec.State != ledger.Skipped {
		return err
	}
	rec.Reason = fmt.Sprintf(ledger.ReasonNothingBy, strings.TrimSpace(model))
	return f.Ledger.Put(rec)
}
