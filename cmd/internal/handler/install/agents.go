package install

import (
	"cmp"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/agent/codex"
	"github.com/agent-admin/memoria/cmd/internal/agents"
)

func (h *Handler) agent() string { return cmp.Or(h.Agent, claude.Name) }

// Settings returns the file in which the agent looks for hooks.
func (h *Handler) Settings() string {
	a := agents.Of(h.agent())[0]
	switch {
	case a.Name == claude.Name:
		return h.Machine.Settings(h.Scope)
	case h.Scope == claude.Project:
		return a.HooksPath(h.Folder, h.Machine.Project())
	}
	return a.HooksPath(h.Folder, "")
}

// servers returns where the agent looks for MCP servers; no path if it has its own command for them, or has none.
func (h *Handler) servers() claude.Servers {
	if h.agent() == claude.Name {
		return h.Machine.Servers(h.Scope)
	}
	if h.Scope != claude.User {
		return claude.Servers{}
	}
	return agents.Of(h.agent())[0].Servers.In(h.Folder)
}

func (h *Handler) title() string {
	return agents.Of(h.agent())[0].Title
}

// otherWarnings adds what the person should know of hooks in another agent than Claude Code.
func (h *Handler) otherWarnings(out *Answer, change *claude.Change) {
	if change.Ignored && h.agent() == codex.Name {
		out.warn("%s has comments or commas at the end of a list: Codex runs no hook from it until it is plain JSON", change.Path)
	}
	out.mixed(change)
	if h.Scope == claude.Project {
		out.warn("the file that a project shares will name folders of this machine")
	}
	if !change.None() && h.agent() == codex.Name {
		out.warn("Codex passes over hooks that are new or changed until you trust them: it asks when you start it in a terminal, but codex exec does not")
	}
}
