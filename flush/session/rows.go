package session

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

const rowSize = 24

// Rows is the index of the rows that were captured, of all sessions: one flat list of marks, which only
// grows, and in which a later mark of a row replaces an earlier one. It is a cache: the archive has the same
// rows, and the day logs say what their entries cover.
type Rows struct {
	Dir   *fsutil.Dir
	Daily layout.Daily // the folder of the logs
}

func (x Rows) archive() archive.Archive { return archive.Archive{Dir: x.Dir, Daily: x.Daily} }

// Each calls f with the marks from first to last. It ignores a last mark that a crash left incomplete.
func (x Rows) Each(f func(rowkey.Mark)) error {
	file, err := x.Dir.Open(layout.Rows)
	if errors.Is(err, fs.ErrNotExist) {
		return x.archive().EachRow(f)
	}
	if err != nil {
		return fmt.Errorf("read the index of rows: %w", err)
	}
	defer file.Close()
	buf := make([]byte, 4096*rowSize)
	for {
		n, err := io.ReadFull(file, buf)
		for b := buf[:n-n%rowSize]; len(b) > 0; b = b[rowSize:] {
			f(rowkey.Mark{Row: rowkey.Key(binary.LittleEndian.Uint64(b)), Session: rowkey.Key(binary.LittleEndian.Uint64(b[8:])), Entry: rowkey.Key(binary.LittleEndian.Uint64(b[16:]))})
		}
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read the index of rows: %w", err)
		}
	}
}

// Find returns the marks for which want returns true, by row.
func (x Rows) Find(want func(rowkey.Mark) bool) (map[rowkey.Key]rowkey.Mark, error) {
	out := map[rowkey.Key]rowkey.Mark{}
	err := x.Each(func(m rowkey.Mark) {
		if want(m) {
			out[m.Row] = m
		}
	})
	return out, err
}

// Written returns the mark of an entry that is completely in its log.
func Written(e string, session rowkey.Key) rowkey.Mark {
	return rowkey.Mark{Row: rowkey.Of("entry\x00" + e), Session: session, Entry: rowkey.Of(e)}
}

// Holds reports whether an entry is known to be completely in its log.
func (x Rows) Holds(id string) bool {
	found, key := false, Written(id, 0).Row
	err := x.Each(func(m rowkey.Mark) { found = found || m.Row == key })
	return err == nil && found
}

// Add appends marks. The caller holds the import's lock.
func (x Rows) Add(marks []rowkey.Mark) error {
	if len(marks) == 0 {
		return nil
	}
	if _, err := x.Dir.Stat(layout.Rows); errors.Is(err, fs.ErrNotExist) {
		if err := x.archive().Untangle(); err != nil {
			return err
		}
		var all []rowkey.Mark
		if err := x.Each(func(m rowkey.Mark) { all = append(all, m) }); err != nil {
			return err
		}
		marks = append(all, marks...)
	}
	out := make([]byte, 0, len(marks)*rowSize)
	for _, m := range marks {
		out = binary.LittleEndian.AppendUint64(out, uint64(m.Row))
		out = binary.LittleEndian.AppendUint64(out, uint64(m.Session))
		out = binary.LittleEndian.AppendUint64(out, uint64(m.Entry))
	}
	a, err := x.Dir.OpenAppend(layout.Rows, 0o600)
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
