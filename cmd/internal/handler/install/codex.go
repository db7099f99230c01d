package install

import (
	"cmp"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/agent/codex"
)

func (h *Handler) agent() string { return cmp.Or(h.Agent, claude.Name) }

// settings returns the file in which the agent looks for hooks.
func (h *Handler) settings() string {
	switch {
	case h.agent() == claude.Name:
		return h.Machine.Settings(h.Scope)
	case h.Scope == claude.Project:
		return codex.HooksPath("", h.Machine.Project())
	}
	return codex.HooksPath(codex.Home(h.Machine.Getenv, h.Machine.Home), "")
}

// codexWarnings adds what the person should know of hooks in Codex.
func (h *Handler) codexWarnings(out *Answer, change *claude.Change) {
	if change.Ignored {
		out.warn("%s has comments or commas at the end of a list: Codex runs no hook from it until it is plain JSON", change.Path)
	}
	out.mixed(change)
	if h.Scope == claude.Project {
		out.warn("the file that a project shares will name folders of this machine")
	}
	if !change.None() {
		out.warn("Codex passes over hooks that are new or changed until you trust them: it asks when you start it in a terminal, but codex exec does not")
	}
}
