// Package agents lists the agents whose sessions memoria reads, and where each keeps its transcripts.
package agents

import (
	"path/filepath"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/flush/transcript/codex"
)

// An Agent is a coding agent.
type Agent struct {
	Name  string // in entries and on the command line
	Title string // as its people call it
	Root  func(getenv func(string) string, home string) string
}

// All are the agents, in the order in which they are told.
var All = []Agent{
	{claude.Name, "Claude Code", func(getenv func(string) string, home string) string {
		return claude.Root(home, getenv("CLAUDE_CONFIG_DIR"))
	}},
	{codex.Name, "Codex", func(getenv func(string) string, home string) string {
		if dir := getenv("CODEX_HOME"); dir != "" {
			return filepath.Join(dir, "sessions")
		}
		return filepath.Join(home, ".codex", "sessions")
	}},
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
