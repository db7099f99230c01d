package fsutil

import (
	"fmt"
	"io/fs"
	"os"
)

// AppendLine adds a line to a log that several processes write without a lock: one write, not synced,
// for what is worth recording but not worth waiting for. Missing parents are created. A file that has
// grown to max bytes is first renamed to NAME.1, replacing an older one, so that the two never hold much
// more than twice max. If several processes rename at once, a few lines may be lost with the older file.
func (d *Dir) AppendLine(name, line string, perm fs.FileMode, max int64) error {
	if err := CheckName(name); err != nil {
		return err
	}
	if err := d.of(name).appendLine(name, line, perm, max); err != nil {
		return fmt.Errorf("append a line to %q: %w", name, outside(err))
	}
	return nil
}

func (d *Dir) appendLine(name, line string, perm fs.FileMode, max int64) error {
	if info, err := d.root.Stat(name); err == nil && info.Size() >= max {
		old := name + ".1"
		if err := d.about(OpRename, old); err != nil {
			return err
		}
		if d.root.Remove(old); d.root.Rename(name, old) != nil {
			return &fs.PathError{Op: "rename", Path: name, Err: fs.ErrExist}
		}
	}
	if err := d.ensureParent(name, dirPerm(perm), false); err != nil {
		return err
	}
	if err := d.about(OpAppend, name); err != nil {
		return err
	}
	f, err := openRegular(d.root, name, os.O_WRONLY|os.O_APPEND|os.O_CREATE, perm)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.WriteString(line + "\n")
	return err
}

// OpenNull opens a file that discards all writes and is empty for reads, for the streams of a
// background process.
func OpenNull() (*os.File, error) { return os.OpenFile(os.DevNull, os.O_RDWR, 0) }
