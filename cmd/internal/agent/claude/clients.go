package claude

import (
	"slices"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude/hookline"
	"github.com/agent-admin/memoria/cmd/internal/agent/claude/jsonc"
)

// Events are the events that hooks are installed for. Every client that has hooks knows them: a client of 2.0 runs no
// hook at all from a file that names an event it does not know. The hook understands PostToolUse and SubagentStop
// too, but they are not installed: they would start a process for every tool call, and the end of a turn reports as
// well that the session is alive.
var Events = []string{"SessionStart", "UserPromptSubmit", "Stop", "PreCompact", "SessionEnd"}

// Timeout is how many seconds the client may wait for a hook. A hook takes milliseconds; but
// without one the hooks of SessionEnd share a second and a half, and a hook that hangs on a dead
// network disk would hold a turn for ten minutes.
const Timeout = 10

// A client is a program that runs hooks from a file of this form.
type client struct {
	events  []string
	timeout func(event string) int // seconds
}

// clients are those that there are, by their names. Qwen Code reads the same form from its own
// settings, Codex from a file that holds nothing else. It
// gives a hook of SessionEnd or Interrupt three seconds at most, and complains at every run about more. An interrupted
// turn has no other event.
var clients = map[string]client{
	hookline.Agent: {Events, func(string) int { return Timeout }},
	hookline.Qwen:  {Events, func(string) int { return Timeout }},
	hookline.Codex: {append(slices.Clone(Events), "Interrupt"), func(event string) int {
		if event == "SessionEnd" || event == "Interrupt" {
			return 3
		}
		return Timeout
	}},
}

// EventsOf returns the events that hooks of an agent are installed for.
func EventsOf(agent string) []string { return clients[agent].events }

func newEntry(c hookline.Command, event string) jsonc.Fields {
	return jsonc.Fields{{"type", "command"}, {"command", c.Line(event)}, {"timeout", clients[c.Of()].timeout(event)}}
}

func newGroup(c hookline.Command, event string) jsonc.Fields {
	return jsonc.Fields{{"hooks", jsonc.List{newEntry(c, event)}}}
}
