package transcript

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/flush/transcript/jsonscan"
	"github.com/agent-admin/memoria/flush/transcript/outcome"
	"github.com/agent-admin/memoria/fsutil/lazy"
)

// targets are the members of a tool's input that say what it worked on, best first.
var targets = []string{"file_path", "notebook_path", "command", "pattern", "query", "url", "path",
	"subject", "title", "description", "name", "skill", "task_id", "id", "prompt"}

// goesOn matches where a command goes on in its next line.
var goesOn = lazy.Regexp(`[ \t]*\\\n[ \t]*`)

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
		if string(key) == "todos" && s.Tool == todoTool {
			s.Outcome = todos(&c)
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
	if s.Tool == "Bash" {
		text = goesOn().ReplaceAllString(text, " ")
	}
	switch {
	case plan != "":
		text = strings.TrimLeft(plan, "# \n")
	case asked != "":
		text = asked
	}
	s.Target = TargetOf(text)
	return s, plan
}

// todos returns how far an agent's list of what it means to do has come, and what of it is not done.
func todos(c *jsonscan.Scanner) string {
	var open []string
	all := 0
	for range c.Elements() {
		var text, status string
		for key := range c.Members() {
			switch string(key) {
			case "content":
				text = TargetOf(c.Text().String())
			case "status":
				status = c.Text().String()
			default:
				c.Skip()
			}
		}
		if all++; status != "completed" {
			open = append(open, "not done: "+text)
		}
	}
	if all == 0 {
		return ""
	}
	return outcome.Join(append([]string{fmt.Sprintf("%d of %d done", all-len(open), all)}, open...))
}

func writes(tool string) bool {
	switch tool {
	case "Edit", "MultiEdit", "Write", "NotebookEdit":
		return true
	}
	return strings.HasPrefix(tool, "mcp__") && (strings.Contains(tool, "write") || strings.Contains(tool, "edit"))
}
