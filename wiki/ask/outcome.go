package ask

import (
	"errors"
	"time"
)

// An Outcome is why there is no answer, by what the caller can do about it. The ledger of calls stores its
// text.
type Outcome string

// The outcomes. An error without one, "", is temporary.
const (
	Retry      Outcome = "retry"       // passing, or of unknown cause: the same again later
	Truncated  Outcome = "truncated"   // the answer is not whole: ask for less
	TooLong    Outcome = "too long"    // the question is longer than the model accepts: send less
	Refused    Outcome = "refused"     // the model, or a filter before it, would not
	Empty      Outcome = "empty"       // there was no text in the answer
	OverBudget Outcome = "over budget" // a limit of the settings or of the run; nothing was asked
	Fatal      Outcome = "fatal"       // no later try mends it, a person does
	Nobody     Outcome = "nobody"      // no provider was chosen, and none is available
)

// A Failure is an error of [Model.Ask] that is not ctx's.
type Failure interface {
	error
	Outcome() Outcome
	RetryAfter() time.Duration // not before; 0 leaves it to the caller
}

// OutcomeOf returns the outcome of an error, "" if it has none.
func OutcomeOf(err error) Outcome {
	var f Failure
	if errors.As(err, &f) {
		return f.Outcome()
	}
	return ""
}

// OfQuestion reports whether the question is the cause, so that other questions may succeed.
func (o Outcome) OfQuestion() bool {
	return o == Truncated || o == TooLong || o == Refused || o == Empty
}

// OfModel reports whether every question fails until a person fixes something.
func (o Outcome) OfModel() bool { return o == Fatal || o == Nobody }

// Passing reports whether an error is one that every other question would meet as well: a busy server, a budget that is
// used up.
func Passing(err error) bool { return errors.As(err, new(Failure)) }

// ErrAside says that a question waits until its caller holds no lock: whoever asked gives up what it does, and is run
// again when the answer is there.
var ErrAside error = aside{}

type aside struct{}

func (aside) Error() string             { return "the question is asked without the lock" }
func (aside) Outcome() Outcome          { return Retry }
func (aside) RetryAfter() time.Duration { return 0 }
