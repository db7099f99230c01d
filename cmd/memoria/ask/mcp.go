package ask

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/handler/meaning"
	"github.com/agent-admin/memoria/cmd/internal/handler/memory"
	"github.com/agent-admin/memoria/cmd/internal/handler/remind"
	"github.com/agent-admin/memoria/cmd/internal/handler/status"
	"github.com/agent-admin/memoria/cmd/internal/mcp"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki/holds"
	"github.com/agent-admin/memoria/wiki/receipt"
	"github.com/agent-admin/memoria/wiki/related"
	"github.com/agent-admin/memoria/wiki/search"
)

func (a *app) mcpCmd() *cobra.Command {
	return command.New("mcp", a.InVault(func(ctx context.Context, v *workspace.Vault, _ []string) error {
		if err := Server(a.App, v.Hold()).Serve(ctx, a.Stdin, a.Stdout); err != nil { // which carries the protocol alone
			return fmt.Errorf("mcp: %w", err)
		}
		return nil
	}))
}

// Server returns a server that answers from the vault as it is at each call.
func Server(a *command.App, h *workspace.Held) *mcp.Server {
	return &mcp.Server{
		Find: func(ctx context.Context, text string, f search.Filter, o search.Options) (res search.Results, err error) {
			v, err := h.Now()
			if err != nil {
				return res, err
			}
			q := v.Machine.QueryParser(v.Config.Zone).Parse(text)
			q.In, q.Projects = append(q.In, f.In...), append(q.Projects, f.Projects...)
			o.Near = meaning.Near(v)
			store := v.SearchIn(a.Dir)
			store.Look = v.Look()
			if o.Holds, err = v.HoldsAt(ctx, store.Look); err != nil {
				return res, err
			}
			res, x, err := workspace.Find(ctx, store, q, o, false)
			if err == nil {
				x.Close()
			}
			return res, err
		},
		Related: fromHeld(h, func(ctx context.Context, v *workspace.Vault) (*related.Finder, error) { return v.Related(ctx) }),
		Holds:   fromHeld(h, func(ctx context.Context, v *workspace.Vault) (*holds.Record, error) { return v.Holds(ctx) }),
		Reader:  fromHeld(h, func(_ context.Context, v *workspace.Vault) (*holds.Reader, error) { return v.Reader(), nil }),
		Apart:   fromHeld(h, func(_ context.Context, v *workspace.Vault) ([]string, error) { return v.Apart(a.Dir), nil }),
		Logs:    fromHeld(h, func(ctx context.Context, v *workspace.Vault) ([]*daily.Log, error) { return v.Logs(ctx) }),
		Status: fromHeld(h, func(ctx context.Context, v *workspace.Vault) (string, error) {
			return (&status.Handler{Vault: v, Warn: a.UI.Warn}).Lines(ctx)
		}),
		Remember: func(ctx context.Context, m mcp.Memory) (mcp.Remembered, error) {
			v, err := h.Now()
			if err != nil {
				return mcp.Remembered{}, err
			}
			unlock, err := a.Writer(ctx, v, "remember")
			if err != nil {
				return mcp.Remembered{}, err
			}
			defer unlock()
			return memory.Remember(ctx, v, a.Dir, m)
		},
		Brief: func(ctx context.Context, project string) (string, error) {
			v, err := h.Now()
			if err != nil {
				return "", err
			}
			return remind.Brief(ctx, v, project, a.Dir)
		},
		Gave: func(places []mcp.Place) {
			if v, err := h.Now(); err == nil {
				_ = receipt.Give(v.Dir, receipt.Receipt{At: a.Now(), Way: receipt.MCP, IDs: idsOf(places)}) // worth less than an answer
			}
		},
		Now: a.Now,
		Zone: func() *time.Location {
			if v, err := h.Now(); err == nil {
				return v.Config.Zone
			}
			return a.Local
		},
		Clean:   h.Clean,
		Version: command.Version(),
	}
}

// fromHeld lets f answer from the vault as it is now.
func fromHeld[T any](h *workspace.Held, f func(context.Context, *workspace.Vault) (T, error)) func(context.Context) (T, error) {
	return func(ctx context.Context) (T, error) {
		v, err := h.Now()
		if err != nil {
			var none T
			return none, err
		}
		return f(ctx, v)
	}
}

func idsOf(places []mcp.Place) (ids []string) {
	for _, p := range places {
		switch {
		case p.Block != "":
			ids = append(ids, receipt.BlockID(p.Day, p.Block))
		case p.Path != "":
			ids = append(ids, receipt.PageID(filepath.ToSlash(p.Path)))
		}
	}
	return ids
}
