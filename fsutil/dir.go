package fsutil

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/agent-admin/memoria/fsutil/sorting"
)

// A Dir is a directory that no name given to it can leave. Several goroutines may use it.
type Dir struct {
	root   *os.Root
	path   string
	before func(Change) error // see Before; nil in all but tests
	prefix string             // of d, as before's Names have it

	other *Dir // where the names that away reports are; nil if all are here
	away  func(name string) bool
}

// OpenDir opens an existing directory; dir may be or pass through symbolic links.
func OpenDir(dir string) (*Dir, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("open directory %q: %w", dir, err)
	}
	resolved, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return nil, fmt.Errorf("open directory %q: %w", dir, err)
	}
	if info, err := os.Stat(resolved); err == nil && !info.IsDir() { // a pipe would be waited for
		return nil, fmt.Errorf("open directory %q: %w", dir, errNoDir)
	}
	root, err := os.OpenRoot(resolved)
	if err != nil {
		return nil, fmt.Errorf("open directory %q: %w", dir, err)
	}
	return &Dir{root: root, path: resolved}, nil
}

// CreateDir opens a directory. If it is missing, it is created with its parents.
func CreateDir(dir string, perm fs.FileMode) (*Dir, error) {
	if err := os.MkdirAll(dir, perm); err != nil {
		return nil, fmt.Errorf("create directory %q: %w", dir, err)
	}
	return OpenDir(dir)
}

// Path returns the absolute path of the directory, with links resolved, in the system's own form.
func (d *Dir) Path() string { return d.path }

// Close closes the directory. Locks taken through it stay held.
func (d *Dir) Close() error {
	if d.other != nil {
		d.other.Close()
	}
	return d.root.Close()
}

// Sub opens an existing directory inside d as a Dir of its own.
func (d *Dir) Sub(name string) (*Dir, error) {
	if err := checkRead(name); err != nil {
		return nil, err
	}
	d = d.of(name)
	root, err := openRoot(d.root, name)
	if err != nil {
		return nil, fmt.Errorf("open directory %q: %w", name, outside(err))
	}
	resolved, err := filepath.EvalSymlinks(filepath.Join(d.path, filepath.FromSlash(name)))
	if err != nil {
		root.Close()
		return nil, fmt.Errorf("open directory %q: %w", name, err)
	}
	s := &Dir{root: root, path: resolved, before: d.before, prefix: path.Join(d.prefix, name)}
	return s, d.divertSub(s, name)
}

// MkdirAll creates a directory and its missing parents, less the umask. They are on the disk
// when MkdirAll returns.
func (d *Dir) MkdirAll(name string, perm fs.FileMode) error {
	if err := checkWrite(name); err != nil {
		return err
	}
	d = d.of(name)
	if info, err := d.root.Stat(name); err == nil && info.IsDir() {
		return nil
	}
	if err := CheckName(name); err != nil {
		return err
	}
	if err := d.mkdirAll(name, perm, true); err != nil {
		return fmt.Errorf("create directory %q: %w", name, outside(err))
	}
	return nil
}

func (d *Dir) mkdirAll(name string, perm fs.FileMode, sync bool) error {
	err := d.mkdir(name, perm)
	if errors.Is(err, fs.ErrNotExist) && path.Dir(name) != "." {
		if err := d.mkdirAll(path.Dir(name), perm, sync); err != nil {
			return err
		}
		err = d.mkdir(name, perm)
	}
	if errors.Is(err, fs.ErrExist) {
		if info, serr := d.root.Stat(name); serr == nil && info.IsDir() {
			return nil
		}
	}
	if err != nil || !sync {
		return err
	}
	return d.syncDir(path.Dir(name))
}

func (d *Dir) mkdir(name string, perm fs.FileMode) error {
	if err := d.about(OpMkdir, name); err != nil {
		return err
	}
	return d.root.Mkdir(name, perm)
}

// syncDir makes the names in a directory durable.
func (d *Dir) syncDir(name string) error {
	if name == "." {
		return syncRoot(d.root)
	}
	sub, err := openRoot(d.root, name)
	if err != nil {
		return err
	}
	defer sub.Close()
	return syncRoot(sub)
}

// FS returns the directory for code that only reads. It cannot leave d either.
func (d *Dir) FS() fs.FS { return files{d} }

// ReadFile returns the bytes of a regular file.
func (d *Dir) ReadFile(name string) ([]byte, error) {
	if err := checkRead(name); err != nil {
		return nil, err
	}
	b, err := readFile(d.of(name).root, name)
	return b, outside(err)
}

// ReadDir returns the entries of a directory, sorted by name; "." is d itself.
func (d *Dir) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := list(d, name, func(f *os.File) ([]fs.DirEntry, error) { return f.ReadDir(-1) }, fs.DirEntry.Name)
	sorting.By(entries, byName)
	return entries, err
}

// ReadNames returns the sorted names in a directory. It costs much less
// than ReadDir, which looks at each file.
func (d *Dir) ReadNames(name string) ([]string, error) {
	names, err := list(d, name, func(f *os.File) ([]string, error) { return f.Readdirnames(-1) }, func(s string) string { return s })
	slices.Sort(names)
	return names, err
}

