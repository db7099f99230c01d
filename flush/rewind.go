package flush

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/forgotten"
	"github.com/agent-admin/memoria/flush/segment"
	"github.com/agent-admin/memoria/flush/transcript"
)

// leftSummary is what an entry says of turns that were all left behind.
var leftSummary = daily.Summary{Title: "Left behind", Context: "The person went back to before this and asked anew."}

// rewind writes the entries again that hold turns which the person left behind later, without these: a log is never
// rewritten, so each new entry replaces one. The archive notes the turns first. It does nothing the second time.
func (f *Flusher) rewind(ctx context.Context, h *result, now time.Time, rep *Appended) error {
	if len(h.left) == 0 {
		return nil
	}
	a := archive.Archive{Dir: f.Ledger.Dir}
	files := map[string]*archive.File{}
	if err := a.Each(h.agent, h.session, func(name string, file *archive.File) error {
		files[name] = file
		return nil
	}); err != nil {
		return err
	}
	var lost []lostEntry
	for _, name := range slices.Sorted(maps.Keys(files)) {
		file := files[name]
		again := map[string]bool{} // entries to write again
		for i := range file.Turns {
			if t := &file.Turns[i]; !t.Left && len(t.Rows) > 0 && h.left[t.Rows[0]] {
				t.Left, again[t.Entry] = true, t.Entry != ""
			}
		}
		for _, e := range file.Head.Entries {
			if !again[e.ID] {
				continue
			}
			n, err := f.without(ctx, h, file, e)
			if err != nil {
				return fmt.Errorf("rewind entry %s: %w", e.ID, err)
			}
			file.Head.Entries = append(file.Head.Entries, archive.EntryOf(n))
			lost = append(lost, lostEntry{Entry: n})
		}
		if len(again) > 0 {
			if err := a.Save(name, file); err != nil {
				return err
			}
		}
	}
	if len(lost) == 0 {
		return nil
	}
	got, err := f.restore(ctx, lost, now)
	rep.Add(got.Appended)
	return err
}

// without returns an entry that replaces e, or the last that does, and says nothing of the turns that were left.
func (f *Flusher) without(ctx context.Context, h *result, file *archive.File, e archive.Entry) (daily.Entry, error) {
	out := e.Daily(h.agent, h.session)
	for _, o := range file.Head.Entries {
		if o.Redoes == out.ID {
			out.ID = o.ID
		}
	}
	w := &work{agent: h.agent, session: h.session, final: true}
	turns := file.Of(e.ID)
	sum, by, err := f.summarise(ctx, w, segment.Segment{Turns: turns}, false)
	switch {
	case err != nil:
		return out, err
	case len(turns) == 0:
		sum = leftSummary
	case len(sum.Bullets) == 0:
		sum = segment.Summary(transcript.Stay(turns))
	}
	gone, err := forgotten.Read(f.Ledger.Dir)
	if err != nil {
		return out, err
	}
	gone.Strip(h.agent, h.session, &sum)
	f.RedactSummary(&sum)
	out.Redoes, out.ID, out.By, out.Summary = out.ID, daily.RedoID(out.ID), by, sum
	w.saved()
	return out, nil
}
