// Package list holds the commands that list what was done and decided: sessions, decisions, preferences, tasks, a day.
package list

import (
	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
)

// app holds what every command shares.
type app struct{ *command.App }

// Commands returns the commands of the package.
func Commands(c *command.App) []*cobra.Command {
	a := &app{c}
	return []*cobra.Command{a.decisionsCmd(), a.preferencesCmd(), a.sessionsCmd(), a.tasksCmd(), a.todayCmd()}
}
