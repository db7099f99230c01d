package flush

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/rowkey"
)

// A holder is the file of the archive that a row is said to lie in, and whose it is by that.
type holder struct {
	rowkey.Mark
	file string
}

// holders tells for every row of the archive which file holds it. A crash leaves rows in a file whose session
// did not come to an entry of them, and another session, a fork, may have been captured with the same rows
// since: then that session's they are whose entry is in the logs. tangled are the files that lost rows so. A
// file that cannot be read is passed over: what it holds is in the day logs as well.
func (a archive) holders() (by map[rowkey.Key]holder, tangled map[string]bool, err error) {
	by, tangled = map[rowkey.Key]holder{}, map[string]bool{}
	var worth func(rowkey.Key) (int, error)
	err = a.eachFile(func(name string, file archivedFile) error {
		var failed error
		file.eachRow(func(m rowkey.Mark) {
			was, twice := by[m.Row]
			if twice && was.file == name {
				return
			}
			if !twice {
				by[m.Row] = holder{m, name}
				return
			}
			if worth == nil {
				worth = a.worth()
			}
			old, err1 := worth(was.Entry)
			now, err2 := worth(m.Entry)
			failed = errors.Join(failed, err1, err2)
			if now > old {
				by[m.Row] = holder{m, name}
				tangled[was.file] = true
			} else {
				tangled[name] = true
			}
		})
		return failed
	})
	return by, tangled, err
}

// worth is a function that says how much it counts that a file gives a row to an entry: most where a log holds
// that, least where none does. 0 is no entry, of a session that held nothing worth keeping.
func (a archive) worth() func(entry rowkey.Key) (int, error) {
	var held map[rowkey.Key]bool
	return func(entry rowkey.Key) (int, error) {
		if entry == 0 {
			return 1, nil
		}
		if held == nil {
			spans, err := (&daily.Store{Dir: a.dir}).Spans()
			if err != nil {
				return 0, err
			}
			held = map[rowkey.Key]bool{}
			for _, s := range spans {
				held[rowkey.Of(s.Entry)] = true
			}
		}
		if held[entry] {
			return 2, nil
		}
		return 0, nil
	}
}

// eachRow tells every row that the archive holds, each once, to make the index of rows anew.
func (a archive) eachRow(f func(rowkey.Mark)) error {
	by, _, err := a.holders()
	if err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(by)) {
		f(by[key].Mark)
	}
	return nil
}

// untangle takes out of files what holders gives to others, as long as the index is not there that would tell
// the session whose they are. The caller holds the import's lock.
func (a archive) untangle() error {
	by, tangled, err := a.holders()
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(tangled)) {
		f, err := a.read(name)
		if err != nil {
			return fmt.Errorf("untangle the archive: %w", err)
		}
		elsewhere := func(row string) bool { return by[rowkey.Of(row)].file != name }
		if err := a.drop(name, f, func(t archivedTurn) bool {
			return !slices.ContainsFunc(t.Rows, func(r string) bool { return !elsewhere(r) })
		}); err != nil {
			return err
		}
	}
	return nil
}

// drop takes turns out of a file, and the entries that begin or end with one of them; a file of which nothing
// is left goes.
func (a archive) drop(name string, f archivedFile, drop func(archivedTurn) bool) error {
	all := len(f.turns)
	gone := map[string]bool{}
	f.turns = slices.DeleteFunc(f.turns, func(t archivedTurn) bool {
		drop := drop(t)
		for _, r := range t.Rows {
			gone[r] = drop
		}
		return drop
	})
	var err error
	switch len(f.turns) {
	case all:
		return nil
	case 0:
		err = a.dir.Remove(name)
	default:
		f.head.First = f.turns[0].Rows[0]
		f.head.Entries = slices.DeleteFunc(f.head.Entries, func(e archivedEntry) bool { return gone[e.From] || gone[e.To] })
		var data []byte
		if data, err = f.encode(); err == nil {
			_, err = a.dir.WriteFile(name, data, 0o600)
		}
	}
	if err != nil {
		return fmt.Errorf("clean the archive of session %s: %w", f.head.Session, err)
	}
	return nil
}

// eachFile reads every file of the archive, in the order of their names.
func (a archive) eachFile(f func(name string, file archivedFile) error) error {
	tops, err := a.dir.ReadDir(archiveDir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the archive: %w", err)
	}
	for _, top := range tops {
		sessions, err := a.dir.ReadDir(path.Join(archiveDir, top.Name()))
		if err != nil {
			continue // a stray file
		}
		for _, s := range sessions {
			names, err := a.files(path.Join(archiveDir, top.Name(), s.Name()))
			if err != nil {
				continue
			}
			for _, name := range names {
				if file, err := a.read(name); err == nil {
					if err := f(name, file); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}
