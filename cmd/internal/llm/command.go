package llm

import (
	"cmp"
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/llm/process"
	"github.com/agent-admin/memoria/flush/transcript/own"
	"github.com/agent-admin/memoria/wiki/ask"
)

// Command is a program that reads a prompt from its standard input and prints the answer. It reports no tokens and no
// cost, and does not report an answer that was cut.
type Command struct {
	Settings // Argv is required, and run without a shell; Model is what its answers are signed with, "" the program's name
	World    World
}

var _ Provider = (*Command)(nil)

// Info describes the program.
func (c *Command) Info() Info {
	model := c.Model
	if model == "" {
		model = strings.TrimSuffix(filepath.Base(c.Argv[0]), ".exe")
	}
	return Info{Name: "command/" + model, Model: model, Window: cmp.Or(windowOf(c.Context), defaultWindow), Silent: true}
}

// Generate runs the program once. Only what it prints before it ends with 0 is an answer.
func (c *Command) Generate(ctx context.Context, r ask.Question) (Reply, error) {
	who, timeout := c.Info().Name, cmp.Or(c.Timeout, localTimeout)
	dir, remove, err := c.World.scratch()
	if err != nil {
		return Reply{}, fatal(who, err, "%v", err)
	}
	defer remove()
	most := mostOf(r)
	out, err := process.Run(ctx, process.Command{Argv: c.Argv, Env: c.World.childEnv(), Dir: dir, Stdin: own.Marked(whole(r)), Timeout: timeout, Max: most})
	var exit *process.ExitError
	switch {
	case err == nil:
		return finish(who, Reply{Model: c.Info().Model}, string(out.Stdout))
	case errors.Is(err, process.ErrLate):
		return Reply{}, ended(ctx, who, timeout)
	case errors.Is(err, process.ErrOver):
		return Reply{}, failed(who, ask.Truncated, "it printed more than %d KB, far over what was asked for", most>>10).spent()
	case errors.As(err, &exit):
		x := failed(who, ask.Retry, "%s: %s", exit.How(), said(scrub(string(out.Stderr), keysIn(c.World.environ())...))).spent()
		x.unclear = true
		return Reply{}, x
	}
	return Reply{}, notStarted(who, c.Argv[0], err)
}

// mostOf returns how many bytes a program may print: more than was asked for, since it may count other tokens or
// think aloud, but not without limit.
func mostOf(r ask.Question) int {
	const times, slack = 4, 64 << 10
	return min(maxAnswer, times*min(bound(r), maxAnswer)*bytesPerToken+slack)
}

func (c *Command) settings() string {
	path, _ := exec.LookPath(c.Argv[0])
	return strings.Join(append([]string{path}, c.Argv...), "\x00")
}

// commandOption returns the Option of a command.
func commandOption(m Settings, w World) (o Option) {
	if len(m.Argv) == 0 {
		return Option{Why: "no command is set", Mend: "set models.command.argv in the settings: a list of the program and its arguments"}
	}
	name := filepath.Base(m.Argv[0])
	m.Argv = append([]string{w.path(m.Argv[0])}, m.Argv[1:]...)
	return Option{Provider: &Command{Settings: m, World: w}, Why: name}
}
