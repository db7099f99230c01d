package flush

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/rowkey"
)

// files lists the files in a session's folder, by name.
func (a archive) files(folder string) ([]string, error) {
	list, err := a.dir.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var out []string
	for _, f := range list {
		if strings.HasSuffix(f.Name(), archiveEnd) && !strings.HasPrefix(f.Name(), ".") {
			out = append(out, path.Join(folder, f.Name()))
		}
	}
	return out, nil
}

// each reads the files of a session, but for those that are damaged, of which Audit tells.
func (a archive) each(agent, session string, do func(name string, f *archivedFile) error) error {
	names, err := a.files(archiveFolder(agent, session))
	if err != nil {
		return fmt.Errorf("read the archive: %w", err)
	}
	for _, name := range names {
		file, err := a.read(name)
		if isDamage(err) {
			continue
		}
		if err == nil {
			err = do(name, &file)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// head reads the first line of a file.
func (a archive) head(name string) (h archiveHead, err error) {
	err = a.open(name, func(d *json.Decoder) error { return d.Decode(&h) })
	return h, err
}

// read reads a file.
func (a archive) read(name string) (f archivedFile, err error) {
	err = a.open(name, func(d *json.Decoder) error {
		if err := d.Decode(&f.head); err != nil {
			return err
		}
		for {
			var t archivedTurn
			if err := d.Decode(&t); err == io.EOF {
				return nil
			} else if err != nil {
				return err
			}
			if len(t.Rows) > 0 {
				f.turns = append(f.turns, t)
			}
		}
	})
	return f, err
}

func (a archive) open(name string, f func(*json.Decoder) error) error {
	file, err := a.dir.Open(name)
	if err != nil {
		return fmt.Errorf("read the archive: %w", err)
	}
	defer file.Close()
	z, err := gzip.NewReader(bufio.NewReader(file))
	if err == nil {
		err = f(json.NewDecoder(z))
	}
	var disk *fs.PathError
	switch {
	case errors.As(err, &disk):
		return fmt.Errorf("read the archive %q: %w", name, err)
	case err != nil:
		return fmt.Errorf("read the archive %q: %w", name, &damageError{err})
	}
	return nil
}

// A damageError says that what was read of a file is not what was written there.
type damageError struct{ err error }

func (e *damageError) Error() string { return e.err.Error() }
func (e *damageError) Unwrap() error { return e.err }

func isDamage(err error) bool {
	var d *damageError
	return errors.As(err, &d)
}

// rowsOf are the rows that an entry covers, none if the archive does not know it.
func (a archive) rowsOf(s daily.Span) map[string]bool {
	out := map[string]bool{}
	names, err := a.files(archiveFolder(s.Agent, s.Session))
	if err != nil {
		return out
	}
	for _, name := range names {
		file, err := a.read(name)
		if err != nil {
			continue
		}
		for _, t := range file.turns {
			for _, r := range t.Rows {
				out[r] = out[r] || t.Entry == s.Entry
			}
		}
	}
	maps.DeleteFunc(out, func(_ string, in bool) bool { return !in })
	return out
}

func (f *archivedFile) eachRow(each func(rowkey.Mark)) {
	me := rowkey.OfSession(f.head.Agent, f.head.Session)
	for _, t := range f.turns {
		entry := rowkey.Key(0)
		if t.Entry != "" {
			entry = rowkey.Of(t.Entry)
		}
		for _, r := range t.Rows {
			each(rowkey.Mark{Row: rowkey.Of(r), Session: me, Entry: entry})
		}
	}
}
