// Package meaning searches a vault by meaning beside words, if the settings name a server that gives vectors.
package meaning

import (
	"context"

	"github.com/agent-admin/memoria/cmd/internal/handler/author"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki/search/index"
	"github.com/agent-admin/memoria/wiki/search/vector"
)

// most is how many passages are taken by their meaning.
const most = 30

// store returns the vectors of v, nil if the settings name no server for them. In a hurry the server is asked at once or
// not at all.
func store(v *workspace.Vault, hurry bool) (*vector.Store, error) {
	e, err := author.Embedder(v)
	if err != nil || e == nil {
		return nil, err
	}
	e.Client.Hurry = hurry
	return &vector.Store{Dir: v.Dir, Name: layout.CacheVectors, Model: e}, nil
}

// Near returns what finds passages that mean something like some words; nil if v is searched by words alone.
func Near(v *workspace.Vault) func(ctx context.Context, x *index.Index, words string) ([]vector.Near, error) {
	s, err := store(v, true)
	if s == nil && err == nil {
		return nil
	}
	return func(ctx context.Context, x *index.Index, words string) ([]vector.Near, error) {
		if err != nil {
			return nil, err
		}
		return s.Near(ctx, x, words, most)
	}
}

// Update asks for the vectors that are missing, if v is searched by meaning.
func Update(ctx context.Context, v *workspace.Vault) error {
	s, err := store(v, false)
	if s == nil {
		return err
	}
	x, err := v.Search().Open(ctx)
	if err != nil {
		return err
	}
	defer x.Close()
	_, err = s.Update(ctx, x)
	return err
}
