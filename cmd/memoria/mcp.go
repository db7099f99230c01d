package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/handler/remind"
	"github.com/agent-admin/memoria/cmd/internal/handler/status"
	"github.com/agent-admin/memoria/cmd/internal/mcp"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/wiki/receipt"
	"github.com/agent-admin/memoria/wiki/related"
	"github.com/agent-admin/memoria/wiki/search"
)

func (a *app) mcpCmd() *cobra.Command {
	return command("mcp", a.inVault(func(ctx context.Context, v *workspace.Vault, _ []string) error {
		if err := a.mcpServer(v.Hold()).Serve(ctx, io.NopCloser(a.Stdin), nopCloser{a.Stdout}); err != nil { // which carries the protocol alone
			return fmt.Errorf("mcp: %w", err)
		}
		return nil
	}))
}

// mcpServer answers from the vault as it stands at each call.
func (a *app) mcpServer(h *workspace.Held) *mcp.Server {
	return &mcp.Server{
		Find: func(ctx context.Context, text string, f search.Filter, o search.Options) (res search.Results, err error) {
			v, err := h.Now()
			if err != nil {
				return res, err
			}
			q := a.parser(v.Config.Zone).Parse(text)
			q.In, q.Projects = append(q.In, f.In...), append(q.Projects, f.Projects...)
			res, x, err := find(ctx, v.Search(), q, o, false)
			if err == nil {
				x.Close()
			}
			return res, err
		},
		Related:  fromHeld(h, func(ctx context.Context, v *workspace.Vault) (*related.Finder, error) { return v.Related(ctx) }),
		Logs:     fromHeld(h, func(ctx context.Context, v *workspace.Vault) ([]*daily.Log, error) { return v.Logs(ctx) }),
		Status:   fromHeld(h, a.statusLines),
		Remember: func(ctx context.Context, m mcp.Memory) (mcp.Remembered, error) { return a.remember(ctx, h, m) },
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
		Version: version(),
	}
}

// fromHeld has f answer from the vault as it stands.
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

// statusLines are how things stand, for an agent.
func (a *app) statusLines(ctx context.Context, v *workspace.Vault) (string, error) {
	st, err := (&status.Handler{Vault: v, Warn: a.ui.Warn}).Look(ctx)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "vault %s\n", v.Path())
	fmt.Fprintf(&b, "sessions: %d seen, %d kept, %d pending, %d dead, %d skipped\n", st.Sessions.Seen, st.Sessions.Flushed, st.Sessions.Pending, st.Sessions.Dead, len(st.Sessions.Skipped))
	fmt.Fprintf(&b, "entries: %d, of which %d wait to be compiled\narticles: %d\n", st.Entries.Seen, st.Entries.Waiting, st.Articles)
	return b.String(), nil
}

// remember keeps what an agent hands over, by the door that all comes in through.
func (a *app) remember(ctx context.Context, h *workspace.Held, m mcp.Memory) (got mcp.Remembered, err error) {
	v, err := h.Now()
	if err != nil {
		return got, err
	}
	unlock, err := a.writer(ctx, v, "remember")
	if err != nil {
		return got, err
	}
	defer unlock()
	now := a.Now().In(v.Config.Zone)
	agent := plainName(m.Agent)
	heard, err := v.Flusher().Tell(ctx, []flush.Told{{
		Agent: agent, Dir: a.Dir, Place: "remember:" + a.Dir, By: "agent/remember", At: now,
		Summary: daily.Summary{Title: "Noted by the agent", Bullets: []daily.Bullet{{Kind: m.Kind, Text: m.Text}}},
	}}, now)
	if err != nil {
		return got, fmt.Errorf("remember: %w", err)
	}
	it := heard[0]
	if got.Refused = it.Refused; it.Entry == "" {
		return got, nil
	}
	got.Link = it.Date.String()
	log, err := v.Daily().Read(it.Date)
	if err != nil {
		return got, nil // it is kept; only its address is not known
	}
	for i := range log.Entries {
		if e := &log.Entries[i]; e.ID == it.Entry && len(e.Bullets) > 0 {
			got.Link = e.Target(e.Bullets[0])
		}
	}
	return got, nil
}

// plainName is the name that a client gives itself, as an entry holds it.
func plainName(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_' || r == '.' {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
	if s == "" || len(s) > 40 {
		return "agent"
	}
	return s
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

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }
