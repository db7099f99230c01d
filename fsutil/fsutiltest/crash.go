package fsutiltest

import (
	"errors"
	"slices"
	"sync"

	"github.com/agent-admin/memoria/fsutil"
)

// ErrCrash is the error of every change after the crash.
var ErrCrash = errors.New("crash")

// A Crash stops a run at one of its changes to the disk, as a crash would. Tests use it to show that
// the next run repairs what is left:
//
//	for n := 1; ; n++ {
//		vault := fresh()                 // the same files each time
//		stop := fsutiltest.CrashAt(vault, n)
//		err := run(vault)
//		if !stop.Happened() {
//			break                    // n is past the last change: every one was a crash once
//		}
//		run(reopened(vault))             // must reach the result of an undisturbed run
//	}
type Crash struct {
	mu   sync.Mutex
	n    int
	seen []fsutil.Change
}

// CrashAt lets the n-th change through d, or through what Sub opens from it, and all later changes fail. n
// counts from 1; with 0 all changes are made.
func CrashAt(d *fsutil.Dir, n int) *Crash {
	c := &Crash{n: n}
	d.Before(c.before)
	return c
}

func (c *Crash) before(change fsutil.Change) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n > 0 && len(c.seen) >= c.n {
		return ErrCrash
	}
	c.seen = append(c.seen, change)
	if len(c.seen) == c.n {
		return ErrCrash
	}
	return nil
}

// Happened reports whether a change failed.
func (c *Crash) Happened() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n > 0 && len(c.seen) >= c.n
}

// Seen returns the changes up to the one that failed, which is the last of them, or all changes.
func (c *Crash) Seen() []fsutil.Change {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.seen)
}
