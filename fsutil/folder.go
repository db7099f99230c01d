package fsutil

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strings"
)

// ErrLong says that a file is longer than what was to be read of it.
var ErrLong = errors.New("the file is too long")

// folderRoom is what lies behind the bytes that [Folder.Read] returns, at least.
const folderRoom = 64

// A Folder is a directory of which many files are read, one after the other, at less than each costs by
// itself. It is for one goroutine.
type Folder struct {
	in   *Dir
	name string
	dir  *os.File
	buf  []byte
}

// Folder opens a directory for [Folder.Read].
func (d *Dir) Folder(name string) (*Folder, error) {
	f, err := d.Open(name)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err != nil || !info.IsDir() {
		f.Close()
		return nil, fmt.Errorf("open directory %q: %w", name, errNoDir)
	}
	return &Folder{in: d, name: name, dir: f}, nil
}

// Close ends the use of the folder.
func (f *Folder) Close() error { return f.dir.Close() }

// Read returns what a file of the folder holds, and the stamp that it had before it was read. The bytes
// are good until the next call; behind them the slice has room for 64 more. The error is [ErrLong] for
// a file of more than most bytes, which is not read.
func (f *Folder) Read(base string, most int64) ([]byte, Stamp, error) {
	if base == "" || base == "." || base == ".." || strings.ContainsAny(base, "/\\\x00") {
		return nil, Stamp{}, &NameError{base, "is not in the folder"}
	}
	return f.read(base, most)
}

// open reads a file as any other is read: one that is a link, and all on systems without [Folder]'s way.
func (f *Folder) open(base string, most int64) ([]byte, Stamp, error) {
	file, err := f.in.Open(path.Join(f.name, base))
	if err != nil {
		return nil, Stamp{}, err
	}
	defer file.Close()
	stamp, err := StampOf(file)
	if err != nil {
		return nil, stamp, err
	}
	src, err := f.fill(stamp, most, file.Read)
	return src, stamp, err
}

// fill reads to the end, which a stamp foretells.
func (f *Folder) fill(stamp Stamp, most int64, read func([]byte) (int, error)) ([]byte, error) {
	n := 0
	for size := stamp.Size; ; {
		if size > most {
			return nil, ErrLong
		}
		if need := int(size) + folderRoom; need > len(f.buf) {
			buf := make([]byte, need+need/2)
			copy(buf, f.buf[:n])
			f.buf = buf
		}
		got, err := read(f.buf[n : len(f.buf)-folderRoom])
		n += got
		switch {
		case err == io.EOF, err == nil && got == 0, err == nil && int64(n) == stamp.Size:
			return f.buf[:n], nil
		case err != nil:
			return nil, err
		}
		if size = int64(n); n+folderRoom >= len(f.buf) {
			size++ // it grew meanwhile
		}
	}
}
