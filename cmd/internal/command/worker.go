package command

import (
	"context"
	"os"

	"github.com/agent-admin/memoria/cmd/internal/agent"
	"github.com/agent-admin/memoria/cmd/internal/handler/author"
	"github.com/agent-admin/memoria/cmd/internal/handler/capture"
	"github.com/agent-admin/memoria/cmd/internal/handler/compile"
	"github.com/agent-admin/memoria/cmd/internal/handler/forget"
	"github.com/agent-admin/memoria/cmd/internal/handler/sync"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler"
)

// ForgetHandler forgets in v.
func (a *App) ForgetHandler(v *workspace.Vault) *forget.Handler {
	return &forget.Handler{Vault: v, Warn: func(s string) { a.UI.Warn("%s", say.Printable(s)) }}
}

// StartWorker starts this program as the worker of a vault.
func StartWorker(vault string) error { return StartApart(vault, "flush", "--background") }

// StartApart starts this program on a vault, as a process that goes on when this one ends.
func StartApart(vault string, args ...string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	return agent.Start(self, vault, args...)
}

// Worker returns what works the queue of v. If silent, it reports errors to the log of the vault instead of stderr.
func (a *App) Worker(v *workspace.Vault, silent bool) *capture.Worker {
	w := capture.New(v, silent, a.UI.Warn, func(ctx context.Context) error { return a.ForgetHandler(v).Finish(ctx, forget.Held{Worker: true}) })
	w.Version = Version()
	if silent && v.ID != "" && v.Config.Sync.Every > 0 {
		w.Sync = func(ctx context.Context, soon bool) error {
			_, err := a.syncer(v, w.Tell, forget.Held{Worker: true, Merged: true}).Run(ctx, sync.Options{Auto: true, Soon: soon})
			return err
		}
	}
	return w
}

// Syncer returns what keeps v in step with other machines.
func (a *App) Syncer(v *workspace.Vault, tell func(format string, args ...any)) *sync.Handler {
	return a.syncer(v, tell, forget.Held{Merged: true})
}

func (a *App) syncer(v *workspace.Vault, tell func(format string, args ...any), has forget.Held) *sync.Handler {
	h := &sync.Handler{Vault: v, Env: os.Environ(), Warn: tell}
	h.Forget = func(ctx context.Context) error { return a.ForgetHandler(v).Finish(ctx, has) }
	h.Compile = func(ctx context.Context, all bool) error {
		c := &compile.Handler{Vault: v, Hire: author.Hire{Vault: v, Tell: tell}, Version: Version(), Called: !has.Worker}
		_, err := c.Run(ctx, compiler.Options{Now: all})
		return err
	}
	return h
}
