package flush

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/forgotten"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/flush/session"
	"github.com/agent-admin/memoria/flush/wording"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// A Forget says what of the sessions is to be forgotten, as the logs have it now.
type Forget struct {
	Sessions []forgotten.Session
	Entries  []daily.Dated // whole; those of Sessions are among them
	Lines    []ForgetLine
	Hand     []string // lines that a person kept by hand
	Promise  forgotten.Promise
}

// Forgone is what a forget takes out of what the flusher keeps.
type Forgone struct {
	Turns       int      // in the archive that lose their words
	Damaged     []string // files of the archive and the ledger that are removed, for what they say cannot be told
	Transcripts []string // of these sessions, the agents' own, which stay as they are
	Records     int      // sessions whose record changes
	Replies     int      // answers of models, kept to be used again, that are removed: nobody knows what of

	After map[string][]byte // what is rewritten, as it will read; a damaged file is nil, for it is removed
}

// Forget takes words out of the archive and the ledger for good. What it keeps is which rows there
// were, by hash, so that none is captured again; that is written first. With dry nothing is written.
// Forgetting again changes nothing more. The caller holds the import's lock.
func (f *Flusher) Forget(ctx context.Context, x *Forget, dry bool, now time.Time) (Forgone, error) {
	r := &forgetting{Flusher: f, Forget: x, now: now, rows: map[rowkey.Key]bool{}, entries: map[string]bool{}, whole: map[forgotten.Session]bool{}}
	var out Forgone
	if err := r.plan(ctx, &out); err != nil {
		return out, fmt.Errorf("forget: %w", err)
	}
	if dry {
		return out, nil
	}
	if err := r.bury(); err != nil {
		return out, err
	}
	if err := r.write(); err != nil {
		return out, fmt.Errorf("forget: %w", err)
	}
	return out, nil
}

// A forgetting is a forget under way.
type forgetting struct {
	*Flusher
	*Forget
	now     time.Time
	whole   map[forgotten.Session]bool
	entries map[string]bool // forgotten whole
	rows    map[rowkey.Key]bool
	files   []archiveEdit
	damaged []string
	records []ledger.Record
}

// An archiveEdit is a file of the archive as it is to be.
type archiveEdit struct {
	name string
	file archive.File
}

// sessions are those that anything is forgotten of.
func (r *forgetting) sessions() (out []forgotten.Session) {
	add := func(s forgotten.Session) {
		if s.ID != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	for _, s := range r.Sessions {
		add(s)
	}
	for _, e := range r.Entries {
		add(forgotten.Session{Agent: e.Agent, ID: e.Session})
	}
	for _, l := range r.Lines {
		add(forgotten.Session{Agent: l.Of.Agent, ID: l.Of.Session})
	}
	return out
}

// plan finds what holds any of it, and its rows.
func (r *forgetting) plan(ctx context.Context, out *Forgone) error {
	for _, s := range r.Sessions {
		r.whole[s] = true
	}
	marks := map[rowkey.Key]bool{}
	for _, e := range r.Entries {
		r.entries[e.ID] = true
		marks[rowkey.Of(e.ID)] = true
		for _, row := range [...]string{e.From, e.To} {
			if row != "" {
				r.rows[rowkey.Of(row)] = true
			}
		}
	}
	for _, c := range r.Promise.Cuts {
		for id := range c.Entries {
			r.entries[id], marks[rowkey.Of(id)] = true, true
		}
	}
	for _, s := range r.Sessions {
		marks[s.Key()] = true
	}
	err := session.Rows{Dir: r.Ledger.Dir}.Each(func(m rowkey.Mark) {
		if marks[m.Session] || m.Entry != 0 && marks[m.Entry] {
			r.rows[m.Row] = true
		}
	})
	if err != nil {
		return err
	}
	for i := range r.Lines {
		r.Lines[i].Archived, r.Lines[i].Untold, r.Lines[i].Was = 0, 0, nil
	}
	for _, s := range r.sessions() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := r.session(s, out); err != nil {
			return err
		}
	}
	for i := range r.Lines {
		if l := &r.Lines[i]; l.Archived > 0 {
			l.Untold = 0
		}
	}
	out.Damaged, out.Records = r.damaged, len(r.records)
	names, err := r.replies()
	out.Replies = len(names)
	if err == nil {
		err = r.after(out)
	}
	return err
}

// after tells how what is rewritten will read.
func (r *forgetting) after(out *Forgone) error {
	out.After = map[string][]byte{}
	for _, f := range r.files {
		text, err := f.file.JSON()
		if err != nil {
			return err
		}
		out.After[f.name] = text
	}
	for _, rec := range r.records {
		text, err := json.Marshal(rec)
		if err != nil {
			return err
		}
		out.After[ledger.NameOf(rec.Agent, rec.Session)] = text
	}
	for _, name := range r.damaged {
		out.After[name] = nil
	}
	return nil
}

