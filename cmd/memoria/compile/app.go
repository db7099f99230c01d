// Package compile holds the commands that make what people read: the wiki, and its site.
package compile

import "github.com/agent-admin/memoria/cmd/internal/command"

// app holds what every command shares.
type app struct{ *command.App }
