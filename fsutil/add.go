package fsutil

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
)

// AddFile creates a new file at the lowest cost, with sync durably, for a process that leaves one small note behind and
// is in a hurry. Readers see the whole file or none. A taken name is an fs.ErrExist; as with Rename, the name
// is checked before it is taken. The directory must exist. After a power cut within AddFile, or soon after one without
// sync, the file may hold a part of the data: unlike WriteFile it takes the name first, so that the two syncs cost
// hardly more than one. Readers of such files must expect a damaged one, and its temporary files are known for left ones by their age.
func (d *Dir) AddFile(name string, data []byte, perm fs.FileMode, sync bool) error {
	if err := CheckName(name); err != nil {
		return err
	}
	if err := d.of(name).addFile(name, data, perm, sync); err != nil {
		return fmt.Errorf("add %q: %w", name, outside(err))
	}
	return nil
}

// FillFile creates a new file directly under its final name, at half the cost of WriteFileNoSync. It is not
// durable, readers may see a part of it, and a crash may leave a part behind. It is meant for one of many files
// in a folder whose list says that it is unfinished. The directory must exist; a taken name, also one taken by
// a link, is an fs.ErrExist.
func (d *Dir) FillFile(name string, data []byte, perm fs.FileMode) error {
	if err := CheckName(name); err != nil {
		return err
	}
	if err := d.of(name).fillFile(name, data, perm); err != nil {
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

func (d *Dir) addFile(name string, data []byte, perm fs.FileMode, sync bool) error {
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
	temp, err := newPlainTemp(dir, base, perm, false, sync && !renamesOpen)
	if err != nil {
		return err
	}
	p := &Pending{target: &target{in: d, name: name, dir: dir, shared: true, base: base}, temp: temp, sync: sync}
	defer p.Abort()
	if _, err := p.Write(data); err != nil {
		return err
	}
	if !renamesOpen {
		return p.Commit()
	}
	return p.publish(temp)
}

// publish is Commit, but takes the name before the syncs.
func (p *Pending) publish(temp *plainTemp) error {
	if err := p.in.about(OpRename, p.name); err != nil {
		return err
	}
	if err := p.dir.Rename(temp.temp, p.base); err != nil {
		return err
	}
	temp.temp = p.base // an error takes the new name away
	if p.sync {
		if err := cmp.Or(temp.Sync(), syncRoot(p.dir)); err != nil {
			return err
		}
	}
	p.committed = true
	return temp.Close()
}
