package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/term"
)

// The rules of memoria's output:
//
//   - stdout carries only the answer; all messages to a person go to stderr.
//   - An error is one line, "memoria: " and what was attempted on what and why it did not go:
//     lower case, no full stop, never "failed to". What a person typed is quoted.
//   - Under it stand lines "hint: " that name the command which fixes it.
//   - Progress redraws one line on a terminal; elsewhere it is a plain line now and then.
//   - Numbers come with their unit, in the singular and the plural.
//   - On a terminal a line of an answer is wrapped to the width, and what is long is paged. In a pipe it is whole.

// UI prints the answer and the messages of a command.
type UI struct {
	Out, Err io.Writer
	Screen   term.Screen // Out
	Redraw   bool        // Err is a terminal
	Color    bool        // there is colour on Err

	lost  error // the first answer that could not be written
	page  *page
	meter meter

	mu    sync.Mutex
	drawn bool
	last  time.Time
}

// Print writes a line of the answer.
func (u *UI) Print(format string, a ...any) {
	u.Clear()
	line := fmt.Sprintf(format, a...)
	if u.Screen.Is() {
		parts := strings.Split(term.Harmless(line), "\n")
		for i, p := range parts {
			parts[i] = term.Wrap(p, u.Screen.Width)
		}
		line = strings.Join(parts, "\n")
	}
	_, err := io.WriteString(u.Out, line+"\n")
	u.lose(err)
}

// Diff prints a unified diff, whose lines are never wrapped.
func (u *UI) Diff(text string) {
	u.Clear()
	var b strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if u.Screen.Is() {
			line = term.Harmless(line)
		}
		switch {
		case strings.HasPrefix(line, "+++"), strings.HasPrefix(line, "---"):
			line = u.In(term.Bold, line)
		case strings.HasPrefix(line, "+"):
			line = u.In(term.Good, line)
		case strings.HasPrefix(line, "-"):
			line = u.In(term.Bad, line)
		case strings.HasPrefix(line, "@@"):
			line = u.In(term.Key, line)
		}
		b.WriteString(line + "\n")
	}
	_, err := io.WriteString(u.Out, b.String())
	u.lose(err)
}

// In returns a text in a style of the answer.
func (u *UI) In(style term.Style, text string) string { return u.Screen.In(style, text) }

// errIn returns a text in a style of a message.
func (u *UI) errIn(style term.Style, text string) string {
	return term.Screen{Color: u.Color}.In(style, text)
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
	u.message(u.errIn(term.Faint, "memoria:") + " " + fmt.Sprintf(format, a...))
}

// message writes a line to a person, wrapped where the terminal is known.
func (u *UI) message(line string) {
	if u.Redraw {
		line = term.Wrap(term.Harmless(line), u.Screen.Width)
	}
	io.WriteString(u.messages(), line+"\n")
}

// Warn reports something that was left out while the work went on.
func (u *UI) Warn(format string, a ...any) {
	u.Say(u.errIn(term.Warned, "warning:")+" "+format, a...)
}

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
		u.message(u.errIn(term.Key, "hint:") + " " + h)
	}
}

// Fail prints err with its hints and returns the exit code.
func (u *UI) Fail(err error) int {
	code, hints := Explain(err)
	u.Clear()
	u.message(u.errIn(term.Bad, "memoria:") + " " + say.OneLine(err.Error()))
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
