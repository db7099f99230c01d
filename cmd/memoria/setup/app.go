// Package setup holds the commands that set memoria up: a vault, hooks, trust, and files for agents.
package setup

import "github.com/agent-admin/memoria/cmd/internal/command"

// app holds what every command shares.
type app struct{ *command.App }
