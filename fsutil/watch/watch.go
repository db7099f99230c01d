// Package watch tells when something below a few directories may have changed. It never tells what:
// the kernel's events come doubled, out of order or not at all, so they only say "look", and whoever
// is told looks at the files.
//
//	kernel ──events──▶ drain: is it of a file that matters? ──▶ debounce: is it quiet? ──▶ look
//
// Directories are watched, never files, since a file that an editor replaces takes its watch with it.
// A directory that is made, comes back or is replaced is watched as soon as the one above it tells.
// Where the kernel refuses, because a limit is reached or the disk belongs to another machine, the
// directories are listed every few seconds instead, and the caller is told.
//
// While nothing changes nothing runs here but, where it has to be, that listing.
package watch

import (
	"context"
	"sync"
	"time"
)

// What a Watcher does where nothing else is said.
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
	Poll    time.Duration // between two listings where there is no watching; 0 is DefaultPoll

	// Polls is called, at most once, when the directories cannot be watched and are listed from then
	// on. It may be nil.
	Polls func(*PollError)

	refuse func(dir string) error // tests: an error that the kernel could give instead of a watch
	least  time.Duration          // tests: in place of DefaultPoll
	once   sync.Once
	checks chan struct{}
}

// Run watches until ctx is done. looks has a capacity of 1: a look that waits to be taken stands for
// all that happened since. The first one comes by itself when the watches stand, since what
// happened before then was not heard.
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

// Check has the watches held against the directories, in case one was lost without a word. It may be
// called at any time and returns at once.
func (w *Watcher) Check() { poke(w.checking()) }

func (w *Watcher) checking() chan struct{} {
	w.once.Do(func() { w.checks = make(chan struct{}, 1) })
	return w.checks
}

// poke puts a word into a channel of capacity 1, if there is none in it.
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
