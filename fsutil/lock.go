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
	"time"

	"github.com/gofrs/flock"

	"github.com/agent-admin/memoria/fsutil/advisory"
)

// ErrLocked says that somebody else holds a lock.
var ErrLocked = errors.New("locked by another run")

const lockPerm = 0o600

// Lock takes an exclusive lock on name, a file beside the data such as "lock/daily". It
// waits until the lock is free or ctx is done: after a deadline the error is an ErrLocked, after a
// cancellation it is ctx's own. The file is created if needed, with its parents, and never removed.
// unlock may be called more than once. A lock is not reentrant.
func (d *Dir) Lock(ctx context.Context, name string) (unlock func(), err error) {
	return d.lock(ctx, name, false)
}

// RLock takes the lock shared: other holders of RLock do not exclude it, a holder of Lock does.
func (d *Dir) RLock(ctx context.Context, name string) (unlock func(), err error) {
	return d.lock(ctx, name, true)
}

// TryLock is Lock without waiting: if the lock is held, the error is an ErrLocked.
func (d *Dir) TryLock(name string) (unlock func(), err error) {
	fl, err := d.tryLock(name, false)
	if err == nil && fl == nil {
		err = ErrLocked
	}
	if err != nil {
		return nil, fmt.Errorf("lock %q: %w", name, err)
	}
	return unlocker(fl), nil
}

// longestPause is the maximum pause between two attempts to take a lock.
const longestPause = 20 * time.Millisecond

func (d *Dir) lock(ctx context.Context, name string, shared bool) (unlock func(), err error) {
	for pause := time.Millisecond; ; pause = min(2*pause, longestPause) {
		err := ctx.Err()
		if err == nil {
			var fl *flock.Flock
			if fl, err = d.tryLock(name, shared); fl != nil {
				return unlocker(fl), nil
			}
		}
		if errors.Is(err, context.DeadlineExceeded) {
			err = ErrLocked
		}
		if err != nil {
			return nil, fmt.Errorf("lock %q: %w", name, err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

// handover makes what a goroutine does under a lock visible to the goroutine that takes the lock next. The
// lock of the system excludes them, but Go's memory model knows nothing of it.
var handover sync.Mutex

func synchronize() {
	handover.Lock()
	defer handover.Unlock()
}

func unlocker(fl *flock.Flock) func() {
	return sync.OnceFunc(func() {
		synchronize()
		fl.Close()
	})
}

// maxSwaps bounds how often a lock is taken again because its file was replaced.
const maxSwaps = 1000

// tryLock locks the file that the name leads to; nil without an error means that somebody else holds the
// lock. A lock on a file that was unlinked or replaced before it was locked excludes nobody, so it is
// released and taken again.
func (d *Dir) tryLock(name string, shared bool) (*flock.Flock, error) {
	if err := CheckName(name); err != nil {
		return nil, err
	}
	d = d.of(name)
	for range maxSwaps {
		// No O_CREATE: files are created only through the root, which no link can leave. The
		// os package opens close-on-exec, so no child inherits the lock.
		fl := flock.New(filepath.Join(d.path, filepath.FromSlash(name)), flock.SetFlag(os.O_RDONLY|unwaiting))
		ok, err := advisory.Try(fl, shared)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			if err := d.createLock(name); err != nil {
				return nil, err
			}
			continue
		case errors.Is(err, syscall.EINTR):
			continue
		case isSpecial(err):
			return nil, &fs.PathError{Op: "lock", Path: name, Err: errSpecial}
		case err != nil:
			return nil, err
		case !ok:
			return nil, nil
		}
		same, err := d.holds(fl, name)
		if same && err == nil {
			synchronize()
			return fl, nil
		}
		fl.Close()
		if err != nil {
			return nil, err
		}
	}
	return nil, errors.New("lock file keeps being replaced")
}

// Sign writes into the file of a lock who holds it, for those who wait; the holder takes it back with "". Where a locked file
// cannot be written, as on Windows, they are not told.
func (d *Dir) Sign(name, who string) {
	if f, err := openRegular(d.of(name).root, name, os.O_WRONLY|os.O_TRUNC, lockPerm); err == nil {
		f.WriteString(who)
		f.Close()
	}
}

func (d *Dir) createLock(name string) error {
	if err := d.ensureParent(name, 0o700, false); err != nil {
		return err
	}
	if err := d.about(OpCreate, name); err != nil {
		return err
	}
	f, err := openRegular(d.root, name, os.O_RDONLY|os.O_CREATE, lockPerm)
	if err != nil {
		return outside(err)
	}
	return f.Close()
}

// holds reports whether the locked file is still the one with the name.
func (d *Dir) holds(fl *flock.Flock, name string) (bool, error) {
	locked, err := fl.Stat()
	if err != nil {
		return false, err
	}
	named, err := d.root.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, outside(err)
	}
	if !named.Mode().IsRegular() {
		return false, &fs.PathError{Op: "lock", Path: name, Err: errSpecial}
	}
	return os.SameFile(locked, named), nil
}
