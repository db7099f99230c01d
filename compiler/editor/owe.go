package editor

import (
	"github.com/agent-admin/memoria/wiki/ask"
	"slices"
	"strings"
)

// owe keeps, of batches that the model could not be asked about, that it is still to be asked: until
// then their entries are as the base wrote them, or as an earlier answer says.
func (r *run) owe(batches []batch) error {
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

// Retry has models asked again about what was set aside, whose ids begin with id; "" stands for all.
// They are asked in the next run.
func Retry(r *ask.Replies, id string) (out []Aside, err error) {
	all, _, err := load(r)
	if err != nil {
		return nil, err
	}
	for _, x := range all {
		if x.Failed == "" || x.Owed || !strings.HasPrefix(x.id(), id) {
			continue
		}
		again := &reply{Recipe: x.Recipe, By: x.By, Entries: x.Entries, Days: x.Days, Failed: x.Failed, Owed: true}
		if err := keep(r, again, []*reply{x}); err != nil {
			return out, err
		}
		out = append(out, x.aside())
	}
	return out, nil
}

// Give gives up what was set aside and is named by its whole id: it is not told of any more, and stays
// as it is without a model.
func Give(r *ask.Replies, id string) error {
	all, _, err := load(r)
	if err != nil {
		return err
	}
	for _, x := range all {
		if x.Failed == "" || x.id() != id {
			continue
		}
		given := &reply{Recipe: x.Recipe, By: x.By, Entries: x.Entries, Days: x.Days}
		return keep(r, given, []*reply{x})
	}
	return &NoAsideError{id}
}

// A NoAsideError says that nothing that was set aside goes by an id.
type NoAsideError struct{ ID string }

func (e *NoAsideError) Error() string { return "nothing that was set aside is " + e.ID }
