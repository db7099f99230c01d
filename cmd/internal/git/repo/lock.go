package repo

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/agent-admin/memoria/fsutil"
)

// A lock of git's is a file that a git which was killed leaves, and that stops every later one. Nobody can tell from outside whether
// a git holds one: git commit -a does while an editor is open. So we clear only what a git of ours has left, and name the others.
const (
	lockWait = 5 * time.Second  // for another git, such as an editor's that asks for the state of the files
	lockAge  = 10 * time.Minute // of a lock that nobody has in use, unless a person does
)

// A LockError says that a lock of git's is there longer than a git is at work.
type LockError struct {
	Path  string
	Since time.Time
}

func (e *LockError) Error() string {
	return fmt.Sprintf("a git that was killed, or waits for somebody, left the lock %s at %s", e.Path, e.Since.Format(time.DateTime))
}

// locks returns the locks of what a run writes.
func (w *Work) locks() []string {
	out := []string{filepath.Join(w.GitDir, "index.lock"), filepath.Join(w.GitDir, "HEAD.lock")}
	for _, name := range []string{"packed-refs", "refs/heads/" + w.Branch, w.tracking(), w.known()} {
		out = append(out, filepath.Join(w.common, filepath.FromSlash(name)+".lock"))
	}
	return out
}

// unlocked waits for another git to end. The error is a *LockError or ErrBusy.
func (w *Work) unlocked(ctx context.Context) error {
	for waited := time.Duration(0); ; waited += lockWait / 20 {
		var err error
		for _, lock := range w.locks() {
			info, failed := os.Lstat(lock)
			switch {
			case failed != nil:
			case time.Since(info.ModTime()) < lockAge:
				err = fmt.Errorf("%w: %s is there since %s", ErrBusy, lock, info.ModTime().Format(time.DateTime))
			case !w.Alone || !w.left(info):
				return &LockError{lock, info.ModTime()}
			default:
				if err := remove(filepath.Split(lock)); err != nil {
					return fmt.Errorf("clear the lock of a git of ours that was killed: %w", err)
				}
			}
		}
		if err == nil || waited >= lockWait {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(lockWait / 20):
		}
	}
}

// left reports whether a git of ours left a lock: a run was killed, or a git of it, as our own index is there still, and the lock was
// made while it worked. The lock of an index that has been written may be that of a commit of the person's whose message is being typed.
func (w *Work) left(lock os.FileInfo) bool {
	ours, err := os.Lstat(filepath.Join(w.GitDir, w.index()))
	if err != nil || lock.Name() == "index.lock" && lock.Size() > 0 {
		return false
	}
	after := lock.ModTime().Sub(ours.ModTime())
	return 0 <= after && after <= callWait
}

// clean begins our own index anew. Nobody else uses it: a run holds the lock of its vault.
func (w *Work) clean() error {
	if w.cleaned {
		return nil
	}
	w.cleaned = true
	if err := remove(w.GitDir, w.index()+".lock"); err != nil {
		return err
	}
	dir, err := fsutil.OpenDir(w.GitDir)
	if err != nil {
		return err
	}
	defer dir.Close()
	_, err = dir.WriteFile(w.index(), nil, 0o600)
	return err
}

// Close ends a run: no git of it is at work, and our own index goes, unless one of them was killed.
func (w *Work) Close() error {
	if !w.cleaned || w.killed {
		return nil
	}
	return remove(w.GitDir, w.index())
}

// remove removes a file that may be gone.
func remove(folder, name string) error {
	dir, err := fsutil.OpenDir(folder)
	if err != nil {
		return err
	}
	defer dir.Close()
	return dir.RemoveAllOf(".", []string{name})
}
