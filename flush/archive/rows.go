package archive

import (
	"fmt"
	"maps"
	"slices"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/fsutil/pick"
)

// EachRow calls each with the mark of every row of the file.
func (f *File) EachRow(each func(rowkey.Mark)) {
	me := rowkey.OfSession(f.Head.Agent, f.Head.Session)
	for _, t := range f.Turns {
		entry := rowkey.Key(0)
		if t.Entry != "" {
			entry = rowkey.Of(t.Entry)
		}
		for _, r := range t.Rows {
			each(rowkey.Mark{Row: rowkey.Of(r), Session: me, Entry: entry})
		}
	}
}

// RowsOf returns the rows that an entry covers, none if the archive does not know it.
func (a Archive) RowsOf(s daily.Span) map[string]bool {
	out := map[string]bool{}
	a.Each(s.Agent, s.Session, func(_ string, file *File) error { // a file that cannot be read counts as empty
		for _, t := range file.Turns {
			if t.Entry == s.Entry {
				for _, r := range t.Rows {
					out[r] = true
				}
			}
		}
		return nil
	})
	return out
}

// A holder is the file of the archive to which a row belongs, and the session and entry that this gives the
// row.
type holder struct {
	rowkey.Mark
	file string
}

// holders returns for every row of the archive the file that holds it. A crash may leave rows in a file
// whose session got no entry of them, and another session, a fork, may have been captured with the same rows
// since. Then they belong to the session whose entry is in the logs. tangled are the files that lost rows
// this way. A file that cannot be read is passed over: the day logs hold its entries as well.
func (a Archive) holders() (by map[rowkey.Key]holder, tangled map[string]bool, err error) {
	by, tangled = map[rowkey.Key]holder{}, map[string]bool{}
	var held map[rowkey.Key]bool          // entries in the logs, read where a row lies in two files
	worth := func(entry rowkey.Key) int { // 0 for no entry, of a session that held nothing worth keeping
		switch {
		case held[entry]:
			return 2
		case entry == 0:
			return 1
		}
		return 0
	}
	read := func(name string) (failed error) {
		file, err := a.Read(name)
		if err != nil {
			return nil
		}
		file.EachRow(func(m rowkey.Mark) {
			was, twice := by[m.Row]
			switch {
			case failed != nil || twice && was.file == name:
				return
			case !twice:
				by[m.Row] = holder{m, name}
				return
			}
			if held == nil {
				held, failed = a.logged()
			}
			if worth(m.Entry) > worth(was.Entry) {
				by[m.Row] = holder{m, name}
				tangled[was.file] = true
			} else {
				tangled[name] = true
			}
		})
		return failed
	}
	err = a.walk(func(_ string, files []string) error {
		for _, name := range files {
			if err := read(name); err != nil {
				return err
			}
		}
		return nil
	})
	return by, tangled, err
}

// logged returns the entries that the day logs hold.
func (a Archive) logged() (map[rowkey.Key]bool, error) {
	spans, err := (&daily.Store{Dir: a.Dir, Folder: a.Daily}).Spans()
	held := pick.Set(spans, func(s daily.Span) rowkey.Key { return rowkey.Of(s.Entry) })
	return held, err
}

// EachRow calls f once with every row that the archive holds, to rebuild the index of rows.
func (a Archive) EachRow(f func(rowkey.Mark)) error {
	by, _, err := a.holders()
	if err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(by)) {
		f(by[key].Mark)
	}
	return nil
}

// Untangle removes from files the rows that holders assigns to others, while the index that would name their
// session is missing. The caller holds the import's lock.
func (a Archive) Untangle() error {
	by, tangled, err := a.holders()
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(tangled)) {
		f, err := a.Read(name)
		if err != nil {
			return fmt.Errorf("untangle the archive: %w", err)
		}
		here := func(row string) bool { return by[rowkey.Of(row)].file == name }
		if err := a.drop(name, f, func(t Turn) bool { return !slices.ContainsFunc(t.Rows, here) }); err != nil {
			return err
		}
	}
	return nil
}

// drop removes turns from a file, and the entries that begin or end with one of them; it removes a file of
// which nothing is left.
func (a Archive) drop(name string, f File, drop func(Turn) bool) error {
	all := len(f.Turns)
	gone := map[string]bool{}
	f.Turns = slices.DeleteFunc(f.Turns, func(t Turn) bool {
		drop := drop(t)
		for _, r := range t.Rows {
			gone[r] = drop
		}
		return drop
	})
	var err error
	switch len(f.Turns) {
	case all:
		return nil
	case 0:
		err = a.Dir.Remove(name)
	default:
		f.Head.First = f.Turns[0].Rows[0]
		f.Head.Entries = slices.DeleteFunc(f.Head.Entries, func(e Entry) bool { return gone[e.From] || gone[e.To] })
		err = a.Save(name, &f)
	}
	if err != nil {
		return fmt.Errorf("clean the archive of session %s: %w", f.Head.Session, err)
	}
	return nil
}
