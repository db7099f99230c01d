// Package advisory takes advisory locks where a file system may have none, or may not answer: network mounts and FUSE. By one
// the writers of a directory show themselves to those who clean it.
package advisory

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/gofrs/flock"
)

// deadline is how long a file system has to answer. One of a network may have to find its server again.
const deadline = 20 * time.Second

// An Error says that a file system has no locks, or does not answer.
type Error struct {
	Mount string // where it is mounted, as far as the system tells, and what it is
	Err   error
}

func (e *Error) Error() string { return fmt.Sprintf("the file system at %s %v", e.Mount, e.Err) }

func (e *Error) Unwrap() error { return e.Err }

var (
	errNone   = errors.New("has no locks")
	errSilent = errors.New("does not answer when it is asked for a lock")
)

// Try takes a lock without waiting for its holder. It is not ok if somebody else holds the lock. The error is an *[Error]
// where there are no locks or no answer; the lock must not be used then.
func Try(fl *flock.Flock, shared bool) (ok bool, err error) {
	if shared {
		return within(deadline, fl.Path(), fl.TryRLock, func() { fl.Close() })
	}
	return within(deadline, fl.Path(), fl.TryLock, func() { fl.Close() })
}

// within calls try, and gives it up after a time; a lock that comes later is released.
func within(d time.Duration, path string, try func() (bool, error), release func()) (ok bool, err error) {
	type answer struct {
		ok  bool
		err error
	}
	done := make(chan answer, 1)
	go func() {
		ok, err := try()
		done <- answer{ok, err}
	}()
	late := time.NewTimer(d)
	defer late.Stop()
	select {
	case a := <-done:
		if lacking(a.err) {
			return false, &Error{mount(path), errNone}
		}
		return a.ok, a.err
	case <-late.C:
		go func() { <-done; release() }()
		return false, &Error{mount(path), errSilent}
	}
}

// lacking reports whether a file was opened, and could not be locked because its file system has no locks.
func lacking(err error) bool {
	if errors.As(err, new(*fs.PathError)) {
		return false
	}
	for _, none := range []error{syscall.ENOLCK, syscall.ENOSYS, syscall.ENOTSUP, syscall.EOPNOTSUPP} {
		if errors.Is(err, none) {
			return true
		}
	}
	return false
}

// mount returns where the file system of a path is mounted, and its kind, as Linux lists them; elsewhere the folder. It does
// not look at the path itself, which might not answer.
func mount(path string) string {
	found, kind := "", ""
	list, _ := os.ReadFile("/proc/self/mounts")
	for line := range strings.Lines(string(list)) {
		if f := strings.Fields(line); len(f) > 2 {
			at := strings.NewReplacer(`\040`, " ", `\011`, "\t", `\134`, `\`).Replace(f[1])
			if inside, err := filepath.Rel(at, path); err == nil && filepath.IsLocal(inside) && len(at) >= len(found) {
				found, kind = at, f[2]
			}
		}
	}
	if found == "" {
		return filepath.Dir(path)
	}
	return found + " (" + kind + ")"
}
