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

// EventsOf returns the events that hooks of an agent are installed for. Qwen Code reads the same form as Claude Code from
// its own settings, Codex from a file that holds nothing else; an interrupted turn of Codex has no other event. Cursor has
// names and a form of its own.
func EventsOf(agent string) []string {
	switch agent {
	case hookline.Codex:
		return append(slices.Clone(Events), "Interrupt")
	case hookline.Cursor:
		return []string{"sessionStart", "beforeSubmitPrompt", "stop", "preCompact", "sessionEnd"}
	}
	return Events
}

func newEntry(c hookline.Command, event string) jsonc.Fields {
	timeout := Timeout
	switch {
	case c.Of() == hookline.Cursor:
		return jsonc.Fields{{"command", c.Line(event)}}
	case c.Of() == hookline.Codex && (event == "SessionEnd" || event == "Interrupt"):
		timeout = 3 // which it takes at most there, and complains at every run about more
	}
	return jsonc.Fields{{"type", "command"}, {"command", c.Line(event)}, {"timeout", timeout}}
}

func newGroup(c hookline.Command, event string) jsonc.Fields {
	if c.Of() == hookline.Cursor {
		return newEntry(c, event)
	}
	return jsonc.Fields{{"hooks", jsonc.List{newEntry(c, event)}}}
}
