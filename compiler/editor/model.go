package editor

import (
	"context"
	"errors"
	"time"
)

// A Model answers questions.
type Model interface {
	Name() string // another one when another model would answer
	Window() int  // bytes of a question that fit for certain
	Ask(ctx context.Context, q Question) (Answer, error)
}

// A Question is what a model is asked. Its texts are given to it in their order.
type Question struct {
	System    string // the same for all questions
	Prefix    string // the same for all questions of a run
	Prompt    string
	MaxTokens int // of the answer
}

// An Answer is whole, as far as the provider can tell.
type Answer struct {
	Text string
	By   string // who wrote it, for its provenance
}

// An Outcome is what an error of [Model.Ask] that is not ctx's may say of itself: "truncated", "too
// long", "refused", "empty", "retry", "over budget" or "fatal". An error that says nothing is passing.
type Outcome interface {
	error
	Outcome() string
	RetryAfter() time.Duration
}

const (
	truncated = "truncated"
	tooLong   = "too long"
	refused   = "refused"
	empty     = "empty"
)

func outcome(err error) string {
	var o Outcome
	if errors.As(err, &o) {
		return o.Outcome()
	}
	return ""
}
