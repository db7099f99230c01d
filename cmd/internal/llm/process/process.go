// Package process runs another program so that its descendants end with it.
package process

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// A Command is one run of a program.
type Command struct {
	Argv    []string
	Env     []string
	Dir     string
	Stdin   string
	Timeout time.Duration
	Max     int  // bytes of its output; one more ends it
	Outlive bool // it has no terminal, and ends its work if memoria is killed
}

// An Output is what a program printed.
type Output struct {
	Stdout []byte
	Stderr []byte // its end
}

// How a program can fail to answer, beside ctx's end.
var (
	ErrLate = errors.New("it had not ended in time")
	ErrOver = errors.New("it printed more than is read")
)

// An ExitError says that a program failed.
type ExitError struct {
	Code int // -1 if a signal ended it
	Err  error
}

func (e *ExitError) Error() string { return e.Err.Error() }
func (e *ExitError) Unwrap() error { return e.Err }

// How returns how it ended, in words.
func (e *ExitError) How() string {
	if e.Code < 0 {
		return "ended by a signal"
	}
	return fmt.Sprintf("exit code %d", e.Code)
}

// Grace is the time between asking a program to end and ending it; tests shorten it.
// Ctrl-C is to stop memoria within a second.
var Grace = 500 * time.Millisecond

const maxStderr = 8 << 10

// Run runs a program to its end or its deadline. Afterwards none of its descendants in its process group is left, and none
// outside if the program did not end by itself: they are told by a variable of the environment, which they may clear. It
// returns the output beside an error, too.
func Run(ctx context.Context, p Command) (Output, error) {
	ctx, stop := context.WithTimeout(ctx, p.Timeout)
	defer stop()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	c := exec.CommandContext(ctx, p.Argv[0], p.Argv[1:]...)
	c.Env = p.Env
	mark := fmt.Sprintf("MEMORIA_CALL=%016x", rand.Uint64())
	c.Env, c.Dir, c.Stdin = append(slices.Clip(c.Environ()), mark), p.Dir, strings.NewReader(p.Stdin)
	out, errs := &bounded{max: p.Max, over: func() { cancel(ErrOver) }}, &tail{max: maxStderr}
	c.Stdout, c.Stderr = out, errs
	c.WaitDelay = Grace // between the request to end and the end, and for pipes that a descendant holds
	// A program that dies with memoria dies with the thread that started it.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	g, err := start(c, p.Outlive, mark)
	if err != nil {
		return Output{}, err
	}
	err = c.Wait()
	g.kill(ctx.Err() != nil)
	o := Output{out.bytes(), errs.b}
	switch cause := context.Cause(ctx); {
	case cause == ErrOver:
		return o, ErrOver
	case cause != nil:
		return o, ErrLate
	case err != nil && !c.ProcessState.Success(): // else it read less than it was given, or a descendant holds its pipes
		return o, &ExitError{c.ProcessState.ExitCode(), err}
	}
	return o, nil
}

// bounded keeps what is written to it up to max bytes, and calls over at the next.
type bounded struct {
	max  int
	over func()
	mu   sync.Mutex
	b    bytes.Buffer
}

func (w *bounded) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.b.Len()+len(p) > w.max {
		w.over()
	} else {
		w.b.Write(p)
	}
	return len(p), nil
}

func (w *bounded) bytes() []byte {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.b.Bytes())
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
