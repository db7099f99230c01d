package install

import (
	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
)

// folder returns that of the agent's own files.
func (h *Handler) folder() string { return h.Agent.Folder(h.Machine.Getenv, h.Machine.Home) }

// Settings returns the file in which the agent looks for hooks.
func (h *Handler) Settings() string {
	switch {
	case h.Agent.Scopes:
		return h.Machine.Settings(h.Scope)
	case h.Scope == claude.Project:
		return h.Agent.HooksPath(h.folder(), h.Machine.Project())
	}
	return h.Agent.HooksPath(h.folder(), "")
}

// servers returns where the agent looks for MCP servers; no path if it has its own command for them, or has none.
func (h *Handler) servers() claude.Servers {
	if h.Agent.Scopes {
		return h.Machine.Servers(h.Scope)
	}
	if h.Scope != claude.User {
		return claude.Servers{}
	}
	return h.Agent.Servers.In(h.folder())
}

// otherWarnings adds what the person should know of hooks in another agent than Claude Code.
func (h *Handler) otherWarnings(out *Answer, change *claude.Change) {
	if h.ignored(change) {
		out.warn("%s has comments or commas at the end of a list: %s runs no hook from it until it is plain JSON", change.Path, h.Agent.Title)
	}
	out.mixed(change)
	if h.Agent.Untried && !change.None() {
		out.warn("what memoria knows of %s was read in its program and never tried with it: look with memoria status whether sessions come", h.Agent.Title)
	}
	if h.Scope == claude.Project {
		out.warn("the file that a project shares will name folders of this machine")
	}
	if !change.None() && h.Agent.Trust != nil {
		out.warn("%s passes over hooks that are new or changed until you trust them: it asks when you start it in a terminal, but codex exec does not", h.Agent.Title)
	}
}
