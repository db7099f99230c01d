package flush

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/rowkey"
)

// mend has the archive get again what damaged files of it held, of a session that was read whole:
// the turns that lie in entries and that no file holds any more.
func (f *Flusher) mend(w *work, h *harvest) error {
	a := archive{f.Ledger.Dir}
	folder := archiveFolder(w.agent, w.session)
	hurt, err := a.hurt(folder)
	if err != nil || !hurt {
		return err
	}
	held, err := a.survey(folder, h)
	if err != nil {
		return err
	}
	h.now = w.now
	file := archivedFile{}
	put := func() {
		if len(file.turns) > 0 {
			h.files = append(h.files, file)
		}
		file = archivedFile{head: archiveHead{Schema: archiveSchema, Agent: w.agent, Session: w.session, Titles: w.titles}}
	}
	put()
	logs := map[daily.Date]*daily.Log{}
	for i := range h.pieces {
		p := &h.pieces[i]
		s := h.cover.span(p.entry)
		if !p.was || s.Entry == "" || held[p.Turn.RowIDs()[0]] {
			put()
			continue
		}
		f.redact(&p.Turn)
		if len(file.turns) == 0 {
			file.head.Project, file.head.Branch = f.clean(p.place.Name), f.clean(p.Branch)
		}
		turn := f.archivedOf(p, s.Entry)
		if w.buried.holds(h.me, &p.Turn) {
			turn.blank()
		}
		file.turns = append(file.turns, turn)
		if held[s.Entry] {
			continue
		}
		held[s.Entry] = true
		switch e, err := f.logged(s, logs); {
		case err != nil:
			return err
		case e != nil:
			file.head.Entries = append(file.head.Entries, archivedEntryOf(*e))
		}
	}
	put()
	return nil
}

// logged is an entry as its log has it, nil if it has it no more.
func (f *Flusher) logged(s daily.Span, logs map[daily.Date]*daily.Log) (*daily.Entry, error) {
	if logs[s.Date] == nil {
		l, err := f.Daily.Read(s.Date)
		if err != nil {
			return nil, err
		}
		logs[s.Date] = l
	}
	for i := range logs[s.Date].Entries {
		if e := &logs[s.Date].Entries[i].Entry; e.ID == s.Entry {
			return e, nil
		}
	}
	return nil, nil
}

// span is what an entry of the logs covers.
func (c *cover) span(entry rowkey.Key) daily.Span {
	for _, some := range c.spans {
		for _, s := range some {
			if rowkey.Of(s.Entry) == entry {
				return s
			}
		}
	}
	return daily.Span{}
}

// hurt reports whether files in a session's folder are damaged or were moved aside for it.
func (a archive) hurt(folder string) (bool, error) {
	list, err := a.dir.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("read the archive: %w", err)
	}
	for _, f := range list {
		if strings.Contains(f.Name(), archiveEnd+".corrupt-") {
			return true, nil
		}
		if strings.HasSuffix(f.Name(), archiveEnd) && !strings.HasPrefix(f.Name(), ".") {
			if _, err := a.head(path.Join(folder, f.Name())); isDamage(err) {
				return true, nil
			}
		}
	}
	return false, nil
}

// survey tells which rows and entries the files of a session hold, and tells h which are damaged.
func (a archive) survey(folder string, h *harvest) (held map[string]bool, err error) {
	names, err := a.files(folder)
	if err != nil {
		return nil, fmt.Errorf("read the archive: %w", err)
	}
	held = map[string]bool{}
	for _, name := range names {
		file, err := a.read(name)
		if isDamage(err) {
			h.damaged = append(h.damaged, name)
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, e := range file.head.Entries {
			held[e.ID] = true
		}
		for _, t := range file.turns {
			for _, r := range t.Rows {
				held[r] = true
			}
		}
	}
	return held, nil
}
