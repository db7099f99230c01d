package kept

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki/ask"
)

// An Account sums up the kept replies.
type Account struct {
	By    []Share // who edited, the one with most entries first
	Aside []Aside // entries without a usable answer, or not asked about yet
	Left  int     // lines of answers that were left out
}

// A Share is how many entries the answers of one model are about.
type Share struct {
	By      string `json:"by"`
	Entries int    `json:"entries"`
}

// An Aside is a group of entries that no model edited. The base's text stays until somebody asks a model again or,
// for pending questions, until the next run.
type Aside struct {
	ID      string   `json:"id"`
	Days    []string `json:"days"`
	Entries int      `json:"entries"`
	Why     string   `json:"why"`
	Owed    bool     `json:"waiting"`
}

// AccountOf sums up all kept replies, even those whose entries have changed since.
func AccountOf(r *ask.Replies) (out Account, err error) {
	all, _, err := Load(r)
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
	sorting.By(out.By, func(a, b Share) int { return cmp.Or(b.Entries-a.Entries, cmp.Compare(a.By, b.By)) })
	sorting.By(out.Aside, func(a, b Aside) int {
		return cmp.Or(slices.Compare(a.Days, b.Days), cmp.Compare(a.ID, b.ID))
	})
	return out, err
}

// id returns the name under which a person sees what was set aside.
func (x *Reply) id() string {
	name := Name(x)
	return name[strings.LastIndexByte(name, '-')+1:][:12]
}

func (x *Reply) aside() Aside {
	return Aside{x.id(), x.Days, len(x.Entries), x.Failed, x.Owed}
}

// Retry marks what was set aside to be asked about in the next run, if its id begins with id; "" stands for all.
func Retry(r *ask.Replies, id string) (out []Aside, err error) {
	all, _, err := Load(r)
	if err != nil {
		return nil, err
	}
	for _, x := range all {
		if x.Failed == "" || x.Owed || !strings.HasPrefix(x.id(), id) {
			continue
		}
		again := *x
		again.Owed = true
		if err := Keep(r, &again, []*Reply{x}); err != nil {
			return out, err
		}
		out = append(out, x.aside())
	}
	return out, nil
}

// Give gives up what was set aside under a whole id: it is no longer reported, and keeps the base's text.
func Give(r *ask.Replies, id string) error {
	all, _, err := Load(r)
	if err != nil {
		return err
	}
	for _, x := range all {
		if x.Failed == "" || x.id() != id {
			continue
		}
		given := *x
		given.Failed, given.Owed = "", false
		return Keep(r, &given, []*Reply{x})
	}
	return &NoAsideError{id}
}

// A NoAsideError says that nothing that was set aside has the id.
type NoAsideError struct{ ID string }

func (e *NoAsideError) Error() string { return "nothing that was set aside is " + e.ID }
