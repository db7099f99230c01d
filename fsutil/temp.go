package fsutil

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"strings"
	"time"

	"github.com/agent-admin/memoria/fsutil/advisory"
)

const (
	tempPrefix = ".memoria-"
	tempSuffix = ".tmp"
	tempDigits = 16
)

// A temporary is a file that is written beside the one that it will replace. The methods are those of
// renameio.PendingFile, which is used for whatever must survive a power cut.
type temporary interface {
	io.WriteCloser
	Name() string
	Sync() error
	CloseAtomicallyReplace() error
	Cleanup() error // removes it, unless it took the place
}

// A plainTemp is a temporary without sync, for files that can be rebuilt. Windows uses it for all files,
// and there syncs it.
type plainTemp struct {
	*os.File
	dir        *os.Root
	base, temp string
	sync       bool
	closed     bool
}

func tempName() string {
	return fmt.Sprintf("%s%0*x%s", tempPrefix, tempDigits, rand.Uint64(), tempSuffix)
}

func newPlainTemp(dir *os.Root, base string, perm fs.FileMode, set, sync bool) (*plainTemp, error) {
	for try := 0; ; try++ {
		temp := tempName()
		f, err := dir.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
		if errors.Is(err, fs.ErrExist) && try < 100 {
			continue
		}
		if err != nil {
			return nil, err
		}
		p := &plainTemp{File: f, dir: dir, base: base, temp: temp, sync: sync}
		if set {
			if err := f.Chmod(perm); err != nil {
				p.Cleanup()
				return nil, err
			}
		}
		return p, nil
	}
}

func (p *plainTemp) Close() error {
	if p.closed {
		return nil
	}
	p.closed = true
	return p.File.Close()
}

func (p *plainTemp) CloseAtomicallyReplace() error {
	if p.sync {
		if err := p.Sync(); err != nil {
			return err
		}
	}
	if err := p.Close(); err != nil {
		return err
	}
	return replace(func() error { return p.dir.Rename(p.temp, p.base) })
}

func (p *plainTemp) Cleanup() error {
	p.Close()
	return p.dir.Remove(p.temp)
}

// replaceTries is how often a rename or removal is tried while another program holds the file:
// pauses of 1, 2, 4 … 256 ms, about half a second in total.
const replaceTries = 10

// replace repeats op while the system reports that another program has the file open, which happens
// only on Windows: virus scanners, indexers and sync clients hold a file for a moment.
func replace(op func() error) error {
	return retry(op, transient, time.Sleep)
}

func retry(op func() error, transient func(error) bool, sleep func(time.Duration)) error {
	wait := time.Millisecond
	for try := 1; ; try++ {
		err := op()
		if err == nil || try == replaceTries || !transient(err) {
			return err
		}
		sleep(wait)
		wait *= 2
	}
}

// IsTemp reports whether the last element of a name is that of a temporary file: of this package, or of
// renameio, which puts a dot before such a name and a number behind it. Watchers and listings skip temporary files.
func IsTemp(name string) bool {
	name = path.Base(name)
	if strings.HasPrefix(name, "."+tempPrefix) {
		name = strings.TrimRight(name[1:], "0123456789")
	}
	mid, ok := strings.CutPrefix(name, tempPrefix)
	if !ok {
		return false
	}
	digits, ok := strings.CutSuffix(mid, tempSuffix)
	return ok && len(digits) == tempDigits && strings.Trim(digits, "0123456789abcdef") == ""
}

// CleanTempOf removes the temporary files of one directory that nobody is writing, whatever their age, but not those
// below it. It returns how many it removed.
func (d *Dir) CleanTempOf(dir string) (removed int, err error) {
	entries, err := d.ReadDir(dir)
	for _, e := range entries {
		if e.Type().IsRegular() && IsTemp(e.Name()) && err == nil {
			name := path.Join(dir, e.Name())
			var gone bool
			if gone, err = d.of(name).takeTemp(name); gone {
				removed++
			}
		}
	}
	if err != nil {
		err = fmt.Errorf("clean %q: %w", dir, err)
	}
	return removed, err
}

// takeTemp removes a temporary file of d's own side, unless somebody is writing it.
func (d *Dir) takeTemp(name string) (removed bool, err error) {
	dir, err := openRoot(d.root, path.Dir(name))
	if err != nil {
		return false, outside(err)
	}
	defer dir.Close()
	release, ok := advisory.Idle(dir, func() bool { _, err := dir.Lstat(path.Base(name)); return err != nil })
	defer release()
	if ok {
		err = d.removeFrom(dir, path.Base(name), name)
		ok = err == nil
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return ok, err
}

// CleanTemp removes temporary files that a killed process left anywhere under d and that were last
// written more than olderThan before now; none that somebody is writing. It returns how many it removed; after an error it continues
// and returns the first error.
func (d *Dir) CleanTemp(olderThan time.Duration, now time.Time) (removed int, err error) {
	var first error
	note := func(err error) {
		if first == nil && !errors.Is(err, fs.ErrNotExist) {
			first = err
		}
	}
	if d.other != nil {
		n, err := d.other.CleanTemp(olderThan, now)
		removed += n
		note(err)
	}
	fs.WalkDir(d.root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			note(err)
			return nil
		}
		if !e.Type().IsRegular() || !IsTemp(name) {
			return nil
		}
		info, err := e.Info()
		if err != nil {
			note(err)
			return nil
		}
		if now.Sub(info.ModTime()) <= olderThan {
			return nil
		}
		gone, err := d.takeTemp(name)
		note(err)
		if gone {
			removed++
		}
		return nil
	})
	return removed, first
}
