// Package change holds the commands by which a person changes what is kept.
package change

import "github.com/agent-admin/memoria/cmd/internal/command"

// app holds what every command shares.
type app struct{ *command.App }
