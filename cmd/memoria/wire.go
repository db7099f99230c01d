package main

import (
	"context"

	"github.com/agent-admin/memoria/cmd/internal/handler/forget"
	"github.com/agent-admin/memoria/cmd/internal/handler/publish"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/wiki/query/brief"
	"github.com/agent-admin/memoria/wiki/query/brief/prepared"
)

// writer makes the caller, a command of this name, the only one that flushes until unlock.
func (a *app) writer(ctx context.Context, v *workspace.Vault, cmd string) (unlock func(), err error) {
	unlock, err = v.Writer(ctx, cmd)
	if err != nil {
		return nil, err
	}
	if err := a.forgetHandler(v).Finish(ctx, forget.Held{Writer: true}); err != nil {
		unlock()
		return nil, err
	}
	return unlock, nil
}

func (a *app) daily(v *vault.Vault) *daily.Store     { return a.of(v).Daily() }
func (a *app) flusher(v *vault.Vault) *flush.Flusher { return a.of(v).Flusher() }

func (a *app) place(v *vault.Vault, dir string) (prepared.Place, string) { return a.of(v).Place(dir) }

func (a *app) builder(ctx context.Context, v *vault.Vault) (*brief.Builder, error) {
	return publish.Builder(ctx, a.of(v))
}

func (a *app) allLogs(ctx context.Context, v *vault.Vault) ([]*daily.Log, error) {
	return a.of(v).Logs(ctx)
}

// log is where is written what nobody watches: in the vault, or where there is none in the user's
// own folder.
func (a *app) log(v *vault.Vault) *vault.Log {
	if v == nil {
		return a.machine().Log()
	}
	return a.of(v).Log()
}
