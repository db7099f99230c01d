package main

import (
	"fmt"
	"maps"
	"slices"

	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/lint"
	"github.com/agent-admin/memoria/wiki/query"
)

// answers tells which kept answers rest on articles that changed since.
func answers(w *wiki.Wiki) (notes []lint.Note) {
	stale := query.Stale(w)
	for _, at := range slices.Sorted(maps.Keys(stale)) {
		notes = append(notes, lint.Note{Check: lint.StaleAnswer, Path: at, Text: fmt.Sprintf("the answer rests on %s, which changed since", stale[at]),
			Hint: `memoria query --file-back with the same question answers it anew`})
	}
	return notes
}
