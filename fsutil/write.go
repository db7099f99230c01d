package fsutil

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"

	"github.com/agent-admin/memoria/fsutil/advisory"
)

var errIsDir = errors.New("is a directory")

// A mode says how a file is written.
type mode struct {
	perm  fs.FileMode // of a new file, less the umask
	exact bool        // perm holds for an existing file too
	sync  bool        // on the disk before the call returns
}

// WriteFile makes data the whole content of a file, atomically and durably: readers, also
// after a crash, find the old bytes or the new ones. It creates missing parents, keeps the mode of
// an existing file, follows a link that stays inside d, and reports whether bytes changed: if the
// file holds data already, nothing is written. A file without its owner's write bit is an
// fs.ErrPermission.
func (d *Dir) WriteFile(name string, data []byte, perm fs.FileMode) (changed bool, err error) {
	return d.write(name, data, mode{perm: perm, sync: true})
}

// WriteFileNoSync is WriteFile for files that can be rebuilt, such as a cache or a cursor: still atomic
// for other processes, but a power cut may lose it.
func (d *Dir) WriteFileNoSync(name string, data []byte, perm fs.FileMode) (changed bool, err error) {
	return d.write(name, data, mode{perm: perm})
}

func (d *Dir) write(name string, data []byte, m mode) (changed bool, err error) {
	if changed, err = d.tryWrite(name, data, m); err != nil {
		err = fmt.Errorf("write %q: %w", name, err)
	}
	return changed, err
}

func (d *Dir) tryWrite(name string, data []byte, m mode) (changed bool, err error) {
	t, err := d.target(name, m)
	if err != nil {
		return false, err
	}
	defer t.close()
	same, err := t.holds(data, m)
	if same || err != nil {
		return false, err
	}
	p, err := t.begin(m)
	if err != nil {
		return false, err
	}
	defer p.Abort()
	if _, err := p.Write(data); err != nil {
		return false, err
	}
	err = p.Commit()
	return p.committed, err
}

// Create begins a write of a file that is too large for memory: on Commit the Pending file
// replaces name, under the laws of WriteFile.
func (d *Dir) Create(name string, perm fs.FileMode) (*Pending, error) {
	return d.create(name, mode{perm: perm, sync: true})
}

func (d *Dir) create(name string, m mode) (*Pending, error) {
	t, err := d.target(name, m)
	if err != nil {
		return nil, fmt.Errorf("create %q: %w", name, err)
	}
	p, err := t.begin(m)
	if err != nil {
		t.close()
		return nil, fmt.Errorf("create %q: %w", name, err)
	}
	p.owned = true
	return p, nil
}

// A target is the place of a write: the opened parent directory, so that the temporary file lies
// beside the file that it replaces.
type target struct {
	in     *Dir
	name   string // in it
	dir    *os.Root
	shared bool // dir belongs to the Dir
	base   string
	info   fs.FileInfo // nil when there is no file yet
}

func (t *target) close() {
	if !t.shared {
		t.dir.Close()
	}
}

// target finds where name leads and creates missing parents.
func (d *Dir) target(name string, m mode) (*target, error) {
	if err := checkWrite(name); err != nil {
		return nil, err
	}
	d = d.of(name)
	info, err := d.root.Lstat(name)
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		if name, err = d.resolve(name); err != nil {
			return nil, err
		}
		info, err = d.root.Lstat(name)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		info = nil
		if err := CheckName(name); err != nil {
			return nil, err
		}
		if err := d.ensureParent(name, dirPerm(m.perm), m.sync); err != nil {
			return nil, err
		}
	case err != nil:
		return nil, outside(err)
	case info.IsDir():
		return nil, &fs.PathError{Op: "open", Path: name, Err: errIsDir}
	case !info.Mode().IsRegular():
		return nil, &fs.PathError{Op: "open", Path: name, Err: errSpecial}
	case info.Mode()&0o200 == 0 && !m.exact:
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	t := &target{in: d, name: name, dir: d.root, shared: true, base: path.Base(name), info: info}
	if dir := path.Dir(name); dir != "." {
		if t.dir, err = openRoot(d.root, dir); err != nil {
			return nil, outside(err)
		}
		t.shared = false
	}
	return t, nil
}

// dirPerm returns the mode of the directories above a file: whoever may read the file may search them.
func dirPerm(perm fs.FileMode) fs.FileMode {
	return 0o700 | perm | (perm&0o444)>>2
}

// holds reports whether the file already has the wanted content and mode.
func (t *target) holds(data []byte, m mode) (bool, error) {
	if t.info == nil || t.info.Size() != int64(len(data)) {
		return false, nil
	}
	if m.exact && hasModes && t.info.Mode().Perm() != m.perm {
		return false, nil
	}
	old, err := readFile(t.dir, t.base)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return bytes.Equal(old, data), err
}

// begin creates the temporary file.
func (t *target) begin(m mode) (*Pending, error) {
	perm, set := m.perm.Perm(), m.exact
	if t.info != nil && !m.exact {
		perm, set = t.info.Mode().Perm(), true
	}
	if err := t.in.about(OpStage, t.name); err != nil {
		return nil, err
	}
	p := &Pending{target: t, sync: m.sync, release: advisory.Writing(t.dir)}
	var err error
	if p.temp, err = stage(t.dir, t.base, perm, set, m.sync); err != nil {
		p.release()
		return nil, err
	}
	return p, nil
}

// A Pending file replaces its target when it is committed, and is removed otherwise.
type Pending struct {
	*target
	temp      temporary
	check     func() error // what Commit asks just before the rename, or nil
	release   func()       // see advisory.Writing; nil for one of [Dir.AddFile], whose folders are cleaned by age
	sync      bool
	owned     bool // the target is closed with it
	committed bool
	done      bool
}

// Write adds to the pending file.
func (p *Pending) Write(b []byte) (int, error) { return p.temp.Write(b) }

// Commit puts the file in its place. After an error the old file is still there, unless the error
// came from syncing the new name.
func (p *Pending) Commit() error {
	defer p.Abort()
	if p.check != nil {
		if p.sync {
			if err := p.temp.Sync(); err != nil { // it takes long, and the check is to be the last thing
				return err
			}
		}
		if err := p.check(); err != nil {
			return err
		}
	}
	if err := p.in.about(OpRename, p.name); err != nil {
		return err
	}
	if err := p.temp.CloseAtomicallyReplace(); err != nil {
		return err
	}
	p.committed = true
	if p.sync {
		return syncRoot(p.dir)
	}
	return nil
}

// Abort removes the pending file. After Commit, or a second time, it does nothing.
func (p *Pending) Abort() {
	if p.done {
		return
	}
	p.done = true
	if !p.committed {
		if p.in.about(OpRemove, path.Join(path.Dir(p.name), path.Base(p.temp.Name()))) == nil {
			p.temp.Cleanup()
		} else {
			p.temp.Close()
		}
	}
	if p.release != nil {
		p.release()
	}
	if p.owned {
		p.target.close()
	}
}
