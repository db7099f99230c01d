package editor

import (
	"slices"

	"github.com/agent-admin/memoria/wiki/ask"
)

// owe keeps, of batches that the model could not be asked about, that it is still to be asked: until
// then their entries are as the base wrote them, or as an earlier answer says.
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
		if err := keep(r.Replies, x, nil); err != nil {
			return err
		}
		r.tally.Owed += len(x.Entries)
		r.add(x)
	}
	r.sort()
	return nil
}

// edited reports whether an answer was taken before on one of some entries.
func (s *session) edited(b batch) bool {
	return slices.ContainsFunc(b, func(i int) bool {
		r := s.covered[identity(&s.entries[i])]
		return r != nil && r.Failed == ""
	})
}

// rest is what replies without any edit that x takes the place of say of other entries than x does: a
// model is still to be asked about them. It is nil where there are none.
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

// owes reports whether there are entries that a model is still to be asked about.
func owes(r *ask.Replies) bool {
	names, err := r.Names(owedPrefix)
	return err == nil && len(names) > 0
}
