package fsutil

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
)

// AddFile makes a file of a name that nobody has, durably and at the least cost: for a process that
// leaves one small note behind and has no time. Readers see the whole file or none; a taken name is
// an fs.ErrExist, but as with Rename the name is looked at before it is given. The directory has to
// be there. After a power cut within AddFile the name may stand for a part of the data: unlike
// WriteFile it gives the name first, so that the two syncs cost hardly more than one. Whoever reads
// such files has to expect a damaged one.
func (d *Dir) AddFile(name string, data []byte, perm fs.FileMode) error {
	if err := CheckName(name); err != nil {
		return err
	}
	if err := d.addFile(name, data, perm); err != nil {
		return fmt.Errorf("add %q: %w", name, outside(err))
	}
	return nil
}

// FillFile makes a file of a name that nobody has, at the place where it stays: at half the cost of
// WriteFileNoSync, and neither durable nor whole to those who read it meanwhile. Behind a crash a part of it may
// lie there: for one of the many files of a folder whose list says that it is not finished. The directory
// has to be there; a name that is taken, by a link too, is an fs.ErrExist.
func (d *Dir) FillFile(name string, data []byte, perm fs.FileMode) error {
	if err := CheckName(name); err != nil {
		return err
	}
	if err := d.fillFile(name, data, perm); err != nil {
		return fmt.Errorf("write %q: %w", name, outside(err))
	}
	return nil
}

func (d *Dir) fillFile(name string, data []byte, perm fs.FileMode) error {
	if err := d.about(OpStage, name); err != nil {
		return err
	}
	f, err := d.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		d.root.Remove(name)
	}
	return err
}

func (d *Dir) addFile(name string, data []byte, perm fs.FileMode) error {
	dir, base := d.root, path.Base(name)
	if parent := path.Dir(name); parent != "." {
		sub, err := openRoot(d.root, parent)
		if err != nil {
			return err
		}
		defer sub.Close()
		dir = sub
	}
	if _, err := dir.Lstat(base); err == nil {
		return &fs.PathError{Op: "create", Path: name, Err: fs.ErrExist}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := d.about(OpStage, name); err != nil {
		return err
	}
	temp, err := newPlainTemp(dir, base, perm, false, !renamesOpen)
	if err != nil {
		return err
	}
	p := &Pending{target: &target{in: d, name: name, dir: dir, shared: true, base: base}, temp: temp, sync: !renamesOpen}
	defer p.Abort()
	if _, err := p.Write(data); err != nil {
		return err
	}
	if !renamesOpen {
		return p.Commit()
	}
	return p.publish(temp)
}

// publish is Commit with the name given before the syncs.
func (p *Pending) publish(temp *plainTemp) error {
	if err := p.in.about(OpRename, p.name); err != nil {
		return err
	}
	if err := p.dir.Rename(temp.temp, p.base); err != nil {
		return err
	}
	temp.temp = p.base // an error takes the new name away
	if err := temp.Sync(); err != nil {
		return err
	}
	if err := syncRoot(p.dir); err != nil {
		return err
	}
	p.committed = true
	return temp.Close()
}
