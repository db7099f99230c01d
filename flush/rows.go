package flush

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// rowsName is the index of the rows that were captured, of all sessions. It is a cache: the archive
// has the same rows, and the day logs say what their entries cover; see holders.
const rowsName = layout.Rows

const rowSize = 24

// A rowMark says whose a captured row is, all three as hashes.
type rowMark struct {
	row     turnKey
	session turnKey
	entry   turnKey // that covers it; 0 where its session held nothing worth keeping
}

func sessionKey(agent, session string) turnKey { return keyOf(agent + "\x00" + session) }

// A rowIndex is one flat list of marks, only ever added to; a later mark of a row takes the place of
// an earlier one.
type rowIndex struct{ dir *fsutil.Dir }

// each reads the marks from first to last. What a crash left of a last one is not read.
func (x rowIndex) each(f func(rowMark)) error {
	file, err := x.dir.Open(rowsName)
	if errors.Is(err, fs.ErrNotExist) {
		return archive{x.dir}.eachRow(f)
	}
	if err != nil {
		return fmt.Errorf("read the index of rows: %w", err)
	}
	defer file.Close()
	buf := make([]byte, 4096*rowSize)
	for {
		n, err := io.ReadFull(file, buf)
		for b := buf[:n-n%rowSize]; len(b) > 0; b = b[rowSize:] {
			f(rowMark{
				turnKey(binary.LittleEndian.Uint64(b)), turnKey(binary.LittleEndian.Uint64(b[8:])), turnKey(binary.LittleEndian.Uint64(b[16:])),
			})
		}
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read the index of rows: %w", err)
		}
	}
}

// find returns the marks that are wanted, by row.
func (x rowIndex) find(want func(rowMark) bool) (map[turnKey]rowMark, error) {
	out := map[turnKey]rowMark{}
	err := x.each(func(m rowMark) {
		if want(m) {
			out[m.row] = m
		}
	})
	return out, err
}

// written is the mark of an entry that is in its log, whole.
func written(e string, session turnKey) rowMark {
	return rowMark{keyOf("entry\x00" + e), session, keyOf(e)}
}

// holds reports whether an entry is known to be in its log, whole.
func (x rowIndex) holds(id string) bool {
	found, key := false, written(id, 0).row
	err := x.each(func(m rowMark) { found = found || m.row == key })
	return err == nil && found
}

// add appends marks. The caller holds the import's lock.
func (x rowIndex) add(marks []rowMark) error {
	if len(marks) == 0 {
		return nil
	}
	if _, err := x.dir.Stat(rowsName); errors.Is(err, fs.ErrNotExist) {
		if err := (archive{x.dir}).untangle(); err != nil {
			return err
		}
		var all []rowMark
		if err := x.each(func(m rowMark) { all = append(all, m) }); err != nil {
			return err
		}
		marks = append(all, marks...)
	}
	out := make([]byte, 0, len(marks)*rowSize)
	for _, m := range marks {
		out = binary.LittleEndian.AppendUint64(out, uint64(m.row))
		out = binary.LittleEndian.AppendUint64(out, uint64(m.session))
		out = binary.LittleEndian.AppendUint64(out, uint64(m.entry))
	}
	a, err := x.dir.OpenAppend(rowsName, 0o600)
	if err != nil {
		return fmt.Errorf("index the captured rows: %w", err)
	}
	defer a.Close()
	if err := a.TruncateTo(a.Size() - a.Size()%rowSize); err != nil {
		return fmt.Errorf("index the captured rows: %w", err)
	}
	if err := a.Append(out); err != nil {
		return fmt.Errorf("index the captured rows: %w", err)
	}
	return nil
}
