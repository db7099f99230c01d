package main

import (
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/lint"
	"github.com/agent-admin/memoria/wiki/query"
)

// answers tells which kept answers rest on articles that changed since. kept says that there are any.
func answers(ctx context.Context, v *vault.Vault) (notes []lint.Note, kept bool, err error) {
	names, err := v.Dir.ReadNames(path.Join(v.Config.Wiki, wiki.QA.Folder()))
	if err != nil || !slices.ContainsFunc(names, func(n string) bool { return strings.HasSuffix(n, ".md") }) {
		return nil, false, nil
	}
	w, err := (wiki.Store{Dir: v.Dir, Wiki: v.Config.Wiki}).Load(ctx)
	if err != nil {
		return nil, true, err
	}
	stale := query.Stale(w)
	for _, at := range slices.Sorted(maps.Keys(stale)) {
		notes = append(notes, lint.Note{Check: lint.StaleAnswer, Path: at, Text: fmt.Sprintf("the answer rests on %s, which changed since", stale[at]),
			Hint: `memoria query --file-back with the same question answers it anew`})
	}
	return notes, true, nil
}
