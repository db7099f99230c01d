// Package watch signals when something below a few directories may have changed. It never says what:
// the kernel's events may come twice, out of order or not at all, so they only say "look", and the
// receiver checks the files.
//
//	kernel ──events──▶ drain: is the file relevant? ──▶ debounce: is it quiet? ──▶ look
//
// It watches directories and never files, because a file that an editor replaces loses its watch.
// A directory that is created, comes back or is replaced is watched when the one above it reports an event.
// If the kernel refuses, because a limit is reached or the disk belongs to another machine, the
// directories are listed every few seconds instead, and the caller is told.
//
// notify.go holds the watches, poll.go the listing, debounce.go the wait for quiet. While nothing changes
// nothing runs, except the listing where it is needed.
package watch

import (
	"context"
	"sync"
	"time"
)

// Defaults of a Watcher.
const (
	DefaultQuiet   = 500 * time.Millisecond
	DefaultCeiling = 10 * time.Second
	DefaultPoll    = 2 * time.Second // also the least
)

// A Watcher watches directories below one root.
type Watcher struct {
	Root  string                 // required: absolute path of a directory; links in it are followed once
	Dirs  []string               // required: below Root, slash-separated; each is watched with all below it, and may be missing
	Wants func(name string) bool // required: whether a file of this name, without its directory, matters

	Quiet   time.Duration // a look waits until nothing was heard for so long; 0 is DefaultQuiet
	Ceiling time.Duration // but no longer than so long after the first change; 0 is DefaultCeiling
	Poll    time.Duration // between two listings if watching fails; 0 means DefaultPoll

	// Polls is called at most once, when the directories cannot be watched and are listed from then
	// on. It may be nil.
	Polls func(*PollError)

	refuse func(dir string) error // tests: an error that the kernel could give instead of a watch
	least  time.Duration          // tests: in place of DefaultPoll
	once   sync.Once
	checks chan struct{}
}

// Run watches until ctx is done. looks has a capacity of 1: a look in the channel stands for
// everything that happened since. The first look comes by itself when the watches are set up, because
// earlier changes were not seen.
func (w *Watcher) Run(ctx context.Context, looks chan<- struct{}) {
	stirs := make(chan struct{}, 1)
	var debouncer sync.WaitGroup
	debouncer.Go(func() {
		debounce(ctx, stirs, looks, or(w.Quiet, DefaultQuiet), or(w.Ceiling, DefaultCeiling))
	})
	defer debouncer.Wait()
	err := w.notify(ctx, stirs)
	if err == nil {
		return // ctx is done
	}
	err.Every = w.every()
	if w.Polls != nil {
		w.Polls(err)
	}
	w.poll(ctx, stirs)
}

// Check compares the watches with the directories, in case one was lost silently. It may be
// called at any time and returns at once.
func (w *Watcher) Check() { poke(w.checking()) }

func (w *Watcher) checking() chan struct{} {
	w.once.Do(func() { w.checks = make(chan struct{}, 1) })
	return w.checks
}

// poke puts a signal into a channel of capacity 1, if it is empty.
func poke(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

func or(d, otherwise time.Duration) time.Duration {
	if d <= 0 {
		return otherwise
	}
	return d
}