// Open opens a regular file or a directory for reading.
func (d *Dir) Open(name string) (*os.File, error) {
	if err := checkRead(name); err != nil {
		return nil, err
	}
	f, err := d.of(name).root.OpenFile(name, os.O_RDONLY|unwaiting, 0)
	f, _, err = opened(f, name, err)
	return f, outside(err)
}

// Stat describes the file that name leads to, links followed.
func (d *Dir) Stat(name string) (fs.FileInfo, error) {
	if err := checkRead(name); err != nil {
		return nil, err
	}
	info, err := d.of(name).root.Stat(name)
	return info, outside(err)
}

// Lstat describes name itself, even if it is a link.
func (d *Dir) Lstat(name string) (fs.FileInfo, error) {
	if err := checkRead(name); err != nil {
		return nil, err
	}
	info, err := d.of(name).root.Lstat(name)
	return info, outside(err)
}

// Remove removes a file, or a link but not its target. Directories are refused.
func (d *Dir) Remove(name string) error {
	if err := checkRead(name); err != nil {
		return err
	}
	d = d.of(name)
	if err := d.removeFrom(d.root, name, name); err != nil {
		return outside(err)
	}
	return d.syncDir(path.Dir(name))
}

// removeFrom removes a file by its name in root, which is d's own root or one below it.
func (d *Dir) removeFrom(root *os.Root, base, name string) error {
	info, err := root.Lstat(base)
	if err != nil {
		return err
	}
	if info.IsDir() {
		return &fs.PathError{Op: "remove", Path: name, Err: errIsDir}
	}
	if err := d.about(OpRemove, name); err != nil {
		return err
	}
	return replace(func() error { return root.Remove(base) })
}

// RemoveAllOf removes files of one directory and syncs the directory once. A missing file is
// no error. After an error it still removes the rest.
func (d *Dir) RemoveAllOf(dir string, bases []string) error {
	if len(bases) == 0 {
		return nil
	}
	if err := checkRead(dir); err != nil {
		return err
	}
	d = d.of(dir)
	root, err := openRoot(d.root, dir)
	if err != nil {
		return fmt.Errorf("remove from %q: %w", dir, outside(err))
	}
	defer root.Close()
	var first error
	for _, base := range bases {
		err := checkRead(base)
		if name := path.Join(dir, base); err == nil && d.of(name) != d {
			err = d.Remove(name)
		} else if err == nil {
			err = d.removeFrom(root, base, name)
		}
		if first == nil && !errors.Is(err, fs.ErrNotExist) {
			first = err
		}
	}
	if err := syncRoot(root); first == nil {
		first = err
	}
	if first != nil {
		return fmt.Errorf("remove from %q: %w", dir, outside(first))
	}
	return nil
}

// Rename moves a file or directory within d. It does not replace anything: a taken new name is an fs.ErrExist.
// The name is checked before the move, so two callers that may want the same name need a lock. Missing
// parents of the new name are created.
func (d *Dir) Rename(from, to string) error {
	if err := checkRead(from); err != nil {
		return err
	}
	if err := CheckName(to); err != nil {
		return err
	}
	if d.of(from) != d.of(to) {
		return &os.LinkError{Op: "rename", Old: from, New: to, Err: errApart}
	}
	d = d.of(from)
	info, err := d.root.Lstat(from)
	if err != nil {
		return outside(err)
	}
	// If both names are the same file, the rename changes the letter case on a file system that ignores it.
	taken, err := d.root.Lstat(to)
	if err == nil && !os.SameFile(info, taken) {
		return &os.LinkError{Op: "rename", Old: from, New: to, Err: fs.ErrExist}
	}
	if err := d.ensureParent(to, 0o755, true); err != nil {
		return err
	}
	if err := d.about(OpRename, to); err != nil {
		return err
	}
	if err := replace(func() error { return d.root.Rename(from, to) }); err != nil {
		return outside(err)
	}
	if err := d.syncDir(path.Dir(to)); err != nil {
		return err
	}
	if path.Dir(from) == path.Dir(to) {
		return nil
	}
	return d.syncDir(path.Dir(from))
}

// ensureParent creates the directories above name.
func (d *Dir) ensureParent(name string, perm fs.FileMode, sync bool) error {
	dir := path.Dir(name)
	if dir == "." {
		return nil
	}
	if _, err := d.root.Stat(dir); err == nil {
		return nil
	}
	return outside(d.mkdirAll(dir, perm, sync))
}

// readlink returns a link's target with slashes, and refuses an absolute one.
func (d *Dir) readlink(name string) (string, error) {
	to, err := d.root.Readlink(name)
	if err != nil {
		return "", outside(err)
	}
	if to = filepath.ToSlash(to); path.IsAbs(to) || filepath.VolumeName(to) != "" {
		return "", &fs.PathError{Op: "readlink", Path: name, Err: ErrOutside}
	}
	return to, nil
}
