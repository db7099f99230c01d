package migrate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/llm/process"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

const (
	patience = time.Minute // with one query
	mostSaid = 256 << 20   // bytes of its answer
	mostCopy = 4 << 30     // bytes of a database that is copied
	tries    = 3
)

// A database is an SQLite file that a program of the system reads. It is not changed: where a log of writes lies beside
// it, which even a reader would have to change, a copy of both is read.
type database struct {
	ctx     context.Context
	program []string // answers an address and a query with JSON
	address string
	columns map[string]map[string]bool // the names of each table's
	close   func() error
}

const byPython = `import json, sqlite3, sys
c = sqlite3.connect(sys.argv[1], uri=True)
c.row_factory = sqlite3.Row
c.text_factory = lambda b: b.decode("utf-8", "replace")
print(json.dumps([dict(r) for r in c.execute(sys.argv[2])]))
`

// programs read SQLite, with the first arguments of each.
var programs = [][]string{
	{"sqlite3", "-batch", "-init", os.DevNull, "-readonly", "-json"},
	{"python3", "-I", "-c", byPython},
	{"python", "-I", "-c", byPython},
}

// openDatabase opens an SQLite file.
func (r *reading) openDatabase(ctx context.Context, file string) (*database, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%q is no file", file)
	}
	d := &database{ctx: ctx, close: func() error { return nil }, address: addressOf(file) + "?immutable=1"}
	if wal, err := os.Stat(file + "-wal"); err == nil && wal.Size() > 0 {
		if err := d.copyOf(r, file); err != nil {
			return nil, err
		}
	}
	for _, p := range programs {
		bin, err := exec.LookPath(p[0])
		if err != nil {
			continue
		}
		d.program = append([]string{bin}, p[1:]...)
		if d.describe() == nil {
			return d, nil
		}
		if ctx.Err() != nil {
			d.close()
			return nil, ctx.Err()
		}
	}
	d.close()
	if d.program != nil {
		return nil, fmt.Errorf("%q is no SQLite database, or %s cannot read it", file, d.program[0])
	}
	return nil, exit.Hint(errors.New("its database is read by the program sqlite3, which is not in PATH, and neither is python3"), exit.Failure,
		"install it: apt install sqlite3, brew install sqlite, winget install SQLite.SQLite")
}

func addressOf(file string) string {
	name := filepath.ToSlash(file)
	if !strings.HasPrefix(name, "/") {
		name = "/" + name // C:/…
	}
	return "file:" + (&url.URL{Path: name}).EscapedPath()
}

// copyOf copies a database and its log of writes, at a moment when neither changes.
func (d *database) copyOf(r *reading, file string) error {
	if err := r.vault.Dir.MkdirAll(path.Dir(layout.Told), 0o700); err != nil {
		return err
	}
	dir, remove, err := r.vault.Dir.Scratch(path.Dir(layout.Told), r.vault.Now())
	if err != nil {
		return err
	}
	d.close, d.address = func() error { dir.Close(); return remove() }, addressOf(filepath.Join(dir.Path(), "copy.db"))
	for range tries {
		var before, after [2]fsutil.Stamp
		for i, end := range []string{"", "-wal"} {
			if before[i], err = copyFile(dir, "copy.db"+end, file+end); err != nil {
				d.close()
				return err
			}
		}
		for i, end := range []string{"", "-wal"} {
			if info, err := os.Stat(file + end); err == nil {
				after[i] = fsutil.StampOf(info)
			}
		}
		if before == after {
			return nil
		}
	}
	d.close()
	return exit.Hint(fmt.Errorf("%q changes all the time", file), exit.Locked, "end the program that writes into it, then try again")
}

func copyFile(dir *fsutil.Dir, name, from string) (s fsutil.Stamp, err error) {
	f, err := fsutil.OpenFile(from)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return s, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return s, err
	}
	if info.Size() > mostCopy {
		return s, exit.Hint(fmt.Errorf("%q is larger than 4 GB, and in use", from), exit.Failure, "end the program that writes into it, then try again")
	}
	to, err := dir.Create(name, 0o600)
	if err != nil {
		return s, err
	}
	defer to.Abort()
	if _, err := io.Copy(to, io.LimitReader(f, mostCopy)); err != nil {
		return s, err
	}
	return fsutil.StampOf(info), to.Commit()
}

// query decodes the rows of an answer into a pointer to a slice.
func (d *database) query(sql string, rows any) error {
	said, err := process.Run(d.ctx, process.Command{Argv: append(append([]string{}, d.program...), d.address, sql), Env: os.Environ(), Timeout: patience, Max: mostSaid})
	if err != nil {
		return fmt.Errorf("%w: %s", err, bytes.TrimSpace(said.Stderr))
	}
	if len(bytes.TrimSpace(said.Stdout)) == 0 {
		return nil
	}
	return json.Unmarshal(said.Stdout, rows)
}

// describe reads which columns the tables have.
func (d *database) describe() error {
	var rows []struct{ Tab, Col string }
	if err := d.query(`SELECT m.name AS tab, p.name AS col FROM sqlite_master m, pragma_table_info(m.name) p WHERE m.type = 'table'`, &rows); err != nil {
		return err
	}
	d.columns = map[string]map[string]bool{}
	for _, r := range rows {
		if d.columns[r.Tab] == nil {
			d.columns[r.Tab] = map[string]bool{}
		}
		d.columns[r.Tab][r.Col] = true
	}
	return nil
}
