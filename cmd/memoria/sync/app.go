// Package sync holds the commands that keep a vault in step with other machines.
package sync

import "github.com/agent-admin/memoria/cmd/internal/command"

// app holds what every command shares.
type app struct{ *command.App }
