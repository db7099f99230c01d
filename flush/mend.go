package flush

import (
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/project"
	"github.com/agent-admin/memoria/flush/session"
)

// mend restores in the archive what damaged files held of a session that was read whole: the turns that lie in
// entries and that no file holds any more.
func (f *Flusher) mend(w *work, h *result) error {
	a := archive.Archive{Dir: f.Ledger.Dir}
	held, damaged, err := a.Survey(w.agent, w.session)
	if err != nil || held == nil {
		return err
	}
	h.Damaged = damaged
	file := archive.File{}
	put := func() {
		if len(file.Turns) > 0 {
			h.Files = append(h.Files, file)
		}
		file = archive.File{Head: archive.Head{Agent: w.agent, Session: w.session, Titles: w.titles}}
	}
	put()
	for i := range h.pieces {
		p := &h.pieces[i]
		s := h.cover.Span(p.Entry)
		if !p.was || s.Entry == "" || held[p.Turn.RowIDs()[0]] {
			put()
			continue
		}
		f.RedactTurn(&p.Turn)
		if len(file.Turns) == 0 {
			file.Head.Project, file.Head.Branch = f.Redact(p.place.Name), f.Redact(project.Hide(p.Branch))
		}
		turn := f.archived(h, p, s.Entry)
		if w.forgotten.Holds(h.me, &p.Turn) {
			turn.Blank()
		}
		file.Turns = append(file.Turns, turn)
		if held[s.Entry] {
			continue
		}
		held[s.Entry] = true
		switch e, err := session.InLog(f.Daily, s); {
		case err != nil:
			return err
		case e != nil:
			file.Head.Entries = append(file.Head.Entries, archive.EntryOf(*e))
		}
	}
	put()
	return nil
}
