package editor

import (
	"github.com/agent-admin/memoria/compiler/editor/kept"
	"slices"

	"github.com/agent-admin/memoria/wiki/ask"
)

// owe records batches still to be asked about. Until then their entries stay as the base wrote them, or as an earlier
// answer says.
func (r *session) owe(batches []batch) error {
	if r.Peek || ask.OutcomeOf(r.down) == ask.Nobody {
		return nil
	}
	for _, b := range batches {
		x := &reply{Recipe: r.recipe(), Failed: r.Cleaned(r.down.Error()), Owed: true}
		for _, i := range b {
			if old := r.covered[identity(&r.entries[i])]; old == nil {
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
func (s *session) edited(b batch) bool {
	return slices.ContainsFunc(b, func(i int) bool {
		r := s.covered[identity(&s.entries[i])]
		return r != nil && r.Failed == ""
	})
}

// rest returns a pending reply for the entries that x does not cover although a replaced reply without edits did, or
// nil if there are none.
func (s *session) rest(x *reply, instead []*reply) *reply {
	rest := &reply{Recipe: x.Recipe, Owed: true}
	for _, old := range instead {
		for _, id := range old.Entries {
			if i, ok := s.at[id]; ok && !slices.Contains(x.Entries, id) {
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
