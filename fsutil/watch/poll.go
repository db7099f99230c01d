package watch

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"github.com/agent-admin/memoria/fsutil"
)

// A PollError says why directories are listed every few seconds instead of watched.
type PollError struct {
	Dir    string
	Remote string        // the kind of file system whose remote changes the kernel does not report, "nfs"
	Limit  string        // the limit that is reached, as a person can look it up: "fs.inotify.max_user_watches"
	Raise  string        // the command that raises it
	Every  time.Duration // between two listings
	Err    error         // the kernel's error; it is misleading if Limit is set
}

func (e *PollError) Error() string {
	switch {
	case e.Remote != "":
		return fmt.Sprintf("%q is on a file system (%s) that does not tell of changes", e.Dir, e.Remote)
	case e.Limit != "":
		return fmt.Sprintf("watch %q: the limit %s is reached", e.Dir, e.Limit)
	}
	return fmt.Sprintf("watch %q: %v", e.Dir, e.Err)
}

func (e *PollError) Unwrap() error { return e.Err }

// pollError names the limit that was reached: the kernel says only "no space left on
// device", even if the disk is half empty.
func pollError(dir string, err error) *PollError {
	e := &PollError{Dir: dir, Err: err}
	files := errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE)
	switch {
	case errors.Is(err, syscall.ENOSPC) && runtime.GOOS == "linux":
		e.Limit, e.Raise = "fs.inotify.max_user_watches", "sudo sysctl -w fs.inotify.max_user_watches=524288"
	case files && runtime.GOOS == "linux":
		e.Limit, e.Raise = "fs.inotify.max_user_instances", "sudo sysctl -w fs.inotify.max_user_instances=1024"
	case files:
		e.Limit, e.Raise = "of open files", "ulimit -n 65536"
	}
	return e
}

// filesPerSecond is the maximum number of files listed in a second, so that a large vault on a slow
// disk is not listed all the time.
const filesPerSecond = 5000

// poll lists the directories repeatedly until ctx is done, and signals stirs when a name, a size
// or a time has changed. It reads no file.
func (w *Watcher) poll(ctx context.Context, stirs chan<- struct{}) {
	l := &lister{wants: w.Wants, seed: maphash.MakeSeed()}
	t := w.tree()
	last, files := l.list(t.dirs)
	poke(stirs)
	for {
		pause := max(w.every(), time.Duration(files)*time.Second/filesPerSecond)
		select {
		case <-ctx.Done():
			return
		case <-w.checking():
		case <-time.After(pause):
		}
		var now uint64
		if now, files = l.list(t.dirs); now != last {
			last = now
			poke(stirs)
		}
	}
}

// every returns the time between two listings.
func (w *Watcher) every() time.Duration { return max(w.Poll, or(w.least, DefaultPoll)) }

// A lister computes one hash of all names, sizes and times below directories.
type lister struct {
	wants func(name string) bool
	seed  maphash.Seed
	hash  maphash.Hash
	files int
}

func (l *lister) list(dirs []string) (sum uint64, files int) {
	l.hash.SetSeed(l.seed)
	l.files = 0
	for _, d := range dirs {
		l.walk(d)
	}
	return l.hash.Sum64(), l.files
}

func (l *lister) walk(dir string) {
	entries, err := os.ReadDir(dir)
	fmt.Fprintf(&l.hash, "%s\x00%t\x00", dir, err == nil)
	for _, e := range entries {
		switch {
		case e.IsDir() && !dotted(e.Name()):
			l.walk(filepath.Join(dir, e.Name()))
		case !e.IsDir() && l.wants(e.Name()):
			l.file(e)
		}
	}
}

func (l *lister) file(e fs.DirEntry) {
	info, err := e.Info()
	if err != nil {
		return // gone since it was listed
	}
	l.files++
	fmt.Fprintf(&l.hash, "%s\x00%v\x00", e.Name(), fsutil.StampOf(info))
}