// session looks through what is kept of one session.
func (r *forgetting) session(s forgotten.Session, out *Forgone) error {
	a, folder := archive.Archive{Dir: r.Ledger.Dir}, archive.Folder(s.Agent, s.ID)
	list, err := a.Dir.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read the archive: %w", err)
	}
	for _, f := range list {
		if archive.IsAside(f.Name()) {
			r.damaged = append(r.damaged, path.Join(folder, f.Name()))
		}
	}
	names, err := a.Files(folder)
	if err != nil {
		return fmt.Errorf("read the archive: %w", err)
	}
	for _, name := range names {
		file, err := a.Read(name)
		if archive.IsDamage(err) {
			r.damaged = append(r.damaged, name)
			continue
		}
		if err != nil {
			return err
		}
		n, changed := r.file(s, &file)
		if out.Turns += n; changed {
			r.files = append(r.files, archiveEdit{name, file})
		}
	}
	return r.record(s, out)
}

// file takes out of a file of the archive what is to be forgotten, and counts the turns.
func (r *forgetting) file(s forgotten.Session, file *archive.File) (turns int, changed bool) {
	for i := range file.Head.Entries {
		changed = r.entry(s, &file.Head.Entries[i]) || changed
	}
	for i := range file.Turns {
		t := &file.Turns[i]
		if !r.turn(s, t) {
			continue
		}
		for _, id := range t.Rows {
			r.rows[rowkey.Of(id)] = true
		}
		if t.Blank() {
			turns++
			changed = true
		}
	}
	if h := &file.Head; changed || r.whole[s] {
		changed = changed || len(h.Titles) > 0
		h.Titles = nil // the client made them of what was said
		if r.whole[s] && h.Project+h.Branch != "" {
			h.Project, h.Branch, changed = "", "", true
		}
	}
	return turns, changed
}

// entry takes words out of an entry in the archive.
func (r *forgetting) entry(s forgotten.Session, e *archive.Entry) (changed bool) {
	if r.whole[s] || r.entries[e.ID] {
		for _, row := range [...]string{e.From, e.To} {
			if row != "" {
				r.rows[rowkey.Of(row)] = true
			}
		}
		husk := archive.Entry{ID: e.ID, At: e.At, Started: e.Started, From: e.From, To: e.To, By: e.By, Title: daily.Forgotten}
		changed = e.Title != daily.Forgotten || e.Context+e.Project+e.Branch != "" || len(e.Bullets) > 0
		*e = husk
		return changed
	}
	for i := range r.Lines {
		l := &r.Lines[i]
		if l.Of.ID != e.ID {
			continue
		}
		n := len(e.Bullets)
		e.Bullets = slices.DeleteFunc(e.Bullets, func(b archive.Bullet) bool {
			same := wording.Folded(b.Text) == wording.Folded(l.Bullet.Text)
			if !same && daily.Wrote(e.ID, b.Text, l.Bullet.Block) {
				l.Was = append(l.Was, b.Text)
				return true
			}
			return same
		})
		changed = changed || len(e.Bullets) < n
		if l.Title && e.Title != "" {
			e.Title, changed = "", true
		}
		if l.Context && e.Context != "" {
			e.Context, changed = "", true
		}
	}
	return changed
}

// turn reports whether the words of a turn are to be forgotten.
func (r *forgetting) turn(s forgotten.Session, t *archive.Turn) bool {
	if r.whole[s] || t.Entry != "" && r.entries[t.Entry] {
		return true
	}
	found := false
	for i := range r.Lines {
		l := &r.Lines[i]
		if l.Of.Session != s.ID || l.Of.Agent != s.Agent {
			continue
		}
		text := t.Text + "\n" + t.Question
		if l.Of.ID == t.Entry && t.Text != "" {
			l.Untold++
		}
		if l.Of.ID == t.Entry && l.in(text) || l.whole(text) || slices.ContainsFunc(t.Steps, func(st archive.Step) bool { return l.whole(st.Target + "\n" + st.Error) }) {
			l.Archived++
			found = true
		}
	}
	return found
}

// write takes the words out.
func (r *forgetting) write() error {
	a := archive.Archive{Dir: r.Ledger.Dir}
	for _, s := range r.sessions() { // what a killed run left holds it, too
		if _, err := a.Dir.CleanTempOf(archive.Folder(s.Agent, s.ID)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("clean the archive: %w", err)
		}
	}
	r.Ledger.Clean(r.now)
	if names, err := r.replies(); err != nil {
		return err
	} else if err := a.Dir.RemoveAllOf(layout.Replies, names); err != nil {
		return fmt.Errorf("clear %q: %w", layout.Replies, err)
	}
	for _, f := range r.files {
		if err := a.Save(f.name, &f.file); err != nil {
			return fmt.Errorf("write the archive: %w", err)
		}
	}
	for _, name := range r.damaged {
		if err := a.Dir.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("clean the archive: %w", err)
		}
	}
	for _, rec := range r.records {
		if err := r.Ledger.Put(rec); err != nil {
			return err
		}
	}
	return nil
}
