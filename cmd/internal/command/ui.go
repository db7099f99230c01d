package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"syscall"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/say"
)

// The rules of memoria's output:
//
//   - stdout carries only the answer; all messages to a person go to stderr.
//   - An error is one line, "memoria: " and what was attempted on what and why it did not go:
//     lower case, no full stop, never "failed to". What a person typed is quoted.
//   - Under it stand lines "hint: " that name the command which fixes it.
//   - Progress redraws one line on a terminal; elsewhere it is a plain line now and then.
//   - Numbers come with their unit, in the singular and the plural.

// UI prints the answer and the messages of a command.
type UI struct {
	Out, Err io.Writer
	Redraw   bool // Err is a terminal

	lost error // the first answer that could not be written

	mu    sync.Mutex
	drawn bool
	last  time.Time
}

// Print writes a line of the answer.
func (u *UI) Print(format string, a ...any) {
	u.Clear()
	_, err := fmt.Fprintf(u.Out, format+"\n", a...)
	u.lose(err)
}

// Lost returns the error of writing the answer, or nil. It is nil if the reader closed the pipe early, since it has
// what it wanted.
func (u *UI) Lost() error {
	if u.lost == nil || errors.Is(u.lost, syscall.EPIPE) {
		return nil
	}
	return fmt.Errorf("write the answer: %w", u.lost)
}

// Say prints a message on stderr.
func (u *UI) Say(format string, a ...any) {
	u.Clear()
	fmt.Fprintf(u.Err, "memoria: "+format+"\n", a...)
}

// Warn reports something that was left out while the work went on.
func (u *UI) Warn(format string, a ...any) { u.Say("warning: "+format, a...) }

// Warnings prints several warnings.
func (u *UI) Warnings(list []string) {
	for _, w := range list {
		u.Warn("%s", w)
	}
}

// Hint prints how to fix the error that was printed last, a line each.
func (u *UI) Hint(hints ...string) {
	u.Clear()
	for _, h := range hints {
		fmt.Fprintf(u.Err, "hint: %s\n", h)
	}
}

// Fail prints err with its hints and returns the exit code.
func (u *UI) Fail(err error) int {
	code, hints := Explain(err)
	u.Clear()
	fmt.Fprintf(u.Err, "memoria: %s\n", say.OneLine(err.Error()))
	u.Hint(hints...)
	return code
}

// JSON writes the fields of v as the one object of an answer, after the version of the answers' form.
func (u *UI) JSON(v any) error {
	b, err := marshal(v)
	if err != nil {
		return err
	}
	return u.indent(append([]byte(`{"schema":1,`), b[1:]...))
}

// Answer writes v as JSON, or has it told.
func (u *UI) Answer(asJSON bool, v any, tell func()) error {
	if asJSON {
		return u.JSON(v)
	}
	tell()
	return nil
}

// Raw writes v as JSON in a format of others.
func (u *UI) Raw(v any) error {
	b, err := marshal(v)
	if err != nil {
		return err
	}
	return u.indent(b)
}

func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b.Bytes(), err
}

func (u *UI) indent(b []byte) error {
	var out bytes.Buffer
	if err := json.Indent(&out, b, "", "  "); err != nil {
		return err
	}
	u.Clear()
	_, err := out.WriteTo(u.Out)
	u.lose(err)
	return err
}

func (u *UI) lose(err error) {
	if u.lost == nil {
		u.lost = err
	}
}

// Progress shows how far the work is. now limits how often a line is printed where it cannot be redrawn.
func (u *UI) Progress(now time.Time, format string, a ...any) {
	u.mu.Lock()
	defer u.mu.Unlock()
	wait := 5 * time.Second
	if u.Redraw {
		wait = 80 * time.Millisecond
	}
	if !u.last.IsZero() && now.Sub(u.last) < wait {
		return
	}
	if u.last.IsZero() && !u.Redraw { // short work says nothing
		u.last = now
		return
	}
	u.last = now
	line := fmt.Sprintf(format, a...)
	if u.Redraw {
		fmt.Fprintf(u.Err, "\r\x1b[K%s", say.Clip(line, 78))
		u.drawn = true
		return
	}
	fmt.Fprintf(u.Err, "memoria: %s\n", line)
}

// Clear removes the progress line.
func (u *UI) Clear() {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.drawn {
		fmt.Fprint(u.Err, "\r\x1b[K")
		u.drawn = false
	}
}
