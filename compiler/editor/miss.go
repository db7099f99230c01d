package editor

import (
	"fmt"

	"github.com/agent-admin/memoria/wiki/ask"
)

// missesMost is how many questions in a row may fail for a similar reason before the asking ends: then the cause is
// the model, not the questions.
const missesMost = 3

// misses counts the questions that failed, in a row.
type misses struct {
	kind ask.Outcome
	n    int
}

// A missError says that the asking ended because the answers were not usable.
type missError struct{ why string }

func (e missError) Error() string {
	return fmt.Sprintf("%d answers in a row could not be used, the last since %s", missesMost, e.why)
}

// kindOfMiss classifies failures.
func kindOfMiss(err error) ask.Outcome {
	if kind := ask.OutcomeOf(err); kind != "" {
		return kind
	}
	return "form"
}

// missed counts a question that failed, and ends the asking after too many.
func (r *session) missed(x *reply) {
	m := &r.misses
	switch {
	case x.Failed == "":
		*m = misses{}
		return
	case m.kind != x.Kind:
		*m = misses{kind: x.Kind}
	}
	if m.n++; m.n == missesMost {
		r.down = missError{x.Failed}
	}
}

// leave marks batches that are not asked about any more as pending.
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
