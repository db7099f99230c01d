package editor

import (
	"fmt"

	"github.com/agent-admin/memoria/wiki/ask"
)

// missesMost is how many questions in a row come to nothing for a like reason before no more are
// asked: then it is the model, not what it is asked about.
const missesMost = 3

// misses are the questions that came to nothing, in a row.
type misses struct {
	kind ask.Outcome
	n    int
}

// A missError says that a model was asked no more, since nothing came of it.
type missError struct{ why string }

func (e missError) Error() string {
	return fmt.Sprintf("%d answers in a row could not be used, the last since %s", missesMost, e.why)
}

// kindOfMiss is what is alike in failures.
func kindOfMiss(err error) ask.Outcome {
	if kind := ask.OutcomeOf(err); kind != "" {
		return kind
	}
	return "form"
}

// missed counts a question whose reply came to nothing, and ends the asking where too many did.
func (r *session) missed(x *reply) {
	m := &r.misses
	switch {
	case x.Failed == "":
		*m = misses{}
		return
	case m.kind != x.kind:
		*m = misses{kind: x.kind}
	}
	if m.n++; m.n == missesMost {
		r.down = missError{x.Failed}
	}
}

// leave owes batches that the model is not asked about any more. It is asked no earlier than others are
// to be asked about than those that are left.
func (r *session) leave(batches []batch) error {
	if err := r.owe(batches); err != nil {
		return err
	}
	if _, ok := r.down.(missError); !ok {
		return nil
	}
	var left batch
	for _, b := range batches {
		for _, i := range b {
			if old := r.covered[identity(&r.entries[i])]; old == nil || old.Owed {
				left = append(left, i)
			}
		}
	}
	if len(left) == 0 { // there was nothing more to ask
		r.down = nil
		return nil
	}
	r.tell(left, "no more is asked", r.down.Error(), false)
	r.downFor = r.names(left)
	return nil
}
