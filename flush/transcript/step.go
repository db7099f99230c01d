package transcript

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/flush/transcript/jsonscan"
)

// targets are the members of a tool's input that say what it worked on, best first.
var targets = []string{"file_path", "notebook_path", "command", "pattern", "query", "url", "path",
	"subject", "title", "description", "name", "skill", "task_id", "id", "prompt"}

// step reads a tool call, and the plan in it if it proposes one.
func step(b *block) (s Step, plan string) {
	s = Step{ID: b.id.String(), Tool: b.name.String()}
	best := len(targets)
	var value jsonscan.Literal
	var asked string
	c := jsonscan.Scanner{Data: b.input}
	for key := range c.Members() {
		if string(key) == "plan" && s.Tool == planTool {
			plan = Tidy(c.Text().String())
			continue
		}
		if string(key) == "questions" && s.Tool == askTool {
			if q := questions(&c); len(q) > 0 {
				asked = q[0]
			}
			continue
		}
		rank := slices.Index(targets, string(key))
		if rank < 0 || rank >= best {
			c.Skip()
			continue
		}
		if v, ok := c.TextOK(); ok && len(v) > 0 {
			best, value = rank, v
		}
	}
	if best < len(targets) {
		s.File = strings.HasSuffix(targets[best], "path")
	}
	s.Edit = s.File && writes(s.Tool)
	text := value[:min(len(value), 4096)].String()
	switch {
	case plan != "":
		text = strings.TrimLeft(plan, "# \n")
	case asked != "":
		text = asked
	}
	s.Target = TargetOf(text)
	return s, plan
}

func writes(tool string) bool {
	switch tool {
	case "Edit", "MultiEdit", "Write", "NotebookEdit":
		return true
	}
	return strings.HasPrefix(tool, "mcp__") && (strings.Contains(tool, "write") || strings.Contains(tool, "edit"))
}
