package fsutil

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"syscall"

	"github.com/gofrs/flock"
)

// ErrLocked says that somebody else holds a lock.
var ErrLocked = errors.New("locked by another run")

const lockPerm = 0o600

// Lock takes the exclusive lock that name, a sidecar file such as "lock/daily", stands for. It
// waits until the lock is free or ctx is done: past a deadline the error is an ErrLocked, after a
// cancellation it is ctx's own. The file is created as needed, with its parents, and never removed.
// unlock may be called more than once. A lock is not reentrant.
func (d *Dir) Lock(ctx context.Context, name string) (unlock func(), err error) {
	return d.lock(ctx, name, false)
}

// RLock takes the lock shared: with other holders of RLock, but with no holder of Lock.
func (d *Dir) RLock(ctx context.Context, name string) (unlock func(), err error) {
	return d.lock(ctx, name, true)
}

// TryLock is Lock without waiting: if the lock is held the error is an ErrLocked.
func (d *Dir) TryLock(name string) (unlock func(), err error) {
	l, err := d.lockFile(name, false)
	if err != nil {
		return nil, err
	}
	g := enter(l.path)
	if !g.tryAcquire(l.shared) {
		g.leave()
		return nil, fmt.Errorf("lock %q: %w", name, ErrLocked)
	}
	fl, err := l.try()
	if err == nil && fl == nil {
		err = ErrLocked
	}
	if err != nil {
		g.release(l.shared)
		return nil, fmt.Errorf("lock %q: %w", name, err)
	}
	return unlocker(g, fl, l.shared), nil
}

func (d *Dir) lock(ctx context.Context, name string, shared bool) (unlock func(), err error) {
	l, err := d.lockFile(name, shared)
	if err != nil {
		return nil, err
	}
	g := enter(l.path)
	if err := g.acquire(ctx, shared); err != nil {
		g.leave()
		return nil, fmt.Errorf("lock %q: %w", name, waited(err))
	}
	fl, err := l.try()
	if err == nil && fl == nil {
		fl, err = g.wait(ctx, l)
	}
	if err != nil {
		g.release(shared)
		return nil, fmt.Errorf("lock %q: %w", name, waited(err))
	}
	return unlocker(g, fl, shared), nil
}

// waited makes a passed deadline an ErrLocked.
func waited(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("%w: %w", ErrLocked, err)
	}
	return err
}

func unlocker(g *gate, fl *flock.Flock, shared bool) func() {
	var once sync.Once
	return func() {
		once.Do(func() {
			fl.Close()
			g.release(shared)
		})
	}
}

// A lockFile is the sidecar file of one lock and how it is to be taken.
type lockFile struct {
	d      *Dir
	name   string
	path   string
	shared bool
}

func (d *Dir) lockFile(name string, shared bool) (*lockFile, error) {
	if err := CheckName(name); err != nil {
		return nil, err
	}
	if name == "." {
		return nil, &NameError{name, "no file"}
	}
	return &lockFile{d: d, name: name, path: filepath.Join(d.path, filepath.FromSlash(name)), shared: shared}, nil
}

// maxSwaps bounds how often a lock file that changes under its name is taken again.
const maxSwaps = 1000

// try takes the kernel's lock without waiting; nil without an error means that it is held.
func (l *lockFile) try() (*flock.Flock, error) {
	return l.take(func(fl *flock.Flock) (bool, error) {
		if l.shared {
			return fl.TryRLock()
		}
		return fl.TryLock()
	})
}

// block waits for the kernel's lock. Nothing interrupts it.
func (l *lockFile) block() (*flock.Flock, error) {
	return l.take(func(fl *flock.Flock) (bool, error) {
		if l.shared {
			return true, fl.RLock()
		}
		return true, fl.Lock()
	})
}

// take locks the file that the name leads to once the lock is held. A lock on a file that was
// unlinked or replaced while it was waited for excludes nobody, so it is dropped and taken again.
func (l *lockFile) take(lock func(*flock.Flock) (bool, error)) (*flock.Flock, error) {
	for range maxSwaps {
		// Without O_CREATE: files are created through the root alone, which no link leaves. The
		// os package opens close-on-exec, so no child inherits the lock.
		fl := flock.New(l.path, flock.SetFlag(os.O_RDONLY|unwaiting))
		ok, err := lock(fl)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			if err := l.create(); err != nil {
				return nil, err
			}
			continue
		case errors.Is(err, syscall.EINTR):
			continue
		case isSpecial(err):
			return nil, &fs.PathError{Op: "lock", Path: l.name, Err: errSpecial}
		case err != nil:
			return nil, err
		case !ok:
			return nil, nil
		}
		same, err := l.holds(fl)
		if same && err == nil {
			return fl, nil
		}
		fl.Close()
		if err != nil {
			return nil, err
		}
	}
	return nil, errors.New("lock file keeps being replaced")
}

func (l *lockFile) create() error {
	if err := l.d.ensureParent(l.name, 0o700, false); err != nil {
		return err
	}
	if err := l.d.about(OpCreate, l.name); err != nil {
		return err
	}
	f, err := openRegular(l.d.root, l.name, os.O_RDONLY|os.O_CREATE, lockPerm)
	if err != nil {
		return outside(err)
	}
	return f.Close()
}

// holds reports whether the locked file is the one that has the name.
func (l *lockFile) holds(fl *flock.Flock) (bool, error) {
	locked, err := fl.Stat()
	if err != nil {
		return false, err
	}
	named, err := l.d.root.Stat(l.name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, outside(err)
	}
	if !named.Mode().IsRegular() {
		return false, &fs.PathError{Op: "lock", Path: l.name, Err: errSpecial}
	}
	return os.SameFile(locked, named), nil
}
