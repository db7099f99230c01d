package command

import (
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/handler/memory"
	"github.com/agent-admin/memoria/cmd/internal/say"
)

// Whose returns the names of agents before what is theirs.
func Whose(agents []string) string { return strings.Join(agents, "'s and ") + "'s" }

// TellMemory says what there is of an agent's own memory, after a word for what this is, on lines of their own.
func (a *App) TellMemory(c memory.Counts, word string) {
	if c.New > 0 {
		a.UI.Print("%s%s of %s own memory to read (%s)", word, say.Count(c.New, "file"), Whose(c.Of), say.Count(c.Lines, "line"))
	}
	for _, l := range c.Left {
		a.UI.Print("%sleft out %s: %s", word, say.Printable(l.Path), l.Reason)
	}
}
