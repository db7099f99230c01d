package fsutil

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path"
)

// ErrLong says that a file is longer than the limit of the read.
var ErrLong = errors.New("the file is too long")

// folderRoom is the minimum capacity after the bytes that [Folder.Read] returns.
const folderRoom = 64

// A Folder reads many files of a directory, one after the other, into one buffer. It is for one
// goroutine.
type Folder struct {
	in   *Dir
	name string
	dir  *Dir
	buf  bytes.Buffer
}

// Folder opens a directory for [Folder.Read].
func (d *Dir) Folder(name string) (*Folder, error) {
	dir, err := d.Sub(name)
	if err != nil {
		return nil, err
	}
	return &Folder{in: d.of(name), name: name, dir: dir}, nil
}

// Close closes the folder.
func (f *Folder) Close() error { return f.dir.Close() }

// Read returns the bytes of a file of the folder, and the stamp that it had before it was read. The bytes
// are valid until the next call; the slice has capacity for 64 more. The error is [ErrLong] for
// a file of more than most bytes.
func (f *Folder) Read(base string, most int64) ([]byte, Stamp, error) {
	if err := checkRead(base); err != nil {
		return nil, Stamp{}, err
	}
	if base == "." || path.Base(base) != base {
		return nil, Stamp{}, &NameError{base, "is not in the folder"}
	}
	file, err := f.open(base)
	if err != nil {
		return nil, Stamp{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, Stamp{}, err
	}
	stamp := StampOf(info)
	if stamp.Size > most {
		return nil, stamp, ErrLong
	}
	f.buf.Reset()
	f.buf.Grow(int(stamp.Size) + max(bytes.MinRead, folderRoom))
	if _, err := f.buf.ReadFrom(io.LimitReader(file, most+1)); err != nil {
		return nil, stamp, err
	}
	if int64(f.buf.Len()) > most { // it grew meanwhile
		return nil, stamp, ErrLong
	}
	f.buf.Grow(folderRoom)
	return f.buf.Bytes(), stamp, nil
}

func (f *Folder) open(base string) (*os.File, error) {
	file, err := openRegular(f.dir.root, base, os.O_RDONLY, 0)
	if errors.Is(outside(err), ErrOutside) { // a link may lead to another folder of the directory
		file, err = openRegular(f.in.root, path.Join(f.name, base), os.O_RDONLY, 0)
	}
	return file, outside(err)
}
