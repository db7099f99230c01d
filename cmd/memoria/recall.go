package main

import (
	"context"

	"github.com/agent-admin/memoria/cmd/internal/agent"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/wiki/query/brief"
	"github.com/agent-admin/memoria/wiki/query/brief/prepared"
	"github.com/agent-admin/memoria/wiki/receipt"
)

// recalled is what a prompt asks about, of what this session was not given yet. It takes the index as
// the worker left it.
func (a *app) recalled(ctx context.Context, at *vault.Vault, q *agent.Question) (c prepared.Choice, err error) {
	v := a.of(at)
	if v.Config.Recall == 0 || v.Flusher().Withheld(q.Dir) != "" {
		return c, nil
	}
	given, err := receipt.GivenTo(v.Dir, q.Session)
	if err != nil {
		return c, err
	}
	x, err := v.Search().OpenKept(ctx)
	if err != nil {
		return c, err
	}
	defer x.Close()
	r := &brief.Recall{
		Index: x,
		Clean: v.Clean(),
		Given: func(id string) bool { return given[id] },
	}
	items, err := r.Find(ctx, q.Prompt)
	return prepared.Beside(items, v.Config.Recall), err
}
