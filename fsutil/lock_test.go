package fsutil

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
)

const lockName = ".memoria/lock/daily"

// helpHold takes a lock, says so, and holds it until its input ends.
func helpHold(dir string, args []string) error {
	d, err := OpenDir(dir)
	if err != nil {
		return err
	}
	lock := d.Lock
	if args[1] == "shared" {
		lock = d.RLock
	}
	if err := say("waiting"); err != nil {
		return err
	}
	unlock, err := lock(context.Background(), args[0])
	if err != nil {
		return err
	}
	defer unlock()
	if err := say("locked"); err != nil {
		return err
	}
	awaitInput()
	return nil
}

// helpList says which files are open in this process, then waits.
func helpList(string, []string) error {
	fds, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return err
	}
	for _, fd := range fds {
		if to, err := os.Readlink("/proc/self/fd/" + fd.Name()); err == nil {
			if err := say(to); err != nil {
				return err
			}
		}
	}
	if err := say("end"); err != nil {
		return err
	}
	awaitInput()
	return nil
}

func holder(t *testing.T, d *Dir, kind string) *helper {
	t.Helper()
	h := startHelper(t, "hold", d.Path(), lockName, kind)
	h.expect(t, "waiting")
	h.expect(t, "locked")
	return h
}

func mustLock(t *testing.T, d *Dir) (unlock func()) {
	t.Helper()
	unlock = must.Get(d.Lock(context.Background(), lockName))(t)
	return unlock
}

func held(t *testing.T, d *Dir) {
	t.Helper()
	if unlock, err := d.TryLock(lockName); !errors.Is(err, ErrLocked) {
		if err == nil {
			unlock()
		}
		t.Errorf("TryLock = %v, want ErrLocked", err)
	}
}

func free(t *testing.T, d *Dir) {
	t.Helper()
	unlock, err := d.TryLock(lockName)
	if err != nil {
		t.Errorf("TryLock = %v", err)
		return
	}
	unlock()
}

// Goroutines exclude each other, through one Dir and through several of one directory.
func TestGoroutinesExclude(t *testing.T) {
	d := openTemp(t)
	same := open(t, d.Path())
	must.Do(t, d.MkdirAll(".memoria", 0o700))
	sub := must.Get(d.Sub(".memoria"))(t)
	defer sub.Close()
	count, readers := 0, sync.WaitGroup{} // count is not atomic: the race detector watches
	var all sync.WaitGroup
	for i := range 50 {
		all.Go(func() {
			dir, name := []*Dir{d, same, sub}[i%3], lockName
			if dir == sub {
				name = "lock/daily"
			}
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			defer cancel()
			unlock, err := dir.Lock(ctx, name)
			if err != nil {
				t.Error(err)
				return
			}
			count++
			unlock()
			unlock()
		})
		readers.Go(func() {
			unlock, err := d.RLock(context.Background(), lockName)
			if err != nil {
				t.Error(err)
				return
			}
			_ = count
			unlock()
		})
	}
	all.Wait()
	readers.Wait()
	must.Hold(t, count == 50, "count = %d", count)
}

func TestLockKinds(t *testing.T) {
	d := openTemp(t)
	shared := holder(t, d, "shared")
	unlock := must.Get(d.RLock(context.Background(), lockName))(t)
	held(t, d)
	shared.finish(t)
	held(t, d) // by this process still
	unlock()
	free(t, d)
	holder(t, d, "exclusive").kill() // a lock dies with its holder
	unlock = mustLock(t, d)
	held(t, d)
	unlock()
	free(t, d)
}

// Who waits for a lock is told in time, and may be called off.
func TestLockDeadline(t *testing.T) {
	d := openTemp(t)
	for _, elsewhere := range []bool{true, false} {
		var unlock func()
		if elsewhere {
			h := holder(t, d, "exclusive")
			unlock = func() { h.finish(t) }
		} else {
			unlock = mustLock(t, d)
		}
		for _, lock := range []func(context.Context, string) (func(), error){d.Lock, d.RLock} {
			ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
			_, err := lock(ctx, lockName)
			must.Hold(t, errors.Is(err, ErrLocked) && !errors.Is(err, context.DeadlineExceeded), "deadline: %v", err)
			cancel()
			ctx, cancel = context.WithCancel(context.Background())
			time.AfterFunc(10*time.Millisecond, cancel)
			_, err = lock(ctx, lockName)
			must.Hold(t, errors.Is(err, context.Canceled) && !errors.Is(err, ErrLocked), "cancelled: %v", err)
		}
		unlock()
		mustLock(t, d)()
	}
}

// A wait that was given up takes no lock that nobody wants.
func TestAbandonedWaits(t *testing.T) {
	d := openTemp(t)
	h := holder(t, d, "exclusive")
	for range 20 {
		short := open(t, d.Path())
		ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
		_, err := short.Lock(ctx, lockName)
		must.Be(t, errors.Is(err, ErrLocked), "%v", err)
		cancel()
		short.Close()
	}
	h.finish(t)
	mustLock(t, d)()
	holder(t, d, "exclusive").finish(t)
}

// Who waited on a lock file that was removed meanwhile waits for the new one.
func TestLockFileRemoved(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("an open file cannot be removed")
	}
	d := openTemp(t)
	file := filepath.Join(d.Path(), filepath.FromSlash(lockName))
	first := holder(t, d, "exclusive")
	waiting := startHelper(t, "hold", d.Path(), lockName, "exclusive")
	waiting.expect(t, "waiting")
	time.Sleep(50 * time.Millisecond) // it has tried, and tries again
	must.Do(t, os.Remove(file))
	unlock := mustLock(t, d) // the new file
	first.finish(t)
	said := make(chan string, 1)
	go func() { said <- waiting.line() }()
	select {
	case line := <-said:
		t.Fatalf("two hold the lock: %q", line)
	case <-time.After(100 * time.Millisecond):
	}
	unlock()
	line := <-said
	must.Be(t, line == "locked", "waiter said %q", line)
	held(t, d)
	waiting.finish(t)
	free(t, d)
}

// A child does not inherit the lock.
func TestChildDoesNotHoldLock(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("descriptors are listed in /proc")
	}
	d := openTemp(t)
	unlock := mustLock(t, d)
	child := startHelper(t, "list", d.Path())
	for line := child.line(); line != "end"; line = child.line() {
		if line == "" || strings.HasPrefix(line, d.Path()) {
			t.Errorf("child has %q open", line)
			break
		}
	}
	unlock()
	free(t, d)
	holder(t, d, "exclusive").finish(t)
}

func TestLockRefuses(t *testing.T) {
	base := t.TempDir()
	plant(t, base, map[string]string{"vault/lock/x": "", "vault/folder/x": ""})
	link(t, filepath.Join("..", "..", "outside"), filepath.Join(base, "vault", "lock", "out"))
	d := open(t, filepath.Join(base, "vault"))
	for _, name := range []string{".", "", "../x", "folder", "lock/out", "lock/session:1", "/tmp/x"} {
		must.Hold(t, must.Err(d.Lock(context.Background(), name)) != nil, "Lock(%q) went through", name)
		_, err := d.TryLock(name)
		must.Hold(t, err != nil && !errors.Is(err, ErrLocked), "TryLock(%q) = %v", name, err)
	}
	must.Hold(t, must.Err(os.Stat(filepath.Join(base, "outside"))) != nil, "a lock file was made outside")
}
