package llm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// A program is one run of somebody else's program.
type program struct {
	argv    []string
	env     []string
	dir     string
	stdin   string
	timeout time.Duration
	max     int // bytes of its output; one more ends it
}

type output struct {
	stdout []byte
	stderr []byte // its end
}

// How a program can fail to answer, beside ctx's end.
var (
	errLate = errors.New("it had not ended in time")
	errOver = errors.New("it printed more than is read")
)

// An exitError says that a program ended in failure.
type exitError struct {
	code int // -1 where a signal ended it
	err  error
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }
func (e *exitError) how() string {
	if e.code < 0 {
		return "ended by a signal"
	}
	return fmt.Sprintf("exit code %d", e.code)
}

// killGrace is the time between the request to end and the end.
var killGrace = 2 * time.Second

const maxStderr = 8 << 10

// run runs a program to its end, or to its deadline. Whatever the end, none of its descendants that
// stayed in its group is left. The output is there beside an error, too.
func run(ctx context.Context, p program) (output, error) {
	ctx, cancel := context.WithTimeout(ctx, p.timeout)
	defer cancel()
	c := exec.Command(p.argv[0], p.argv[1:]...)
	c.Env, c.Dir, c.Stdin = p.env, p.dir, strings.NewReader(p.stdin)
	out, errs := &bounded{max: p.max, over: make(chan struct{})}, &tail{max: maxStderr}
	c.Stdout, c.Stderr = out, errs
	c.WaitDelay = killGrace // for the pipes, which a descendant may hold
	g, done, err := launch(c)
	if err != nil {
		return output{}, err
	}
	var cause error
	select {
	case err = <-done:
	case <-out.over:
		cause, err = errOver, end(g, done)
	case <-ctx.Done():
		cause, err = errLate, end(g, done)
	}
	g.kill()
	o := output{out.bytes(), errs.b}
	switch {
	case cause == nil && out.full():
		cause = errOver
	case cause == nil && err != nil:
		cause = exitOf(c, err)
	}
	return o, cause
}

// launch starts a program, and tells when it has ended. One thread does both: where a program dies with
// us, it dies with the thread that started it.
func launch(c *exec.Cmd) (group, <-chan error, error) {
	type begun struct {
		g   group
		err error
	}
	first, done := make(chan begun, 1), make(chan error, 1)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		g, err := start(c)
		first <- begun{g, err}
		if err == nil {
			done <- c.Wait()
		}
	}()
	b := <-first
	return b.g, done, b.err
}

func exitOf(c *exec.Cmd, err error) error {
	if c.ProcessState == nil {
		return err
	}
	if c.ProcessState.Success() { // it read less than it was given, or a descendant holds its pipes
		return nil
	}
	return &exitError{c.ProcessState.ExitCode(), err}
}

// end asks the group to end, and a moment later ends it.
func end(g group, done <-chan error) error {
	g.ask()
	select {
	case err := <-done:
		return err
	case <-time.After(killGrace):
	}
	g.kill()
	return <-done
}

// bounded keeps what is written to it up to max bytes, and closes over at the next.
type bounded struct {
	max  int
	over chan struct{}
	mu   sync.Mutex
	b    bytes.Buffer
	past bool
}

func (w *bounded) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.past && w.b.Len()+len(p) > w.max {
		w.past = true
		close(w.over)
	}
	if !w.past {
		w.b.Write(p)
	}
	return len(p), nil
}

func (w *bounded) bytes() []byte {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.b.Bytes())
}

func (w *bounded) full() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.past
}

// tail keeps the end of what is written to it.
type tail struct {
	max int
	b   []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.b = append(t.b, p...)
	if len(t.b) > 2*t.max {
		t.b = slices.Clone(t.b[len(t.b)-t.max:])
	}
	return len(p), nil
}
