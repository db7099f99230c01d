package flush

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/forgotten"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/flush/session"
	"github.com/agent-admin/memoria/flush/wording"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// Removed lists what a forget takes out of the archive and the ledger.
type Removed struct {
	Turns       int               // turns in the archive that lose their words
	Waiting     int               // messages in the queue that do
	Damaged     []string          // files that are removed because they cannot be read
	Transcripts []string          // the agents' own transcripts of these sessions, which stay as they are
	Files       map[string][]byte // changed files with their new content; nil for a damaged one
}

// Forget takes words out of the archive, the ledger and the queue for good. It keeps hashes of them, so that none is captured
// again; these are written first, and what waits goes by them. With dry nothing is written. Forgetting the same again changes
// nothing. The caller holds the import's lock, and the worker's.
func (f *Flusher) Forget(ctx context.Context, t *forgotten.Target, dry bool, now time.Time) (Removed, error) {
	r := &forgetting{Target: t, Flusher: f, archive: archive.Archive{Dir: f.Ledger.Dir}, now: now, whole: t.Whole(),
		files: map[string]*archive.File{}, out: Removed{Files: map[string][]byte{}}}
	err := r.plan(ctx)
	if err == nil && !dry {
		err = r.write()
	}
	if err == nil {
		r.out.Waiting, err = r.list.Waiting(&queue.Queue{Dir: f.Ledger.Dir}, t, dry)
	}
	if err != nil {
		return r.out, fmt.Errorf("forget: %w", err)
	}
	return r.out, nil
}

type forgetting struct {
	*forgotten.Target
	*Flusher
	archive archive.Archive
	now     time.Time
	whole   map[string]bool          // entries, by id
	list    *forgotten.List          // with what is forgotten now
	files   map[string]*archive.File // with their new content
	records []ledger.Record
	out     Removed
}

// all reports whether all of a session is forgotten.
func (r *forgetting) all(s forgotten.Session) bool { return slices.Contains(r.Sessions, s) }

// plan finds the files that hold any of it, and its rows.
func (r *forgetting) plan(ctx context.Context) (err error) {
	if r.list, err = forgotten.Read(r.Ledger.Dir); err != nil {
		return err
	}
	r.list.Add(r.Target, r.now)
	marks := map[rowkey.Key]bool{}
	for id := range r.whole {
		marks[rowkey.Of(id)] = true
	}
	for _, s := range r.Sessions {
		marks[s.Key()] = true
	}
	for _, e := range r.Entries {
		r.list.AddRows(e.From, e.To)
	}
	err = session.Rows{Dir: r.Ledger.Dir, Daily: r.Daily.Folder}.Each(func(m rowkey.Mark) {
		if marks[m.Session] || m.Entry != 0 && marks[m.Entry] {
			r.list.AddKeys(m.Row)
		}
	})
	if err != nil {
		return err
	}
	for i := range r.Lines {
		r.Lines[i].Archived, r.Lines[i].Untold, r.Lines[i].Was = 0, 0, nil
	}
	for _, s := range r.Touched() {
		if err := errors.Join(ctx.Err(), r.session(s), r.record(s)); err != nil {
			return err
		}
	}
	for i := range r.Lines {
		for _, text := range r.Lines[i].Was {
			r.list.AddLine(r.Lines[i].Of.Agent, r.Lines[i].Of.Session, text)
		}
		if l := &r.Lines[i]; l.Archived > 0 {
			l.Untold = 0
		}
	}
	return nil
}

func (r *forgetting) damaged(name string) {
	r.out.Damaged = append(r.out.Damaged, name)
	r.out.Files[name] = nil
}

func (r *forgetting) session(s forgotten.Session) error {
	folder := archive.Folder(s.Agent, s.ID)
	all, err := r.archive.Dir.ReadNames(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read the archive: %w", err)
	}
	for _, name := range all {
		if archive.IsAside(name) {
			r.damaged(path.Join(folder, name))
		}
	}
	names, err := r.archive.Files(folder)
	if err != nil {
		return fmt.Errorf("read the archive: %w", err)
	}
	for _, name := range names {
		file, err := r.archive.Read(name)
		if archive.IsDamage(err) {
			r.damaged(name)
			continue
		}
		if err != nil {
			return err
		}
		if !r.file(s, &file) {
			continue
		}
		r.files[name] = &file
		if r.out.Files[name], err = file.JSON(); err != nil {
			return err
		}
	}
	return nil
}

