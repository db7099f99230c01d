package fsutil

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
)

// ErrChanged says that a file has changed since it was read.
var ErrChanged = errors.New("changed by another program meanwhile")

// SwapFile is WriteFile for a file that other programs write too, without memoria's locks:
// data replaces old; a nil old means that there is no file. Just before the rename the file is
// read again; if it holds anything but old, nothing is written and the error is an ErrChanged. A
// write by another program between that read and the rename, some microseconds, is lost.
func (d *Dir) SwapFile(name string, old, data []byte, perm fs.FileMode) error {
	return d.swap(name, old, data, mode{perm: perm, sync: true})
}

// SwapFileSoon is SwapFile for a file that others write so often that it would change again before
// the data is on the disk: it renames first and syncs afterwards. A power cut within the
// call may leave an empty file.
func (d *Dir) SwapFileSoon(name string, old, data []byte, perm fs.FileMode) error {
	return d.swap(name, old, data, mode{perm: perm})
}

func (d *Dir) swap(name string, old, data []byte, m mode) error {
	d = d.of(name)
	err := d.trySwap(name, old, data, m)
	if err == nil && !m.sync {
		err = d.syncFile(name)
	}
	if err != nil {
		return fmt.Errorf("write %q: %w", name, err)
	}
	return nil
}

func (d *Dir) trySwap(name string, old, data []byte, m mode) error {
	t, err := d.target(name, m)
	if err != nil {
		return err
	}
	defer t.close()
	p, err := t.begin(m)
	if err != nil {
		return err
	}
	defer p.Abort()
	if _, err := p.Write(data); err != nil {
		return err
	}
	p.check = func() error { return t.still(old) }
	return p.Commit()
}

// syncFile makes a file that was written without a sync durable, including its name.
func (d *Dir) syncFile(name string) error {
	f, err := openRegular(d.root, name, os.O_RDWR, 0)
	if err != nil {
		return outside(err)
	}
	defer f.Close()
	if err := f.Sync(); err != nil {
		return err
	}
	return d.syncDir(path.Dir(name))
}

// still reports whether the file holds old, or, if old is nil, does not exist.
func (t *target) still(old []byte) error {
	now, err := readFile(t.dir, t.base)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if old == nil {
			return nil
		}
	case err != nil:
		return err
	case old != nil && bytes.Equal(now, old) && t.untouched():
		return nil
	}
	return ErrChanged
}

// untouched reports whether nobody wrote to the file since the target was found: a program that writes
// in place may so far have written the same bytes.
func (t *target) untouched() bool {
	info, err := t.dir.Lstat(t.base)
	return err == nil && t.info != nil && os.SameFile(info, t.info) && info.ModTime().Equal(t.info.ModTime())
}

// RemoveDir removes an empty directory; one that is not empty stays, with an error.
func (d *Dir) RemoveDir(name string) error {
	if err := checkRead(name); err != nil {
		return err
	}
	d = d.of(name)
	info, err := d.root.Lstat(name)
	if err != nil {
		return outside(err)
	}
	if !info.IsDir() || name == "." {
		return &fs.PathError{Op: "rmdir", Path: name, Err: errors.New("not a directory below this one")}
	}
	if err := d.about(OpRmdir, name); err != nil {
		return err
	}
	if err := replace(func() error { return d.root.Remove(name) }); err != nil {
		return outside(err)
	}
	return d.syncDir(path.Dir(name))
}
