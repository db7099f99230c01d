package llm

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
)

// A Kind says what a caller can do about an [Error].
type Kind int

const (
	Retry      Kind = iota // passing, or of unknown cause: the same again later
	Truncated              // the answer is not whole: ask for less
	TooLong                // the request is over what the model takes: send less
	Refused                // the model, or a filter before it, would not
	Empty                  // there was no text in the answer
	OverBudget             // a limit of the settings or of the run; nothing was asked
	Fatal                  // no later try mends it, a person does
)

var kinds = [...]string{"retry", "truncated", "too long", "refused", "empty", "over budget", "fatal"}

func (k Kind) String() string { return kinds[k] }

// ErrNone says that of all providers none can be used.
var ErrNone = errors.New("no model can be used")

// An Error is why there is no answer.
type Error struct {
	Kind   Kind
	Who    string        // the provider; "" where no one was asked
	What   string        // in one line, without secrets
	After  time.Duration // Retry, OverBudget: not before this has passed; 0 leaves it to the caller
	Status int           // of HTTP; 0 where there is none
	Hints  []string      // what mends it
	Spent  bool          // the provider may have worked on it, and have it paid

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

// Outcome is the kind in a word, for packages that do not know this one.
func (e *Error) Outcome() string { return e.Kind.String() }

// RetryAfter is how long to wait before the same is asked again; 0 leaves it to the caller.
func (e *Error) RetryAfter() time.Duration { return e.After }

// Mend is what a person can do about it.
func (e *Error) Mend() []string { return e.Hints }

// failed is an Error of who.
func failed(who string, k Kind, format string, args ...any) *Error {
	return &Error{Kind: k, Who: who, What: fmt.Sprintf(format, args...)}
}

func (e *Error) spent() *Error {
	e.Spent = true
	return e
}

func (e *Error) hint(h ...string) *Error {
	e.Hints = append(e.Hints, h...)
	return e
}

// ended is the error for a call that ctx ended: the caller's own end, or that of the call's deadline.
func ended(caller context.Context, who string, after time.Duration) error {
	if err := caller.Err(); err != nil {
		return fmt.Errorf("ask %s: %w", who, err)
	}
	x := failed(who, Retry, "no answer within %s", after)
	x.Spent = true
	return x
}

// said makes one short line of what somebody else wrote.
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
