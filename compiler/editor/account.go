package editor

import (
	"cmp"
	"slices"
)

// An Account is what the kept replies come to.
type Account struct {
	By    []Share // who edited, the one with most entries first
	Aside []Aside // entries that models could do nothing with
	Left  int     // lines of answers that were left out
}

// A Share is how many entries somebody's answers are about.
type Share struct {
	By      string `json:"by"`
	Entries int    `json:"entries"`
}

// An Aside is what no answer could be used for: it is written without a model, until one is asked
// again.
type Aside struct {
	Entries int    `json:"entries"`
	Why     string `json:"why"`
}

// Account adds up the replies that are kept, also those whose entries have changed since.
func (r *Replies) Account() (out Account, err error) {
	all, _, err := r.load()
	entries := map[string]int{}
	aside := map[string]int{}
	for _, x := range all {
		out.Left += len(x.Left)
		if x.Failed != "" {
			aside[x.Failed] += len(x.Entries)
		} else {
			entries[x.By] += len(x.Entries)
		}
	}
	for by, n := range entries {
		out.By = append(out.By, Share{by, n})
	}
	for why, n := range aside {
		out.Aside = append(out.Aside, Aside{n, why})
	}
	slices.SortFunc(out.By, func(a, b Share) int { return cmp.Or(b.Entries-a.Entries, cmp.Compare(a.By, b.By)) })
	slices.SortFunc(out.Aside, func(a, b Aside) int { return cmp.Or(b.Entries-a.Entries, cmp.Compare(a.Why, b.Why)) })
	return out, err
}
