package ledger

import (
	"slices"

	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/flush/reported"
)

// Forget takes out of a record what it has of words that are forgotten: drop says which are, by their id and text. With all, nothing
// of the session waits any more. It reports whether anything changed.
func (r *Record) Forget(all bool, drop func(id, text string) bool) (changed bool) {
	asked := len(r.Asked)
	r.Asked = slices.DeleteFunc(r.Asked, func(m queue.Message) bool { return drop(reported.PromptID(m), m.Text) })
	changed = r.Title != "" || len(r.Asked) < asked
	r.Title = "" // it may say what is forgotten
	for i := range r.Files {
		f := &r.Files[i]
		if c := f.Cursor; c != nil {
			n := len(c.Heard)
			c.Heard = slices.DeleteFunc(c.Heard, func(m reported.Message) bool { return m.Text != "" && drop(m.ID, m.Text) })
			changed = changed || len(c.Heard) < n
		}
		if all && f.Pending > 0 {
			f.Skipped, f.Pending, changed = f.Skipped+f.Pending, 0, true
		}
	}
	if all && r.Pending+r.Dead > 0 {
		r.Skipped, r.Pending, r.Dead, changed = r.Skipped+r.Pending+r.Dead, 0, 0, true
	}
	if all && (r.State == Pending || r.State == Dead || r.State == Skipped && r.Reason != ReasonForgotten) {
		r.State, r.Reason, changed = Skipped, ReasonForgotten, true
		if len(r.Entries) > 0 {
			r.State, r.Reason = Flushed, ""
		}
	}
	return changed
}
