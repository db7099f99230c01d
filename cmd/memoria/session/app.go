// Package session holds the commands that take in sessions of agents.
package session

import "github.com/agent-admin/memoria/cmd/internal/command"

// app holds what every command shares.
type app struct{ *command.App }
