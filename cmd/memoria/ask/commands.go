package ask

import (
	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
)

// Commands returns the commands of the package.
func Commands(c *command.App) []*cobra.Command {
	a := &app{c}
	return []*cobra.Command{a.contextCmd(), a.graphCmd(), a.mcpCmd(), a.openCmd(), a.queryCmd(), a.recentCmd(), a.relatedCmd(), a.searchCmd(), a.whyCmd()}
}
