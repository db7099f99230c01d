package claude

import (
	"cmp"
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

// A client is how the hooks of an agent differ from Claude Code's. Qwen Code reads the same form from its own settings.
type client struct {
	events   []string
	timeouts map[string]int // in seconds, of events that may take less
	flat     bool           // a hook is its command line alone, and the file has a version
}

var clients = map[string]client{
	hookline.Agent: {events: Events},
	hookline.Codex: {events: append(slices.Clone(Events), "Interrupt"), // an interrupted turn has no other event
		timeouts: map[string]int{"SessionEnd": 3, "Interrupt": 3}}, // at most; it complains at every run about more
	hookline.Cursor: {events: []string{"sessionStart", "beforeSubmitPrompt", "stop", "preCompact", "sessionEnd"}, flat: true},
	hookline.Qwen:   {events: Events},
}

// EventsOf returns the events that hooks of an agent are installed for.
func EventsOf(agent string) []string { return clients[agent].events }

func newEntry(c hookline.Command, event string) jsonc.Fields {
	of := clients[c.Of()]
	if of.flat {
		return jsonc.Fields{{"command", c.Line(event)}}
	}
	return jsonc.Fields{{"type", "command"}, {"command", c.Line(event)}, {"timeout", cmp.Or(of.timeouts[event], Timeout)}}
}

func newGroup(c hookline.Command, event string) jsonc.Fields {
	if clients[c.Of()].flat {
		return newEntry(c, event)
	}
	return jsonc.Fields{{"hooks", jsonc.List{newEntry(c, event)}}}
}
