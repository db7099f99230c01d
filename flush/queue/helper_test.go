package queue

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

var noon = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)

// at is a time in seconds after noon.
func at(seconds float64) time.Time { return noon.Add(time.Duration(seconds * float64(time.Second))) }

func note(kind Kind, session string, when time.Time) Note {
	return Note{Kind: kind, Agent: "claude", Session: session, Transcript: "/t/" + session + ".jsonl", Dir: "/w", At: when}
}

// openQueue makes a vault with an empty queue. What it warns of fails the test unless warn is set.
func openQueue(t testing.TB) *Queue {
	t.Helper()
	dir := t.TempDir()
	must.Do(t, os.Mkdir(filepath.Join(dir, ".memoria"), 0o755))
	return queueAt(t, dir)
}

// memoryQueue is openQueue where writing is cheap.
func memoryQueue(t testing.TB) *Queue {
	t.Helper()
	dir := memory(t)
	ok(t, os.Mkdir(filepath.Join(dir, ".memoria"), 0o755))
	return queueAt(t, dir)
}

func queueAt(t testing.TB, dir string) *Queue {
	t.Helper()
	d := fsutiltest.Open(t, dir)
	return &Queue{Dir: d, Host: "here", PID: 1, Rand: func() float64 { return 0.5 }, Warn: func(s string) { t.Errorf("warning: %s", s) }}
}

// again is the queue as another process opens it.
func again(q *Queue) *Queue {
	c := *q
	return &c
}

func put(t testing.TB, q *Queue, notes ...Note) {
	t.Helper()
	for _, n := range notes {
		must.Do(t, q.Put(n))
	}
}

func next(t testing.TB, q *Queue, now time.Time) *Job {
	t.Helper()
	j := must.Get(q.Next(now, false))(t)
	return j
}

// wantNext takes the next job, which has to be of the session; "" is none.
func wantNext(t testing.TB, q *Queue, now time.Time, session string) *Job {
	t.Helper()
	j := next(t, q, now)
	got := sessionOf(j)
	must.Be(t, got == session, "next is session %.40q, want %.40q", got, session)
	return j
}

func sessionOf(j *Job) string {
	if j == nil {
		return ""
	}
	return j.Session
}

func ok(t testing.TB, err error) {
	t.Helper()
	must.Do(t, err)
}

// files lists what is in the queue's directory.
func files(t testing.TB, q *Queue) []string {
	t.Helper()
	var all []string
	root := filepath.Join(q.Dir.Path(), filepath.FromSlash(queueDir))
	err := filepath.WalkDir(root, func(file string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			name, _ := filepath.Rel(root, file)
			all = append(all, filepath.ToSlash(name))
		}
		return err
	})
	must.Be(t, err == nil || os.IsNotExist(err), "%v", err)
	return all
}

// empty checks that nothing is left of the given files.
func empty(t testing.TB, q *Queue) {
	t.Helper()
	left := files(t, q)
	must.Hold(t, len(left) == 0, "left in the queue: %q", left)
}

func plantFile(t testing.TB, q *Queue, name, text string) {
	t.Helper()
	file := filepath.Join(q.Dir.Path(), filepath.FromSlash(queueDir), filepath.FromSlash(name))
	ok(t, os.MkdirAll(filepath.Dir(file), 0o700))
	ok(t, os.WriteFile(file, []byte(text), 0o600))
}

func states(jobs []Job) []string {
	var s []string
	for _, j := range jobs {
		s = append(s, fmt.Sprintf("%s %s %d", j.Session, j.State, j.Attempts))
	}
	return s
}

func symlink(t testing.TB, q *Queue, to, name string) {
	t.Helper()
	if err := os.Symlink(to, filepath.Join(q.Dir.Path(), filepath.FromSlash(name))); err != nil {
		t.Skipf("symbolic links are not to be had: %v", err)
	}
}

// memory is a directory that costs no disk where there is one.
func memory(t testing.TB) string {
	dir, err := os.MkdirTemp("/dev/shm", "queue")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}
