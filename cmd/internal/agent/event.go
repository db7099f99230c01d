package agent

import (
	"strings"

	"github.com/agent-admin/memoria/flush/queue"
)

// Claude is the name of Claude Code.
const Claude = "claude"

// kindOf tells what an event of Claude Code says of its session. Events are known in any spelling of
// their words: SessionEnd, session-end.
func kindOf(event string) (queue.Kind, bool) {
	switch strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(event)) {
	case "sessionstart":
		return queue.Start, true
	case "userpromptsubmit":
		return queue.Prompt, true
	case "stop":
		return queue.Turn, true
	case "precompact":
		return queue.Compact, true
	case "sessionend":
		return queue.End, true
	case "posttooluse", "subagentstop":
		return queue.Seen, true
	}
	return "", false
}

// urgent tells whether a note makes its session due whatever else waits.
func urgent(k queue.Kind) bool { return k == queue.Start || k == queue.Compact || k == queue.End }
