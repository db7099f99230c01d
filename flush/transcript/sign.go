package transcript

import (
	"bytes"

	"github.com/agent-admin/memoria/flush/transcript/jsonscan"
)

// Claude is the name of the agent whose rows this package reads.
const Claude = "claude"

// Is reports whether a file that begins with head, and is of no other agent, has rows of Claude Code. Rows of Qwen Code
// have parts where these have content.
func Is(head []byte) bool {
	for line := range bytes.Lines(head) {
		row := jsonscan.Top(line)
		kind := row["type"]
		switch {
		case jsonscan.Has(row, "provenance") || bytes.Contains(line, []byte(`"parts":[`)):
		case kind == "file-history-snapshot", kind == "summary" && jsonscan.Has(row, "leafUuid"),
			(stateKinds()[kind] || kind == "queue-operation") && jsonscan.Has(row, "sessionId"),
			jsonscan.Has(row, "parentUuid") && (jsonscan.Has(row, "isSidechain") || bytes.Contains(line, []byte(`"content":`))):
			return true
		}
	}
	return false
}
