package fsutil

import (
	"context"
	"errors"
	"math"
	"os"
	"slices"
	"sync"

	"github.com/gofrs/flock"
	"golang.org/x/sync/semaphore"
)

// A gate is the part of a lock that lies within the process: it excludes goroutines from each other
// on every file system, also where the kernel's lock belongs to the process as a whole, and it keeps
// the waits for the kernel's lock that nobody waits for any more.
type gate struct {
	path string
	sem  *semaphore.Weighted
	refs int // under gates.mu

	mu    sync.Mutex
	stray []*waiter
}

var gates = struct {
	mu sync.Mutex
	m  map[string]*gate
}{m: map[string]*gate{}}

// enter returns the gate of a lock file. It lives as long as somebody is in it.
func enter(path string) *gate {
	gates.mu.Lock()
	defer gates.mu.Unlock()
	g := gates.m[path]
	if g == nil {
		g = &gate{path: path, sem: semaphore.NewWeighted(math.MaxInt64)}
		gates.m[path] = g
	}
	g.refs++
	return g
}

func (g *gate) leave() {
	gates.mu.Lock()
	defer gates.mu.Unlock()
	if g.refs--; g.refs == 0 {
		delete(gates.m, g.path)
	}
}

func weight(shared bool) int64 {
	if shared {
		return 1
	}
	return math.MaxInt64
}

func (g *gate) acquire(ctx context.Context, shared bool) error {
	return g.sem.Acquire(ctx, weight(shared))
}

func (g *gate) tryAcquire(shared bool) bool { return g.sem.TryAcquire(weight(shared)) }

func (g *gate) release(shared bool) {
	g.sem.Release(weight(shared))
	g.leave()
}

// A waiter is one blocking wait for the kernel's lock. The kernel wakes it at once and in turn, which
// polling would not, but cannot be told to stop. So a wait that is given up goes on, and the
// next caller takes it over: however often a lock is waited for in vain, the process has no more
// waits open than it ever wanted at a time.
type waiter struct {
	*lockFile
	wanted bool // under gate.mu

	done chan struct{}
	lock *flock.Flock // valid once done is closed, like err
	err  error
}

// wait waits for the kernel's lock until ctx is done.
func (g *gate) wait(ctx context.Context, l *lockFile) (*flock.Flock, error) {
	if ctx.Done() == nil {
		return l.block()
	}
	w := g.adopt(l)
	select {
	case <-w.done:
		if w.lockFile != l && errors.Is(w.err, os.ErrClosed) {
			return g.wait(ctx, l) // it was begun through a Dir that has been closed since
		}
		return w.lock, w.err
	case <-ctx.Done():
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case <-w.done:
		return w.lock, w.err // it came at the last moment
	default:
	}
	w.wanted = false
	g.stray = append(g.stray, w)
	return nil, ctx.Err()
}

// adopt returns a wait that was given up, or begins one.
func (g *gate) adopt(l *lockFile) *waiter {
	g.mu.Lock()
	defer g.mu.Unlock()
	for i, w := range g.stray {
		if w.shared == l.shared {
			g.stray = slices.Delete(g.stray, i, i+1)
			w.wanted = true
			return w
		}
	}
	w := &waiter{lockFile: l, wanted: true, done: make(chan struct{})}
	enter(g.path) // the gate stays as long as the wait does
	go func() {
		defer g.leave()
		lock, err := l.block()
		g.mu.Lock()
		defer g.mu.Unlock()
		if w.wanted {
			w.lock, w.err = lock, err
		} else {
			g.stray = slices.DeleteFunc(g.stray, func(s *waiter) bool { return s == w })
			if lock != nil {
				lock.Close()
			}
		}
		close(w.done)
	}()
	return w
}
