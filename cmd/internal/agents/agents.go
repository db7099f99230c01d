// Package agents lists the agents whose sessions memoria reads, and how to find the sessions of each.
package agents

import (
	"context"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/agent/codex"
	"github.com/agent-admin/memoria/flush/transcript"
)

// An Agent is a coding agent.
type Agent struct {
	Name  string // in entries and on the command line
	Title string // as its people call it

	// Root returns the folder of all its transcripts.
	Root func(getenv func(string) string, home string) string
	// Sessions lists the transcripts below a root, without those of subagents. One that does not exist holds none.
	Sessions func(ctx context.Context, root string) ([]transcript.Source, error)
	// Open describes the transcript at a path that a hook named. The error wraps fs.ErrNotExist if there is none.
	Open func(path string) (transcript.Source, error)
	// Locate finds the transcript of a session below a root. The error wraps fs.ErrNotExist if there is none.
	Locate func(ctx context.Context, root, session string) (transcript.Source, error)
}

// All are the agents, in the order in which they are told.
var All = []Agent{
	{claude.Name, "Claude Code",
		func(getenv func(string) string, home string) string {
			return claude.Root(home, getenv("CLAUDE_CONFIG_DIR"))
		},
		claude.Sessions, claude.Open,
		func(_ context.Context, root, session string) (transcript.Source, error) {
			return claude.Locate(root, session)
		}},
	{codex.Name, "Codex", codex.Root, codex.Sessions, codex.Open, codex.Locate},
}

// Of returns the agents with a name, all for "".
func Of(name string) (out []Agent) {
	for _, a := range All {
		if name == "" || a.Name == name {
			out = append(out, a)
		}
	}
	return out
}

// Names returns the names of all agents.
func Names() (out []string) {
	for _, a := range All {
		out = append(out, a.Name)
	}
	return out
}
