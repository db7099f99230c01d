package flush

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/reported"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/flush/session"
	"github.com/agent-admin/memoria/flush/transcript"
)

// write writes the result, the ledger last: whatever the ledger says is on the disk.
func (k *capturing) write(ctx context.Context) (out Captured, err error) {
	index := session.Rows{Dir: k.Ledger.Dir, Daily: k.Daily.Folder}
	var marks []rowkey.Mark
	for _, p := range k.parts {
		if err := (archive.Archive{Dir: k.Ledger.Dir}).Apply(&p.h.Update, true, k.now); err != nil {
			return out, err
		}
		if err := k.rewind(ctx, p.h, k.Source.Agent, p.id); err != nil {
			return out, err
		}
		marks = append(append(marks, p.h.marks...), p.Marks...)
	}
	if err := k.reached("archive"); err != nil {
		return out, err
	}
	k.Daily.Whole = index.Holds
	for _, p := range k.parts {
		if err := k.append(ctx, p.h.entries, k.now, &out.Appended); err != nil {
			return out, err
		}
		if err := k.reached("log"); err != nil {
			return out, err
		}
		out.Turns += p.h.fresh
	}
	if err := index.Add(marks); err != nil {
		return out, err
	}
	if err := k.reached("rows"); err != nil {
		return out, err
	}
	if err := k.record(&out); err != nil {
		return out, err
	}
	for _, p := range k.parts {
		p.h.saved()
	}
	return out, nil
}

// reached lets a test stop a capture after a step.
func (f *Flusher) reached(step string) error {
	if f.step == nil {
		return nil
	}
	return f.step(step)
}

// record records how far the transcript was captured. The record of the session that has the cursor comes last: its
// presence means that the others were written.
func (k *capturing) record(out *Captured) error {
	var all []session.Extent
	for _, p := range k.parts {
		all = append(all, p.h.extents...)
	}
	parts := slices.DeleteFunc(slices.Clone(k.parts), k.leads)
	for _, p := range append(parts, slices.DeleteFunc(slices.Clone(k.parts), func(p *part) bool { return !k.leads(p) })...) {
		r := k.recordOf(p, all)
		out.Older += r.File(k.Source.Path).Older
		if n := r.Damaged(k.Source.Path) - p.old.Damaged(k.Source.Path); n > 0 {
			out.Damaged = append(out.Damaged, ledger.Damage{Path: k.Source.Path, Lines: n})
		}
		if err := k.Ledger.Put(r); err != nil {
			return err
		}
		if err := k.reached("ledger"); err != nil {
			return err
		}
		out.Sessions = append(out.Sessions, r)
	}
	return nil
}

func (k *capturing) leads(p *part) bool { return p.id == k.Session || p.id == k.main }

// recordOf returns the ledger's new record of the session of p.
func (k *capturing) recordOf(p *part, all []session.Extent) ledger.Record {
	r := p.old
	r.Agent, r.Session = k.Source.Agent, p.id
	r.Files = slices.Clone(p.old.Files)
	r.Entries = slices.Clone(p.old.Entries)
	f := k.fileOf(p, all)
	if old := r.File(f.Path); old != nil {
		*old = f
	} else {
		r.Files = append(r.Files, f)
	}
	r.Sum()
	p.h.describe(&r)
	if r.Last.IsZero() {
		r.First, r.Last = p.when.First, p.when.Last
	}
	r.Project = k.Redact(r.Project)
	p.h.judge(&r, k.Final, (&session.Session{Own: p.own, Sub: p.sub}).Nothing())
	return r
}

// fileOf returns what the ledger is to say about the transcript.
func (k *capturing) fileOf(p *part, all []session.Extent) ledger.File {
	f := ledger.File{Path: k.Source.Path, Size: k.Source.Size, ModTime: k.Source.ModTime}
	f.Cursor = k.v.Cursor(all, p.cur)
	if old := p.old.File(f.Path); k.v.Start > 0 && old != nil {
		f.Rules, f.Damaged = old.Rules, old.Damaged
	}
	if p == k.parts[0] {
		f.Damaged = k.v.Damaged(p.cur)
	}
	if p.h.withheld && f.Rules == "" {
		f.Rules = k.Rules.Version
	}
	if p.own {
		f.Cursor = nil // only its first prompt says whose it is
	}
	others := false // other files of the session have been counted
	switch old := p.old.File(f.Path); {
	case k.v.Start > 0 && p.cur != nil:
		f.Flushed, f.Skipped, f.Older = p.cur.Flushed, p.cur.Skipped, p.cur.Older
	case k.v.Start == 0 && (len(p.old.Files) > 1 || len(p.old.Files) == 1 && old == nil):
		others = true
		if old != nil {
			f.Flushed, f.Skipped = old.Flushed, old.Skipped
		}
	}
	for i := range p.h.pieces {
		if x := &p.h.pieces[i]; !p.Known[x.ID] && !(others && x.was) {
			count(&f, x.decision)
		}
	}
	f.Remember(p.old.File(f.Path))
	if f.Cursor != nil {
		f.Pending += p.Held()
		p.h.passAll(f.Cursor, f)
		f.Cursor.Heard = p.Messages
	}
	return f
}

func count(f *ledger.File, what decision) {
	switch what {
	case flushed:
		f.Flushed++
	case skipped, barred:
		f.Skipped++
	case older:
		f.Older++
	default:
		f.Pending++
	}
}

// describe copies into r what the turns say about their session.
func (h *result) describe(r *ledger.Record) {
	r.Title = h.title
	when := session.Stretch{First: r.First, Last: r.Last}
	for i := range h.pieces {
		p := &h.pieces[i]
		when.Add(&p.Turn)
		if name := p.place.Name; name != "" && (p.Role == transcript.Person || r.Project == "") {
			r.Project, r.Repo = name, p.place.Repo
		}
	}
	r.First, r.Last = when.First, when.Last
	for _, e := range h.entries {
		if !slices.Contains(r.Entries, e.ID) {
			r.Entries = append(r.Entries, e.ID)
		}
	}
}

// judge sets the state of the session whose turns are counted in r.
func (h *result) judge(r *ledger.Record, final bool, nothing string) {
	r.State, r.Reason, r.Copy = ledger.Pending, "", false
	isOlder := func(f ledger.File) bool { return f.Older > 0 }
	skip := func(why string) { r.State, r.Reason = ledger.Skipped, why }
	switch {
	case h.begun:
		r.State = ledger.Flushed
	case r.Turns == 0 && h.shared > 0:
		r.Copy = true
		skip("a copy of another session that went no further")
	case r.Turns == 0 && slices.ContainsFunc(r.Files, isOlder):
		skip(ledger.ReasonOlder)
	case r.Turns == 0 && final:
		skip(nothing)
	case r.Turns == 0 || r.Pending > 0:
	case h.reason != "" && !slices.ContainsFunc(h.pieces, func(p piece) bool { return p.decision == skipped }):
		skip(h.reason)
	case h.emptyBy != "":
		skip(fmt.Sprintf(ledger.ReasonNothingBy, h.emptyBy))
	default:
		skip(ledger.ReasonNothing)
	}
}

// passAll moves the cursor past the turns that are decided; all holds the counts of the whole file. The next reading
// counts again what follows the cursor.
func (h *result) passAll(c *ledger.Cursor, all ledger.File) {
	behind := ledger.File{}
	for i := range h.pieces {
		p := &h.pieces[i]
		switch {
		case reported.IsID(p.ID) && p.Begin == p.End && p.decision == flushed: // it is not in the file
		case p.Begin < c.Offset:
			pass(c, p)
		default:
			count(&behind, p.decision)
		}
	}
	c.Flushed, c.Skipped, c.Older = all.Flushed-behind.Flushed, all.Skipped-behind.Skipped, all.Older-behind.Older
}

// recentRows is how many of the rows before it a cursor names.
const recentRows = 64

// pass moves the cursor behind p.
func pass(c *ledger.Cursor, p *piece) {
	c.Place, c.Dir = p.place, cmp.Or(p.CWD, c.Dir)
	c.Rows = append(c.Rows, p.Turn.RowIDs()...)
	c.Rows = slices.Clone(c.Rows[max(0, len(c.Rows)-recentRows):])
}
