package watch

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/fsnotify/fsnotify"
)

// A kernel is one whose watches can be lost and whose events are made up.
type kernel struct {
	mu      sync.Mutex
	watches []string
	added   chan string
}

func (k *kernel) add(dir string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.watches = append(k.watches, dir)
	k.added <- filepath.Base(dir)
	return nil
}

func (k *kernel) remove(dir string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.watches = slices.DeleteFunc(k.watches, func(d string) bool { return d == dir })
	return nil
}

func (k *kernel) list() []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Clone(k.watches)
}

// What an overflow or a lost watch leaves unsaid is looked for: every watch is added again, and
// somebody is told to look.
func TestWhatIsNotTold(t *testing.T) {
	dir := t.TempDir()
	must.Do(t, os.MkdirAll(filepath.Join(dir, "daily"), 0o755))
	w := &Watcher{Root: dir, Dirs: []string{"daily"}, Wants: func(string) bool { return true }}
	k := &kernel{added: make(chan string, 100)}
	tr := w.tree()
	tr.add, tr.remove, tr.list = k.add, k.remove, k.list
	events, lost, stirs := make(chan fsnotify.Event), make(chan error), make(chan struct{}, 1)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan *PollError)
	go func() { done <- w.drain(ctx, tr, events, lost, stirs) }()
	again := func(why string, want ...string) {
		t.Helper()
		<-stirs
		var got []string
		for range want {
			got = append(got, <-k.added)
		}
		slices.Sort(got)
		slices.Sort(want)
		must.Hold(t, slices.Equal(got, want) && len(k.added) == 0, "%s: watches %q again, want %q", why, got, want)
	}
	again("start", filepath.Base(tr.root), "daily")
	lost <- fsnotify.ErrEventOverflow
	again("overflow", filepath.Base(tr.root), "daily")
	k.remove(filepath.Join(tr.root, "daily"))
	w.Check()
	again("a watch that ended without a word", "daily")
	w.Check()
	events <- fsnotify.Event{Name: filepath.Join(tr.root, "daily", "x.md"), Op: fsnotify.Chmod}
	must.Hold(t, len(stirs) == 0 && len(k.added) == 0, "it looks when nothing was lost")
	cancel()
	err := <-done
	must.Hold(t, err == nil, "%v", err)
}

// A watcher that the library closed is one that tells nothing any more.
func TestClosed(t *testing.T) {
	w := &Watcher{Root: t.TempDir(), Wants: func(string) bool { return true }}
	tr := w.tree()
	k := &kernel{added: make(chan string, 100)}
	tr.add, tr.remove, tr.list = k.add, k.remove, k.list
	events := make(chan fsnotify.Event)
	close(events)
	err := w.drain(context.Background(), tr, events, nil, make(chan struct{}, 1))
	must.Hold(t, err != nil, "it goes on")
}
