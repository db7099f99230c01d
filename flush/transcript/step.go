package transcript

import "strings"

// targets are the members of a tool's input that say what it worked on, best first.
var targets = []string{"file_path", "notebook_path", "command", "pattern", "query", "url", "path",
	"subject", "title", "description", "name", "skill", "task_id", "id", "prompt"}

// step reads a tool call.
func step(b *block) Step {
	s := Step{ID: b.id.String(), Tool: b.name.String()}
	best := len(targets)
	var value lit
	var plan string
	c := cursor{b: b.input}
	for o := c.object(); o.next(); {
		if string(o.key) == "plan" && s.Tool == planTool {
			plan = c.text().String()
			continue
		}
		rank := rankOf(string(o.key))
		if rank >= best {
			c.skip()
			continue
		}
		if v, ok := c.str(); ok && len(v) > 0 {
			best, value = rank, v
		}
	}
	if best < len(targets) {
		s.File = strings.HasSuffix(targets[best], "path")
	}
	s.Edit = s.File && writes(s.Tool)
	text := value[:min(len(value), 4096)].String()
	if plan != "" {
		text = strings.TrimLeft(plan, "# \n")
	}
	s.Target = head(firstLine(text), 300)
	return s
}

func rankOf(key string) int {
	for i, t := range targets {
		if t == key {
			return i
		}
	}
	return len(targets)
}

func writes(tool string) bool {
	switch tool {
	case "Edit", "MultiEdit", "Write", "NotebookEdit":
		return true
	}
	return strings.HasPrefix(tool, "mcp__") && (strings.Contains(tool, "write") || strings.Contains(tool, "edit"))
}

func firstLine(text string) string {
	text = strings.TrimSpace(text)
	line, _, _ := strings.Cut(text, "\n")
	return strings.TrimSpace(line)
}
