package editor

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki/ask"
)

// An Account is what the kept replies come to.
type Account struct {
	By    []Share // who edited, the one with most entries first
	Aside []Aside // entries that models could do nothing with, or could not be asked about yet
	Left  int     // lines of answers that were left out
}

// A Share is how many entries somebody's answers are about.
type Share struct {
	By      string `json:"by"`
	Entries int    `json:"entries"`
}

// An Aside is entries that no model edited. They are written without one: until somebody has one asked
// again, or, where they are owed, until the next run.
type Aside struct {
	ID      string   `json:"id"`
	Days    []string `json:"days"`
	Entries int      `json:"entries"`
	Why     string   `json:"why"`
	Owed    bool     `json:"waiting"`
}

// AccountOf adds up the replies that are kept, also those whose entries have changed since.
func AccountOf(r *ask.Replies) (out Account, err error) {
	all, _, err := load(r)
	entries := map[string]int{}
	for _, x := range all {
		out.Left += len(x.Left)
		if x.Failed != "" {
			out.Aside = append(out.Aside, x.aside())
		} else {
			entries[x.By] += len(x.Entries)
		}
	}
	for by, n := range entries {
		out.By = append(out.By, Share{by, n})
	}
	slices.SortFunc(out.By, func(a, b Share) int { return cmp.Or(b.Entries-a.Entries, cmp.Compare(a.By, b.By)) })
	slices.SortFunc(out.Aside, func(a, b Aside) int {
		return cmp.Or(slices.Compare(a.Days, b.Days), cmp.Compare(a.ID, b.ID))
	})
	return out, err
}

// id names what was set aside to a person.
func (x *reply) id() string {
	name := editName(x)
	return name[strings.LastIndexByte(name, '-')+1:][:12]
}

func (x *reply) aside() Aside {
	return Aside{x.id(), x.Days, len(x.Entries), x.Failed, x.Owed}
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
		again := *x
		again.Owed = true
		if err := keep(r, &again, []*reply{x}); err != nil {
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
		given := *x
		given.Failed, given.Owed = "", false
		return keep(r, &given, []*reply{x})
	}
	return &NoAsideError{id}
}

// A NoAsideError says that nothing that was set aside goes by an id.
type NoAsideError struct{ ID string }

func (e *NoAsideError) Error() string { return "nothing that was set aside is " + e.ID }
