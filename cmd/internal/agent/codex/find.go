// Package codex finds the rollouts and the hooks of Codex.
package codex

import (
	"strings"

	"github.com/agent-admin/memoria/flush/transcript/codex"
)

// Name is the agent's name in entries and on the command line.
const Name = codex.Name

const (
	prefix = "rollout-"
	idLong = len("01a22451-3690-7e62-80b3-cb1837eb6e3f")
)

// SessionOf returns the id of the session whose rollout has a name, rollout-TIME-ID; false for another file.
func SessionOf(stem string) (id string, ok bool) {
	if !strings.HasPrefix(stem, prefix) {
		return "", false
	}
	return stem[max(len(prefix), len(stem)-idLong):], true
}
