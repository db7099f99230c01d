package archive

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"time"

	"github.com/agent-admin/memoria/flush/reported"
)

// A Start is a file of the archive and the row that it begins with.
type Start struct{ Name, Row string }

// Starts reads how the files of a session begin. A file that cannot be read counts as empty.
func (a Archive) Starts(agent, session string) ([]Start, error) {
	names, err := a.Files(Folder(agent, session))
	if err != nil {
		return nil, fmt.Errorf("read the archive of session %s: %w", session, err)
	}
	var out []Start
	for _, n := range names {
		if head, err := a.Head(n); err == nil && head.First != "" {
			out = append(out, Start{n, head.First})
		}
	}
	return out, nil
}

// An Orphan is a file that a crash left, or may have left, before its rows were indexed.
type Orphan struct {
	Name string
	Sure bool
}

// An Update is what a capture of a session changes.
type Update struct {
	Files   []File
	Damaged []string // files that are moved aside
	Orphans []Orphan
	Others  []Turn // turns of other sessions that show which rows an orphan holds
	Folder  string // of the session
	Came    Came
	Known   bool                    // files of the session may hold rows of it
	Theirs  func(row string) bool   // reports whether a row is captured as another session's
	InLog   func(entry string) bool // reports whether a log holds an entry
}

// Apply writes an update. Without sync a power cut may lose it. The caller holds the import's lock.
func (a Archive) Apply(u *Update, sync bool, now time.Time) error {
	if err := a.arrive(u); err != nil {
		return err
	}
	if err := a.sweep(u); err != nil {
		return err
	}
	for _, name := range u.Damaged {
		if _, err := a.Dir.SetAside(name, now); err != nil {
			return fmt.Errorf("move %q of the archive aside: %w", name, err)
		}
	}
	for i := range u.Files {
		if err := a.add(&u.Files[i], u, sync); err != nil {
			return fmt.Errorf("archive session %s: %w", u.Files[i].Head.Session, err)
		}
	}
	return nil
}

// add writes a stretch of u.
func (a Archive) add(file *File, u *Update, sync bool) error {
	if len(file.Turns) == 0 {
		return nil
	}
	file.Head.Schema = schema
	name := file.Head.name(file.Turns[0].Rows[0])
	if err := a.settle(name, file, u); err != nil {
		return err
	}
	if len(file.Turns) == 0 && len(file.Head.Entries) == 0 {
		return nil
	}
	if sync {
		return a.save(name, file, a.Dir.WriteFile)
	}
	return a.save(name, file, a.Dir.WriteFileNoSync)
}

// settle removes from file what other files of the session hold already, and adds what the file of the same
// name holds and the transcript does not any more.
func (a Archive) settle(name string, file *File, u *Update) error {
	fresh := map[string]bool{}
	for _, t := range file.Turns {
		for _, r := range t.Rows {
			fresh[r] = true
		}
	}
	stale := func(t Turn) bool {
		return fresh[t.Rows[0]] || u.Theirs(t.Rows[0]) ||
			reported.IsID(t.Rows[0]) && (slices.ContainsFunc(file.Turns, t.heard) || slices.ContainsFunc(u.Others, t.heard))
	}
	names, err := a.Files(path.Dir(name))
	if err != nil {
		return err
	}
	for _, other := range names {
		same := other == name
		if !same && !u.Known {
			continue
		}
		old, err := a.Read(other)
		if err != nil {
			continue // a file that cannot be read counts as empty
		}
		if same {
			old.Turns = slices.DeleteFunc(old.Turns, stale)
			old.Head.Entries = slices.DeleteFunc(old.Head.Entries, func(e Entry) bool { return fresh[e.From] || fresh[e.To] })
			file.Turns = append(old.Turns, file.Turns...)
			file.Head.Entries = append(old.Head.Entries, file.Head.Entries...)
			continue
		}
		held := map[string]bool{}
		var told []Turn
		for _, t := range old.Turns {
			if reported.IsID(t.Rows[0]) {
				told = append(told, t)
			}
			for _, r := range t.Rows {
				held[r] = true
			}
		}
		file.Turns = slices.DeleteFunc(file.Turns, func(t Turn) bool {
			return held[t.Rows[0]] || slices.ContainsFunc(told, func(o Turn) bool { return o.heard(t) })
		})
	}
	if file.Head.First = ""; len(file.Turns) > 0 {
		file.Head.First = file.Turns[0].Rows[0]
	}
	return nil
}

// heard reports whether t is what a hook had reported of the turn real.
func (t Turn) heard(real Turn) bool {
	id := t.Rows[0]
	return t.Role != Person && len(t.Rows) == 1 && t.Role == real.Role && !reported.IsID(real.Rows[0]) && reported.OfID(id).Is(real.Said())
}

// sweep removes from the orphans the turns that are about to be archived again, that were meanwhile captured
// as another session's, or that a hook will report again.
func (a Archive) sweep(u *Update) error {
	again := map[string]bool{}
	var turns []Turn
	for _, f := range u.Files {
		turns = append(turns, f.Turns...)
	}
	for _, t := range turns {
		for _, r := range t.Rows {
			again[r] = true
		}
	}
	turns = append(turns, u.Others...)
	for _, o := range u.Orphans {
		f, err := a.Read(o.Name)
		if err != nil {
			continue
		}
		err = a.drop(o.Name, f, func(t Turn) bool {
			return again[t.Rows[0]] || u.Theirs(t.Rows[0]) ||
				reported.IsID(t.Rows[0]) && (o.Sure && !u.InLog(t.Entry) || slices.ContainsFunc(turns, t.heard))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Survey returns which rows and entries the files of a session hold, and which files are damaged. held is
// nil where no file is or was damaged, which the first lines of the files show.
func (a Archive) Survey(agent, session string) (held map[string]bool, damaged []string, err error) {
	folder := Folder(agent, session)
	list, err := a.Dir.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("read the archive: %w", err)
	}
	hurt := slices.ContainsFunc(list, func(f fs.DirEntry) bool {
		if isFile(f.Name()) {
			_, err := a.Head(path.Join(folder, f.Name()))
			return IsDamage(err)
		}
		return IsAside(f.Name())
	})
	if !hurt {
		return nil, nil, nil
	}
	held = map[string]bool{}
	for _, f := range list {
		if !isFile(f.Name()) {
			continue
		}
		name := path.Join(folder, f.Name())
		file, err := a.Read(name)
		if IsDamage(err) {
			damaged = append(damaged, name)
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		for _, e := range file.Head.Entries {
			held[e.ID] = true
		}
		for _, t := range file.Turns {
			for _, r := range t.Rows {
				held[r] = true
			}
		}
	}
	return held, damaged, nil
}
