package doctor

import (
	"context"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
)

// servers checks the entries with which the agent starts memoria as an MCP server. Having none is fine.
func (x *Exam) servers(context.Context) {
	there := false
	for _, scope := range workspace.Scopes {
		at := x.Machine.Servers(scope)
		s, err := claude.LookServer(at)
		switch {
		case err != nil:
			x.unknown("mcp", "correct that file", "%v", err)
			there = true
		case s == nil:
		case !s.Ours:
			there = true
			x.warn("mcp", "claude mcp remove memoria -s "+string(scope)+" && "+x.mendInstall(settings{scope: scope}, "")+" --mcp",
				"the server called memoria in %s is another program, or more than memoria", at.Path)
		default:
			there = true
			x.entry(scope, at, s)
		}
	}
	if !there {
		x.ok("mcp", "the agent starts no server of memoria, so it looks nothing up by itself; %s --mcp has it start one", x.mendInstall(settings{scope: claude.User}, ""))
	}
}

// entry checks one server entry of memoria.
func (x *Exam) entry(scope claude.Scope, at claude.Servers, s *claude.Server) {
	before := len(x.Findings)
	mend := x.mendInstall(settings{scope: scope}, s.Vault) + " --mcp"
	switch {
	case s.Vault == "":
		x.warn("mcp", mend, "the server in %s names no vault: which one it serves depends on where the agent is started", at.Path)
	case !workspace.IsVault(s.Vault):
		x.problem("mcp", mend, "the server in %s serves %s, which is no vault", at.Path, s.Vault)
	case x.Vault != nil && !workspace.SameFile(s.Vault, x.Vault.Path()):
		x.warn("mcp", x.mendInstall(settings{scope: scope}, "")+" --mcp, or memoria doctor --vault "+vault.Quote(s.Vault),
			"the server in %s serves another vault, %s", at.Path, s.Vault)
	}
	if claude.Ignored(at.Path) {
		x.problem("mcp", "take the comments, and the commas at the end of lists, out of "+vault.Quote(at.Path), "Claude Code does not read %s, because it is no plain JSON", at.Path)
	}
	x.binary("mcp", at.Path, s.Binary, mend)
	if len(x.Findings) == before {
		x.ok("mcp", "the server in %s runs %s", at.Path, s.Binary)
	}
}
