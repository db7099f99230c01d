package fsutil

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
)

// ErrReplaced says that another file took the name while the file was appended to, as happens when an
// editor saves. The new file does not contain what was appended.
var ErrReplaced = errors.New("file was replaced meanwhile")

// An Appender appends to one file. All who append to the file hold the same lock from
// Refresh (or OpenAppend) to the return of Append; reading may begin before that:
//
//	a, err := d.OpenAppend("daily/2026-11-27.md", 0o644)
//	old, err := a.Bytes(0)                   // no lock yet
//	unlock, err := d.Lock(ctx, "lock/daily")
//	replaced, err := a.Refresh()             // replaced: read everything again
//	more, err := a.Bytes(int64(len(old)))    // what others added since
//	err = a.TruncateTo(n)                    // only to cut off an incomplete entry of our own
//	err = a.Append(entry)
//
// A process that is killed within Append leaves at worst a part of one entry at the end. If an entry ends in
// a mark, the next reader can tell.
type Appender struct {
	d    *Dir
	name string
	perm fs.FileMode
	f    *os.File // nil while there is no file
	size int64
}

// OpenAppend opens a file for appending. A missing file is no error: Append creates it with the
// given mode, less the umask.
func (d *Dir) OpenAppend(name string, perm fs.FileMode) (*Appender, error) {
	a := &Appender{d: d.of(name), name: name, perm: perm}
	if err := checkWrite(name); err != nil {
		return nil, err
	}
	if err := a.open(); err != nil {
		return nil, fmt.Errorf("open %q for appending: %w", name, err)
	}
	return a, nil
}

func (a *Appender) open() error {
	a.f, a.size = nil, 0
	f, err := openRegular(a.d.root, a.name, os.O_RDWR|os.O_APPEND, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return outside(err)
	}
	info, err := f.Stat()
	switch {
	case err != nil:
	case info.Mode()&0o200 == 0:
		err = &fs.PathError{Op: "open", Path: a.name, Err: fs.ErrPermission}
	}
	if err != nil {
		f.Close()
		return err
	}
	a.f, a.size = f, info.Size()
	return nil
}

// Size returns the length of the file when it was last opened, refreshed or appended to; 0 if there is
// none.
func (a *Appender) Size() int64 { return a.size }

// ReadAt reads from the file as it is now.
func (a *Appender) ReadAt(p []byte, off int64) (int, error) {
	if a.f == nil {
		return 0, io.EOF
	}
	return a.f.ReadAt(p, off)
}

// Bytes returns the bytes of the file from an offset up to Size.
func (a *Appender) Bytes(from int64) ([]byte, error) {
	if from < 0 || from > a.size {
		return nil, fmt.Errorf("read %q from %d: file has %d bytes", a.name, from, a.size)
	}
	b := make([]byte, a.size-from)
	n, err := a.ReadAt(b, from)
	if err == io.EOF {
		err = nil // shorter than it was, or just read to its end
	}
	return b[:n], err
}

// Refresh checks the file again. It reports whether the name now leads to another file than the
// one that was open; if so, it has opened that file instead.
func (a *Appender) Refresh() (replaced bool, err error) {
	same, err := a.current()
	if err != nil {
		return false, fmt.Errorf("look at %q: %w", a.name, err)
	}
	if same {
		return false, nil
	}
	a.Close()
	if err := a.open(); err != nil {
		return true, fmt.Errorf("open %q for appending: %w", a.name, err)
	}
	return true, nil
}

// current reports whether the name leads to the open file, and updates its size.
func (a *Appender) current() (bool, error) {
	there, err := a.d.root.Stat(a.name)
	if errors.Is(err, fs.ErrNotExist) {
		return a.f == nil, nil
	}
	if err != nil {
		return false, outside(err)
	}
	if a.f == nil {
		return false, nil
	}
	here, err := a.f.Stat()
	if err != nil {
		return false, err
	}
	if !os.SameFile(there, here) {
		return false, nil
	}
	a.size = here.Size()
	return true, nil
}

// TruncateTo cuts the file to n bytes. This becomes durable with the next Append.
func (a *Appender) TruncateTo(n int64) error {
	if n < 0 || n > a.size {
		return fmt.Errorf("cut %q to %d bytes: file has %d", a.name, n, a.size)
	}
	if n == a.size {
		return nil
	}
	if err := a.truncate(n); err != nil {
		return fmt.Errorf("cut %q to %d bytes: %w", a.name, n, err)
	}
	a.size = n
	return nil
}

// truncate opens the file again, because on Windows an appending handle cannot truncate.
func (a *Appender) truncate(n int64) error {
	f, err := openRegular(a.d.root, a.name, os.O_RDWR, 0)
	if err != nil {
		return outside(err)
	}
	defer f.Close()
	there, err := f.Stat()
	if err != nil {
		return err
	}
	here, err := a.f.Stat()
	if err != nil {
		return err
	}
	if !os.SameFile(here, there) {
		return ErrReplaced
	}
	if err := a.d.about(OpTruncate, a.name); err != nil {
		return err
	}
	return f.Truncate(n)
}

// Append writes b at the end of the file in one call and waits until it is on the disk. After an
// error the file has its old length, or is gone if it was new. After an ErrReplaced, try again
// after Refresh.
func (a *Appender) Append(b []byte) error {
	if err := a.append(b); err != nil {
		return fmt.Errorf("append to %q: %w", a.name, err)
	}
	return nil
}

func (a *Appender) append(b []byte) error {
	created := a.f == nil
	if created {
		if err := a.create(); err != nil {
			return err
		}
	}
	before, err := a.f.Stat()
	if err != nil {
		return err
	}
	if err := a.d.about(OpAppend, a.name); err != nil {
		return err
	}
	n, err := a.f.Write(b)
	if err == nil {
		err = a.f.Sync()
	}
	if err == nil && created {
		err = a.d.syncDir(path.Dir(a.name))
	}
	if err != nil {
		a.undo(before.Size(), n, created)
		return err
	}
	same, err := a.current()
	if err == nil && !same {
		err = ErrReplaced
	}
	return err
}

// create creates the file, and fails if somebody else has created it meanwhile.
func (a *Appender) create() error {
	name, err := a.d.resolve(a.name) // a link may lead to a file that does not exist yet
	if err != nil {
		return err
	}
	if err := CheckName(name); err != nil {
		return err
	}
	if err := a.d.ensureParent(name, dirPerm(a.perm), true); err != nil {
		return err
	}
	if err := a.d.about(OpCreate, name); err != nil {
		return err
	}
	f, err := a.d.root.OpenFile(name, os.O_RDWR|os.O_APPEND|os.O_CREATE|os.O_EXCL, a.perm)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%w: %w", ErrReplaced, err)
	}
	if err != nil {
		return outside(err)
	}
	a.f, a.size = f, 0
	return nil
}

// undo removes the n bytes written after the first old ones, unless somebody without the lock, such as
// an editor, has written after them: truncating would remove those bytes too.
func (a *Appender) undo(old int64, n int, created bool) {
	info, err := a.f.Stat()
	if err != nil || info.Size() != old+int64(n) {
		return
	}
	if a.truncate(old) == nil && created && old == 0 && a.d.about(OpRemove, a.name) == nil {
		a.Close()
		a.d.root.Remove(a.name)
	}
}

// Close closes the file. It may be called more than once.
func (a *Appender) Close() error {
	if a.f == nil {
		return nil
	}
	f := a.f
	a.f, a.size = nil, 0
	return f.Close()
}
