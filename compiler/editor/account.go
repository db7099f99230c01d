package editor

import (
	"cmp"
	"github.com/agent-admin/memoria/wiki/ask"
	"slices"
	"strings"
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
