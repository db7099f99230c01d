package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/mcp"
	"github.com/agent-admin/memoria/flush/redact"
	"github.com/agent-admin/memoria/wiki"
)

func (a *app) mcpCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "mcp",
		Short: "Let an agent ask the vault (Model Context Protocol on stdio)",
		Long: `Serve the vault to an agent on standard input and output, by the Model Context
Protocol: what was kept lately, one page, and how things stand. It reads and writes
nothing. A plugin of memoria install claude --plugin starts it by itself.`,
		Example: "  claude mcp add -s user memoria -- memoria mcp --vault ~/notes",
		RunE:    func(c *cobra.Command, _ []string) error { return a.mcp(c.Context()) },
	}
}

// mcp serves until the agent closes the stream. Standard output carries the protocol alone.
func (a *app) mcp(ctx context.Context) error {
	v, err := a.open()
	if err != nil {
		return err
	}
	defer v.Dir.Close()
	clean := redact.New(redact.Options{Paths: v.Config.Private, Home: a.Home})
	s := &mcp.Server{
		Daily:   a.daily(v),
		Wiki:    wiki.Store{Dir: v.Dir, Wiki: v.Config.Wiki},
		Clean:   func(s string) string { s, _ = clean.Text(s); return s },
		Version: version(),
		Status: func(ctx context.Context) (string, error) {
			st, err := a.status(ctx, v)
			if err != nil {
				return "", err
			}
			var b strings.Builder
			fmt.Fprintf(&b, "vault %s\n", v.Dir.Path())
			fmt.Fprintf(&b, "sessions: %d seen, %d kept, %d pending, %d dead, %d skipped\n", st.Sessions.Seen, st.Sessions.Flushed, st.Sessions.Pending, st.Sessions.Dead, len(st.Sessions.Skipped))
			fmt.Fprintf(&b, "entries: %d, of which %d wait to be compiled\narticles: %d\n", st.Entries.Seen, st.Entries.Waiting, st.Articles)
			return b.String(), nil
		},
	}
	if err := s.Serve(ctx, io.NopCloser(a.Stdin), nopCloser{a.Stdout}); err != nil {
		return fmt.Errorf("mcp: %w", err)
	}
	return nil
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }
