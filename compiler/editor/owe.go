package editor

import (
	"fmt"
	"slices"

	"github.com/agent-admin/memoria/compiler/editor/kept"
	"github.com/agent-admin/memoria/compiler/editor/pages"
	"github.com/agent-admin/memoria/wiki/ask"
)

// owe records batches still to be asked about. Until then their entries stay as the base wrote them, or as an earlier
// answer says.
func (r *session) owe(batches []pages.Batch) error {
	if r.Peek || ask.OutcomeOf(r.down) == ask.Nobody {
		return nil
	}
	for _, b := range batches {
		x := &kept.Reply{Recipe: r.recipe(), Failed: r.Cleaned(r.down.Error()), Owed: true}
		for _, i := range b {
			if old := r.covered[pages.Identity(&r.Entries[i])]; old == nil {
				r.count(x, i)
			} else if old.Owed {
				r.tally.Owed++ // as before
			}
		}
		if len(x.Entries) == 0 {
			continue
		}
		if err := kept.Keep(r.Replies, x, nil); err != nil {
			return err
		}
		r.tally.Owed += len(x.Entries)
		r.add(x)
	}
	r.sort()
	return nil
}

// edited reports whether an earlier answer about any of the entries was accepted.
func (s *session) edited(b pages.Batch) bool {
	return slices.ContainsFunc(b, func(i int) bool {
		r := s.covered[pages.Identity(&s.Entries[i])]
		return r != nil && r.Failed == ""
	})
}

// rest returns a pending reply for the entries that x does not cover although a replaced reply without edits did, or
// nil if there are none.
func (s *session) rest(x *kept.Reply, instead []*kept.Reply) *kept.Reply {
	rest := &kept.Reply{Recipe: x.Recipe, Owed: true}
	for _, old := range instead {
		for _, id := range old.Entries {
			if i, ok := s.At[id]; ok && !slices.Contains(x.Entries, id) {
				rest.Failed = old.Failed
				s.count(rest, i)
			}
		}
	}
	if len(rest.Entries) == 0 {
		return nil
	}
	return rest
}

// owes reports whether there are pending entries.
func owes(r *ask.Replies) bool {
	names, err := r.Names(kept.OwedPrefix)
	return err == nil && len(names) > 0
}

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
func (r *session) missed(x *kept.Reply) {
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
func (r *session) leave(batches []pages.Batch) error {
	if err := r.owe(batches); err != nil {
		return err
	}
	if _, ok := r.down.(missError); !ok {
		return nil
	}
	var left pages.Batch
	for _, b := range batches {
		for _, i := range b {
			if old := r.covered[pages.Identity(&r.Entries[i])]; old == nil || old.Owed {
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