// file takes what is to be forgotten out of a file of the archive.
func (r *forgetting) file(s forgotten.Session, file *archive.File) (changed bool) {
	for i := range file.Head.Entries {
		changed = r.entry(s, &file.Head.Entries[i]) || changed
	}
	for i := range file.Turns {
		t := &file.Turns[i]
		if !r.turn(s, t) {
			continue
		}
		r.list.AddRows(t.Rows...)
		r.list.AddSaid(s, t.Said())
		if t.Blank() {
			r.out.Turns++
			changed = true
		}
	}
	h := &file.Head
	if r.all(s) && h.Project+h.Branch != "" {
		h.Project, h.Branch, changed = "", "", true
	}
	if (changed || r.all(s)) && !h.Titles.Empty() {
		h.Titles, changed = archive.Titles{}, true // the client made them from what was said
	}
	return changed
}

// entry takes words out of an entry in the archive.
func (r *forgetting) entry(s forgotten.Session, e *archive.Entry) (changed bool) {
	if r.all(s) || r.whole[e.ID] {
		r.list.AddRows(e.From, e.To)
		changed = e.Title != entry.Forgotten || e.Context+e.Project+e.Branch != "" || len(e.Bullets) > 0
		*e = archive.Entry{ID: e.ID, At: e.At, Started: e.Started, From: e.From, To: e.To, By: e.By, Title: entry.Forgotten}
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
			was := !same && entry.Wrote(e.ID, b.Text, l.Bullet.Block)
			if was {
				l.Was = append(l.Was, b.Text)
			}
			return same || was
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
func (r *forgetting) turn(s forgotten.Session, t *archive.Turn) (found bool) {
	if r.all(s) || r.whole[t.Entry] || t.Entry == "" && r.list.CoversRest(s.Key(), t.At) {
		return true
	}
	text := t.Text + "\n" + t.Question
	for i := range r.Lines {
		l := &r.Lines[i]
		if l.Session() != s {
			continue
		}
		own := l.Of.ID == t.Entry
		if own && t.Text != "" {
			l.Untold++
		}
		if own && l.In(text) || l.Exact(text) || slices.ContainsFunc(t.Steps, func(st archive.Step) bool { return l.Exact(st.Target + "\n" + st.Error + "\n" + st.Outcome) }) {
			l.Archived++
			found = true
		}
	}
	return found
}

// record takes the words out of the ledger's record of a session; where the whole session is forgotten, nothing of it
// waits any more.
func (r *forgetting) record(s forgotten.Session) error {
	own := ledger.NameOf(s.Agent, s.ID)
	names, err := r.Ledger.Dir.ReadNames(layout.Sessions)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read the ledger: %w", err)
	}
	for _, name := range names { // damaged records
		if name = layout.Sessions + "/" + name; strings.HasPrefix(name, own+".corrupt-") {
			r.damaged(name)
		}
	}
	rec, err := r.Ledger.Get(s.Agent, s.ID, r.now)
	if err != nil || rec.Session == "" {
		return err
	}
	for _, f := range rec.Files {
		r.out.Transcripts = append(r.out.Transcripts, f.Path)
	}
	if rec.Forget(r.all(s), func(id, text string) bool { return r.list.Told(r.Target, s, id, text) }) {
		r.records = append(r.records, rec)
		r.out.Files[own], err = json.Marshal(rec)
	}
	return err
}

// write writes down the hashes of the words, then takes the words out.
func (r *forgetting) write() error {
	if _, err := r.list.Waiting(&queue.Queue{Dir: r.Ledger.Dir}, r.Target, true); err != nil { // whose words are remembered, too
		return err
	}
	if err := r.list.Write(r.Ledger.Dir); err != nil {
		return err
	}
	for _, s := range r.Touched() { // a killed run may have left the words there, too
		if _, err := r.archive.Dir.CleanTempOf(archive.Folder(s.Agent, s.ID)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("clean the archive: %w", err)
		}
	}
	r.Ledger.Clean(r.now)
	for _, name := range slices.Sorted(maps.Keys(r.files)) {
		if err := r.archive.Save(name, r.files[name]); err != nil {
			return fmt.Errorf("write the archive: %w", err)
		}
	}
	for _, name := range r.out.Damaged {
		if err := r.archive.Dir.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
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
