// Package look holds the commands that tell how a vault is.
package look

import "github.com/agent-admin/memoria/cmd/internal/command"

// app holds what every command shares.
type app struct{ *command.App }
