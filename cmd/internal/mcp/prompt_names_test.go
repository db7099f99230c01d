package mcp

import (
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// U-14: no client has a command of its own under the name of a prompt. These are what Claude Code, Codex, Gemini CLI, Qwen
// Code, Copilot and OpenCode had in November 2026.
func TestNamesOfPrompts(t *testing.T) {
	taken := strings.Fields("about add-dir agents approvals auth branch bug chat clear commands compact compress config context copy corgi cost cwd delegate diff directory docs doctor editor exit " +
		"export extensions feedback fork help hooks ide init list-dirs login logout logs mcp memory mention model new permissions plan plugin privacy quit redo rename restore resume review rewind sandbox session sessions " +
		"settings setup-github share skills stats status statusline summary tasks terminal-setup theme themes todos tools undo unshare update usage vim")
	for _, p := range (&Server{}).prompts() {
		must.Hold(t, !slices.Contains(taken, p.Name) && p.Name != "", "a client has a command %q", p.Name)
	}
}
