package command

import (
	"github.com/agent-admin/memoria/cmd/internal/handler/memory"
	"github.com/agent-admin/memoria/cmd/internal/say"
)

// TellMemory says what there is of an agent's own memory, after a word for what this is, on lines of their own.
func (a *App) TellMemory(c memory.Counts, word string) {
	if c.New > 0 {
		a.UI.Print("%s%s of Claude Code's own memory to read (%s)", word, say.Count(c.New, "file"), say.Count(c.Lines, "line"))
	}
	for _, l := range c.Left {
		a.UI.Print("%sleft out %s: %s", word, say.Printable(l.Path), l.Reason)
	}
}
