//go:build !windows

package advisory

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// A writer holds a shared lock on the directory of its temporary file until that is in its place, so that whoever
// cleans the directory tells it from a file that a killed process left: the lock ends with the process. Where a
// directory cannot be locked, all temporary files count as left.

// Writing takes the lock of a writer.
func Writing(dir *os.Root) (release func()) {
	release, _ = flocked(dir, syscall.LOCK_SH)
	return release
}

// patience is how many milliseconds a cleaner waits for writers, which take some each.
const patience = 1000

// Idle waits until nobody writes in a directory, or gone reports that there is nothing to clean any more. It is not ok if
// somebody goes on writing; else nobody begins to write until release is called.
func Idle(dir *os.Root, gone func() bool) (release func(), ok bool) {
	for waited := 0; ; waited++ {
		release, err := flocked(dir, syscall.LOCK_EX|syscall.LOCK_NB)
		if busy := err == syscall.EWOULDBLOCK; !busy || gone() || waited == patience {
			return release, !busy
		}
		release()
		time.Sleep(time.Millisecond)
	}
}

// soon is how long a file system has to answer a writer or a cleaner, who go on without a lock.
const soon = time.Second

// flocked locks a directory.
func flocked(dir *os.Root, how int) (release func(), err error) {
	f, err := dir.Open(".")
	if err != nil {
		return func() {}, err
	}
	_, err = within(soon, dir.Name(), func() (bool, error) {
		err := error(syscall.EINTR)
		for err == syscall.EINTR {
			err = syscall.Flock(int(f.Fd()), how)
		}
		return err == nil, err
	}, func() { f.Close() })
	if errors.Is(err, errSilent) {
		return func() {}, err // the lock is released when it comes
	}
	return func() { f.Close() }, err
}
