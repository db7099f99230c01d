package queue

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/must"
)

// The test binary runs itself as another process: the variable names what it then does.
const helperEnv = "QUEUE_TEST_HELPER"

func TestMain(m *testing.M) {
	helpers := map[string]func(q *Queue, arg string) error{"put": helpPut, "work": helpWork}
	help := helpers[os.Getenv(helperEnv)]
	if help == nil {
		os.Setenv("GORACE", "atexit_sleep_ms=0 "+os.Getenv("GORACE")) // a process with -race else sleeps a second at its end
		os.Exit(m.Run())
	}
	d, err := fsutil.OpenDir(os.Args[1])
	if err == nil {
		err = help(&Queue{Dir: d, Host: "here", PID: os.Getpid(), MaxDeaths: 1000}, os.Args[2])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func helper(t *testing.T, name string, q *Queue, arg string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	ok(t, err)
	cmd := exec.Command(exe, q.Dir.Path(), arg)
	cmd.Env = append(os.Environ(), helperEnv+"="+name)
	cmd.Stderr = os.Stderr
	return cmd
}

const putsEach = 25

// helpPut puts a session's turns, one for each byte it is given.
func helpPut(q *Queue, session string) error {
	for i := range putsEach {
		if _, err := os.Stdin.Read(make([]byte, 1)); err != nil {
			return err
		}
		if err := q.Put(note(Turn, session, at(float64(i)))); err != nil {
			return err
		}
	}
	return nil
}

const workLog = "worked"

// helpWork works until nothing is due, and writes down what it works on. It says each step, so that
// it can be killed after any. The session that arg names kills it.
func helpWork(q *Queue, poison string) error {
	if poison != "" {
		q.MaxDeaths = 8
	}
	unlock, err := q.Dir.Lock(context.Background(), ".memoria/lock/worker")
	if err != nil {
		return err
	}
	defer unlock()
	f, err := os.OpenFile(filepath.Join(q.Dir.Path(), workLog), os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	for {
		say("next")
		j, err := q.Next(at(1e4), true)
		if err != nil || j == nil {
			return err
		}
		say("work")
		if _, err := fmt.Fprintf(f, "%s %d %d\n", j.Session, j.First.Unix(), j.Turns); err != nil {
			return err
		}
		if j.Session == poison {
			return errors.New("poisoned") // ends the process with the job in its hands
		}
		say("done")
		if err := q.Done(j); err != nil {
			return err
		}
	}
}

// say tells the parent what comes next, and waits for its leave when it may have something against it.
func say(step string) {
	fmt.Println(step)
	os.Stdin.Read(make([]byte, 1))
}

type worked struct {
	session string
	first   int64
	turns   int
}

func readLog(t *testing.T, q *Queue) []worked {
	t.Helper()
	f, err := os.Open(filepath.Join(q.Dir.Path(), workLog))
	ok(t, err)
	defer f.Close()
	var all []worked
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var w worked
		_, err := fmt.Sscan(lines.Text(), &w.session, &w.first, &w.turns)
		ok(t, err)
		all = append(all, w)
	}
	return all
}

// Hooks put while workers are killed at any moment. Every turn is in exactly one job that
// was done: one job's attempts begin with the same note, and the last of them held all its turns.
func TestKill(t *testing.T) {
	q := openQueue(t)
	sessions := []string{"s1", "s2", "s3", "s4"}
	var putters []*exec.Cmd
	var feeds []io.WriteCloser
	for _, s := range sessions {
		cmd := helper(t, "put", q, s)
		feed, err := cmd.StdinPipe()
		ok(t, err)
		ok(t, cmd.Start())
		putters, feeds = append(putters, cmd), append(feeds, feed)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for round := range putsEach {
		for _, feed := range feeds {
			_, err := feed.Write([]byte{1})
			ok(t, err)
		}
		worker := helper(t, "work", q, "")
		if round%2 == 0 {
			killBefore(t, worker, round/2%9+1)
		} else {
			killWithin(t, worker, time.Duration(random.IntN(40))*time.Millisecond)
		}
	}
	for _, cmd := range putters {
		ok(t, cmd.Wait())
	}
	ok(t, helper(t, "work", q, "").Run())
	_, err := q.Clean(time.Now().Add(2 * time.Hour))
	ok(t, err)
	empty(t, q)

	last := map[string]int{}
	for _, w := range readLog(t, q) {
		job := fmt.Sprint(w.session, " ", w.first)
		must.Hold(t, w.turns >= last[job], "job %s had %d turns, then %d", job, last[job], w.turns)
		last[job] = w.turns
	}
	attempts := len(readLog(t, q))
	must.Hold(t, attempts != len(last), "none of %d attempts was killed", attempts)
	sums := map[string]int{}
	for job, turns := range last {
		session, _, _ := strings.Cut(job, " ")
		sums[session] += turns
	}
	for _, s := range sessions {
		must.Hold(t, sums[s] == putsEach, "session %s: %d of %d turns in the jobs that were done", s, sums[s], putsEach)
	}
}

// killBefore kills a worker before it does its nth step, or lets it end.
func killBefore(t *testing.T, worker *exec.Cmd, n int) {
	t.Helper()
	out, err := worker.StdoutPipe()
	ok(t, err)
	leave, err := worker.StdinPipe()
	ok(t, err)
	ok(t, worker.Start())
	lines := bufio.NewScanner(out)
	for range n - 1 {
		if lines.Scan() {
			leave.Write([]byte{1})
		}
	}
	lines.Scan()
	worker.Process.Kill()
	worker.Wait()
}

// killWithin kills a worker after a time, wherever it is.
func killWithin(t *testing.T, worker *exec.Cmd, wait time.Duration) {
	t.Helper()
	ok(t, worker.Start())
	time.Sleep(wait)
	worker.Process.Kill()
	worker.Wait()
}

// A session that kills its worker each time comes after all others from the second time on, and is
// dead in the end.
func TestPoison(t *testing.T) {
	q := openQueue(t)
	var want []string
	put(t, q, note(End, "poison", at(0)))
	for i := range 5 {
		s := fmt.Sprintf("good-%d", i)
		put(t, q, note(End, s, at(float64(i+1))))
		want = append(want, s)
	}
	for range 8 {
		err := exitStatus(helper(t, "work", q, "poison"))
		must.Be(t, err != nil, "the worker lived")
	}
	ok(t, helper(t, "work", q, "poison").Run())
	var got []string
	for _, w := range readLog(t, q) {
		got = append(got, w.session)
	}
	want = append([]string{"poison"}, want...)
	want = append(want, slices.Repeat([]string{"poison"}, 8-1)...)
	must.Hold(t, slices.Equal(got, want), "worked on %q", got)
	jobs, err := q.List(at(0))
	ok(t, err)
	if got := states(jobs); !slices.Equal(got, []string{"poison dead 8"}) || jobs[0].Reason != "the worker died 8 times on it" {
		t.Errorf("list is %q, %+v", got, jobs)
	}
}

func exitStatus(cmd *exec.Cmd) error {
	cmd.Stderr = nil
	return cmd.Run()
}
