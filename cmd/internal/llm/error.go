package llm

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"strings"
	"time"
	"unicode"

	"github.com/agent-admin/memoria/wiki/ask"
)

// An Error says why there is no answer.
type Error struct {
	Kind   ask.Outcome
	Who    string        // the provider; "" if no one was asked
	What   string        // in one line, without secrets
	After  time.Duration // Retry, OverBudget: how long to wait; 0 leaves it to the caller
	Status int           // of HTTP; 0 if there is none
	Hints  []string      // what fixes it
	Spent  bool          // the provider may have charged for the call

	window  int   // of TooLong: the tokens that the model's context was found to hold; 0 if that is not known
	unclear bool  // whether the request is the cause, or the provider, and for how long; see history
	Err     error // below it; may be nil
}

func (e *Error) Error() string {
	if e.Who == "" {
		return e.What
	}
	return "ask " + e.Who + ": " + e.What
}

func (e *Error) Unwrap() error { return e.Err }

// Outcome returns the kind, for packages that do not know this one.
func (e *Error) Outcome() ask.Outcome { return e.Kind }

// RetryAfter returns how long to wait before the same is asked again; 0 leaves it to the caller.
func (e *Error) RetryAfter() time.Duration { return e.After }

// failed returns an Error of who.
func failed(who string, k ask.Outcome, format string, args ...any) *Error {
	return &Error{Kind: k, Who: who, What: fmt.Sprintf(format, args...)}
}

func fatal(who string, err error, format string, args ...any) *Error {
	e := failed(who, ask.Fatal, format, args...)
	e.Err = err
	return e
}

func (e *Error) spent() *Error {
	e.Spent = true
	return e
}

func (e *Error) hint(h ...string) *Error {
	e.Hints = append(e.Hints, h...)
	return e
}

// ended returns the error for a call that ctx ended: the caller's own end, or that of the call's deadline.
func ended(caller context.Context, who string, after time.Duration) error {
	if err := caller.Err(); err != nil {
		return fmt.Errorf("ask %s: %w", who, err)
	}
	x := failed(who, ask.Retry, "no answer within %s", after)
	x.Spent = true
	return x
}

// said makes one short line of another program's text.
func said(s string) string {
	const most = 300
	s = strings.Join(strings.FieldsFunc(strings.ToValidUTF8(s, "\uFFFD"), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r)
	}), " ")
	if r := []rune(s); len(r) > most {
		s = string(r[:most]) + "…"
	}
	return s
}

// notStarted says that a program is not there, or may not be run. Anything else, such as too many
// processes, passes.
func notStarted(who, name string, err error) *Error {
	if errors.Is(err, exec.ErrNotFound) || errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return fatal(who, err, "%v", err).hint("install " + name + ", or correct its name in the settings")
	}
	return &Error{Kind: ask.Retry, Who: who, What: err.Error(), Err: err}
}
