package watch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
)

// A site is a directory with a watcher on daily/ and wiki/ in it.
type site struct {
	t     *testing.T
	dir   string
	looks chan struct{}
	w     *Watcher
}

// patience is how long a test waits for what has to come; quietly, how long for what must not.
const (
	patience = 20 * time.Second
	quietly  = 150 * time.Millisecond
)

func newSite(t *testing.T, change func(*Watcher)) *site {
	t.Helper()
	s := &site{t: t, dir: t.TempDir(), looks: make(chan struct{}, 1)}
	s.write("daily/a.md", "one\n")
	s.write("wiki/concepts/b.md", "one\n")
	s.w = &Watcher{Root: s.dir, Dirs: []string{"daily", "wiki"}, Quiet: 20 * time.Millisecond, Ceiling: time.Second, least: 20 * time.Millisecond,
		Wants: func(name string) bool { return name[0] != '.' && strings.HasSuffix(name, ".md") }}
	if change != nil {
		change(s.w)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { s.w.Run(ctx, s.looks) })
	t.Cleanup(func() { cancel(); running.Wait() })
	s.look("at the start")
	return s
}

func (s *site) path(name string) string { return filepath.Join(s.dir, filepath.FromSlash(name)) }

func (s *site) check(err error) {
	s.t.Helper()
	must.Do(s.t, err)
}

func (s *site) write(name, text string) {
	s.t.Helper()
	s.check(os.MkdirAll(filepath.Dir(s.path(name)), 0o755))
	s.check(os.WriteFile(s.path(name), []byte(text), 0o644))
}

func (s *site) replace(name, text string) {
	s.t.Helper()
	temp := filepath.Join(filepath.Dir(s.path(name)), ".memoria-0123456789abcdef.tmp")
	s.check(os.WriteFile(temp, []byte(text), 0o644))
	s.check(os.Rename(temp, s.path(name)))
}

// look waits for one.
func (s *site) look(why string) {
	s.t.Helper()
	select {
	case <-s.looks:
	case <-time.After(patience):
		s.t.Fatalf("%s: no look", why)
	}
}

// still makes sure that there is none, once those on their way have come.
func (s *site) still(why string) {
	s.t.Helper()
	select {
	case <-s.looks:
		s.t.Errorf("%s: a look", why)
	case <-time.After(quietly):
	}
}

// settle takes the looks that are still on their way.
func (s *site) settle() {
	for {
		select {
		case <-s.looks:
		case <-time.After(quietly):
			return
		}
	}
}

// changes are what has to be seen. Each is made twice, since many a watch ends with the first.
var changes = []struct {
	name string
	do   func(s *site, n int)
}{
	{"saved in place", func(s *site, n int) {
		f, err := os.OpenFile(s.path("daily/a.md"), os.O_RDWR, 0)
		s.check(err)
		_, err = fmt.Fprintf(f, "changed %d\n", n)
		s.check(errors.Join(err, f.Close()))
	}},
	{"saved by a rename over it", func(s *site, n int) { s.replace("daily/a.md", fmt.Sprint("changed ", n)) }},
	{"saved by deleting and creating", func(s *site, n int) {
		s.check(os.Remove(s.path("daily/a.md")))
		s.write("daily/a.md", fmt.Sprint("changed ", n))
	}},
	{"saved by truncating and writing", func(s *site, n int) {
		s.check(os.Truncate(s.path("daily/a.md"), 0))
		s.write("daily/a.md", fmt.Sprint("changed ", n))
	}},
	{"appended to", func(s *site, n int) {
		f, err := os.OpenFile(s.path("daily/a.md"), os.O_APPEND|os.O_WRONLY, 0)
		s.check(err)
		_, err = f.WriteString("more\n")
		s.check(errors.Join(err, f.Close()))
	}},
	{"created", func(s *site, n int) { s.write(fmt.Sprintf("daily/n%d.md", n), "new\n") }},
	{"removed", func(s *site, n int) {
		if n == 1 {
			s.check(os.Remove(s.path("daily/a.md")))
		} else {
			s.check(os.Remove(s.path("wiki/concepts/b.md")))
		}
	}},
	{"renamed", func(s *site, n int) {
		s.check(os.Rename(s.path(fmt.Sprintf("daily/%c.md", 'a'+n-1)), s.path(fmt.Sprintf("daily/%c.md", 'a'+n))))
	}},
	{"in a directory that was renamed", func(s *site, n int) {
		s.check(os.Rename(s.path("wiki/concepts"), s.path("wiki/moved")))
		s.settle()
		s.write("wiki/moved/b.md", "changed there\n")
		s.look("in the moved directory")
		s.check(os.Rename(s.path("wiki/moved"), s.path("wiki/concepts")))
	}},
	// An atomic write into a directory that is only just there.
	{"in a new directory", func(s *site, n int) {
		dir := fmt.Sprintf("wiki/new%d/deep", n)
		s.check(os.MkdirAll(s.path(dir), 0o755))
		s.replace(dir+"/n.md", "new\n")
	}},
	// Git checkout, the reset of a sync tool.
	{"in a directory that was removed and made again", func(s *site, n int) {
		s.check(os.RemoveAll(s.path("daily")))
		s.write("daily/n.md", fmt.Sprint("again ", n))
	}},
	{"in a directory that took the place of another", func(s *site, n int) {
		s.write("other/n.md", fmt.Sprint("again ", n))
		s.check(os.Rename(s.path("wiki"), s.path(fmt.Sprint("old", n))))
		s.check(os.Rename(s.path("other"), s.path("wiki")))
	}},
	{"the whole of a directory is gone", func(s *site, n int) {
		s.check(os.RemoveAll(s.path([]string{"daily", "wiki"}[n-1])))
	}},
	// By its stamp, whichever way the time went.
	{"replaced by an older file", func(s *site, n int) {
		s.replace("daily/a.md", "older\n")
		old := time.Date(2020, 1, n, 0, 0, 0, 0, time.UTC)
		s.check(os.Chtimes(s.path("daily/a.md"), old, old))
	}},
}

