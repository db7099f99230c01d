package session

import (
	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
)

// Commands returns the commands of the package.
func Commands(c *command.App) []*cobra.Command {
	a := &app{c}
	c.ImportFirst = a.importFirst
	return []*cobra.Command{a.demoCmd(), a.flushCmd(), a.hookCmd(), a.importCmd(), a.improveCmd()}
}
