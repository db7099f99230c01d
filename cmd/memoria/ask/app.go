// Package ask holds the commands that answer from what is kept.
package ask

import "github.com/agent-admin/memoria/cmd/internal/command"

// app holds what every command shares.
type app struct{ *command.App }
