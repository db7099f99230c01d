// Package crash stops a run at one of its changes to the disk, as a crash would. Tests use it to
// show that the next run mends what is left:
//
//	for n := 1; ; n++ {
//		vault := fresh()                 // the same files each time
//		stop := crash.At(vault, n)
//		err := run(vault)
//		if !stop.Happened() {
//			break                    // n is past the last change: every one was a crash once
//		}
//		run(reopened(vault))             // has to reach what an undisturbed run does
//	}
package crash

import (
	"errors"
	"sync"

	"github.com/agent-admin/memoria/fsutil"
)

// ErrCrash is the error of every change that is not made any more.
var ErrCrash = errors.New("crash")

// A Stop is where a run ends.
type Stop struct {
	mu   sync.Mutex
	n    int
	seen []fsutil.Change
}

// At has the n-th change through d, or through what Sub opens from it, fail, and each that follows: n
// counts from 1, and with 0 all changes are made.
func At(d *fsutil.Dir, n int) *Stop {
	s := &Stop{n: n}
	d.Before(s.before)
	return s
}

func (s *Stop) before(c fsutil.Change) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.n > 0 && len(s.seen) >= s.n {
		return ErrCrash
	}
	s.seen = append(s.seen, c)
	if len(s.seen) == s.n {
		return ErrCrash
	}
	return nil
}

// Happened reports whether a change failed.
func (s *Stop) Happened() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.n > 0 && len(s.seen) >= s.n
}

// Seen are the changes up to the one that failed, which is the last of them, or all there were.
func (s *Stop) Seen() []fsutil.Change {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]fsutil.Change(nil), s.seen...)
}
