package main

import (
	"context"

	"github.com/agent-admin/memoria/cmd/internal/agent"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/wiki/query/brief/ready"
)

// recalled is what a prompt asks about, of what this session was not given yet.
func (a *app) recalled(ctx context.Context, v *vault.Vault, q *agent.Question) (c ready.Choice, err error) {
	return c, nil
}
