package compiler

import (
	"slices"

	"github.com/agent-admin/memoria/daily"
)

// standing are the entries that no other one among them says again in their place.
func standing(entries []daily.Dated) []daily.Dated {
	if !slices.ContainsFunc(entries, func(e daily.Dated) bool { return e.Redone }) {
		return entries
	}
	ids := map[string]bool{}
	for _, e := range entries {
		ids[e.ID] = true
	}
	return slices.DeleteFunc(slices.Clone(entries), func(e daily.Dated) bool { return e.Redone && ids[daily.RedoID(e.ID)] })
}