// ways are the two of knowing that something changed, which have to see the same.
var ways = map[string]func(*Watcher){
	"watching": nil,
	"polling":  func(w *Watcher) { w.refuse = func(string) error { return syscall.ENOSPC } },
}

func TestChangesAreSeen(t *testing.T) {
	for way, change := range ways {
		for _, c := range changes {
			t.Run(way+"/"+c.name, func(t *testing.T) {
				t.Parallel()
				s := newSite(t, change)
				for n := 1; n <= 2; n++ {
					s.settle()
					c.do(s, n)
					s.look(fmt.Sprint("change ", n))
				}
				// Whatever happened to the directory, it is still watched.
				s.settle()
				s.write("daily/last.md", "last\n")
				s.look("a file made later")
			})
		}
	}
}

// Nobody is woken by temporary files, those of editors included, by other folders of the vault,
// or by a mode.
func TestOtherNamesAreNot(t *testing.T) {
	for way, change := range ways {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, change)
			s.settle()
			for _, name := range []string{"daily/.a.md.swp", "daily/a.md~", "daily/4913", "daily/.memoria-0123456789abcdef.tmp", "wiki/picture.png",
				"wiki/.obsidian/x.md", ".memoria/state/x.md", "other/x.md", "x.md"} {
				s.write(name, "x")
				s.check(os.Remove(s.path(name)))
			}
			s.still("other names")
			if way == "watching" { // a listing cannot tell it from a change: whoever looks can
				s.check(os.Chmod(s.path("daily/a.md"), 0o600))
				now := time.Now()
				s.check(os.Chtimes(s.path("daily/a.md"), now, now))
				s.still("a mode and a time")
			}
		})
	}
}

// The way to the root leads through a link.
func TestRootBehindALink(t *testing.T) {
	link := filepath.Join(t.TempDir(), "link")
	s := newSite(t, func(w *Watcher) {
		if err := os.Symlink(w.Root, link); err != nil {
			t.Skip(err)
		}
		w.Root = link
	})
	for n := range 2 {
		s.settle()
		s.replace("daily/a.md", fmt.Sprint("changed ", n))
		s.look(fmt.Sprint("save ", n))
	}
}

// A directory that is not there at first is watched when it comes, however deep it lies.
func TestMissingDirectory(t *testing.T) {
	s := newSite(t, func(w *Watcher) { w.Dirs = append(w.Dirs, "notes/deep/wiki") })
	s.settle()
	s.write("notes/deep/wiki/x.md", "x")
	s.look("made with its parents")
	s.settle()
	s.write("notes/deep/other/x.md", "x")
	s.write("notes/x.md", "x")
	s.still("beside it")
	s.write("notes/deep/wiki/y.md", "y")
	s.look("in it")
}

// The kernel's word for a limit that is reached is misleading, so it is not passed on.
func TestLimits(t *testing.T) {
	for _, errno := range []syscall.Errno{syscall.ENOSPC, syscall.EMFILE, syscall.ENFILE, syscall.EACCES, syscall.EIO} {
		t.Run(fmt.Sprint(int(errno)), func(t *testing.T) {
			told := make(chan *PollError, 2)
			s := newSite(t, func(w *Watcher) {
				w.refuse = func(string) error { return errno }
				w.Polls = func(e *PollError) { told <- e }
			})
			if errno == syscall.EACCES { // one directory that is not ours to read stops nothing
				must.Hold(t, len(told) == 0, "it polls, and tells of %d failures", len(told))
				return
			}
			e := <-told
			must.Hold(t, errors.Is(e, errno) && e.Every >= 20*time.Millisecond, "told %#v", e)
			if runtime.GOOS == "linux" && errno != syscall.EIO {
				must.Hold(t, strings.HasPrefix(e.Limit, "fs.inotify.max_user_") && strings.Contains(e.Raise, "sysctl -w "+e.Limit) && strings.Contains(e.Error(), e.Limit), "told %q, raise with %q", e, e.Raise)
				must.Hold(t, !strings.Contains(e.Error(), "space left"), "it claims that the disk is full: %q", e)
			}
			s.settle()
			s.write("daily/new.md", "x")
			s.look("by polling")
			must.Hold(t, len(told) == 0, "told twice")
		})
	}
}

// The limit may also be reached later, by the directory that is one too many.
func TestLimitReachedLater(t *testing.T) {
	full := make(chan bool, 1)
	told := make(chan *PollError, 1)
	s := newSite(t, func(w *Watcher) {
		w.Polls = func(e *PollError) { told <- e }
		w.refuse = func(string) error {
			if len(full) > 0 {
				return syscall.ENOSPC
			}
			return nil
		}
	})
	s.settle()
	full <- true
	s.check(os.MkdirAll(s.path("wiki/one-too-many"), 0o755))
	e := <-told
	must.Hold(t, errors.Is(e, syscall.ENOSPC), "told %v", e)
	s.settle()
	s.write("wiki/one-too-many/x.md", "x")
	s.look("by polling")
}

func TestPollingIsNeverQuick(t *testing.T) {
	d := (&Watcher{Poll: time.Millisecond}).every()
	must.Hold(t, d >= 2*time.Second, "every %s", d)
}
