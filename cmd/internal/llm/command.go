package llm

import (
	"context"
	"errors"
	"io/fs"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki/ask"
)

// Command is a program that reads a prompt on its standard input and prints the answer. It says
// nothing of tokens or cost, and nothing of an answer that was cut.
type Command struct {
	Argv    []string      // required: program and arguments, run without a shell
	Model   string        // what its answers are signed with; "" is the program's name
	Timeout time.Duration // of a call; 0 is localTimeout
	Window  int           // Info.Window; 0 is defaultWindow
	World   World         // required
}

var _ Provider = (*Command)(nil)

// defaultWindow is what any of today's models takes at home.
const defaultWindow = 24 << 10

// Info says what the program is.
func (c *Command) Info() Info {
	model := c.Model
	if model == "" {
		model = strings.TrimSuffix(filepath.Base(c.Argv[0]), ".exe")
	}
	return Info{Name: "command/" + model, Model: model, Window: orElse(c.Window, defaultWindow)}
}

// Generate runs the program once. Only what it prints before it ends with 0 is an answer.
func (c *Command) Generate(ctx context.Context, r ask.Question) (Reply, error) {
	who, timeout := c.Info().Name, orElse(c.Timeout, localTimeout)
	dir, remove, err := c.World.scratch()
	if err != nil {
		return Reply{}, fatal(who, err, "%v", err)
	}
	defer remove()
	most := mostOf(r)
	out, err := run(ctx, program{argv: c.Argv, env: c.World.childEnv(), dir: dir, stdin: whole(r), timeout: timeout, max: most})
	var exit *exitError
	switch {
	case err == nil:
		return finish(who, Reply{Model: c.Info().Model}, string(out.stdout))
	case errors.Is(err, errLate):
		return Reply{}, ended(ctx, who, timeout)
	case errors.Is(err, errOver):
		return Reply{}, failed(who, ask.Truncated, "it printed more than %d KB, far over what was asked for", most>>10).spent()
	case errors.As(err, &exit):
		x := failed(who, ask.Retry, "%s: %s", exit.how(), said(scrub(string(out.stderr), keysIn(c.World.environ())...))).spent()
		x.unclear = true
		return Reply{}, x
	}
	return Reply{}, notStarted(who, c.Argv[0], err)
}

// mostOf is how many bytes a program may print: one that counts in other tokens, or thinks aloud, may go
// past what was asked for, one that never ends is ended.
func mostOf(r ask.Question) int {
	const times, slack = 4, 64 << 10
	return min(maxAnswer, times*min(bound(r), maxAnswer)*bytesPerToken+slack)
}

// notStarted says that a program is not there, or may not be run. Anything else, such as too many
// processes, passes.
func notStarted(who, name string, err error) *Error {
	if errors.Is(err, exec.ErrNotFound) || errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return fatal(who, err, "%v", err).hint("install " + name + ", or correct its name in the settings")
	}
	return &Error{Kind: ask.Retry, Who: who, What: err.Error(), Err: err}
}

func orElse[T comparable](v, otherwise T) T {
	var zero T
	if v == zero {
		return otherwise
	}
	return v
}

// scratch is an empty folder for one run of a program, below a .memoria so that hooks see whose it
// is. remove takes it away with what the program left in it.
func (w World) scratch() (dir string, remove func(), err error) {
	d, err := w.programs()
	if err != nil {
		return "", nil, err
	}
	s, rm, err := d.Scratch(".", w.Now())
	if err != nil {
		d.Close()
		return "", nil, err
	}
	s.Close()
	return s.Path(), func() { rm(); d.Close() }, nil
}

// programs is the folder that programs run below.
func (w World) programs() (*fsutil.Dir, error) {
	if w.State == "" {
		return nil, errors.New("no folder for programs to run in: neither HOME nor XDG_STATE_HOME is set")
	}
	return fsutil.CreateDir(filepath.Join(w.State, filepath.FromSlash(layout.Programs)), 0o700)
}

// ClearPrograms takes away the empty folders that programs ran in, when memoria is taken out of an
// agent. A call that comes later makes them anew.
func (w World) ClearPrograms() {
	if w.State == "" {
		return
	}
	d, err := fsutil.OpenDir(w.State)
	if err != nil {
		return
	}
	defer d.Close()
	const programs = layout.Programs
	names, _ := d.ReadNames(programs)
	for _, n := range names {
		d.RemoveDir(programs + "/" + n) // what is not empty is in use, or somebody's
	}
	if d.RemoveDir(programs) == nil {
		d.RemoveDir(vault.Marker)
	}
}

// childEnv is the environment of a program: this one, without what says that we run in a session of
// an agent's, and with what keeps its hooks from taking it for one.
func (w World) childEnv(more ...string) []string {
	var env []string
	for _, pair := range w.environ() {
		name, _, _ := strings.Cut(pair, "=")
		if !sessionVariable(strings.ToUpper(name)) {
			env = append(env, pair)
		}
	}
	return append(append(env, childVariable+"=1"), more...)
}

// childVariable is agent.ChildVariable.
const childVariable = "MEMORIA_CHILD"

// sessionVariable tells what an agent gives to its hooks from what its user set.
func sessionVariable(name string) bool {
	switch name {
	case "CLAUDECODE", "AI_AGENT", "CLAUDE_PID", "CLAUDE_PROJECT_DIR", "CLAUDE_ENV_FILE", "CLAUDE_EFFORT",
		"CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_CHILD_SESSION", "CLAUDE_CODE_MESSAGING_TOKEN", "CLAUDE_CODE_SSE_PORT":
		return true
	}
	return strings.HasPrefix(name, "CLAUDE_CODE_SESSION_") || strings.HasPrefix(name, "CLAUDE_PLUGIN_") ||
		strings.HasPrefix(name, "MEMORIA_")
}

func (c *Command) settings() string {
	path, _ := exec.LookPath(c.Argv[0])
	return strings.Join(append([]string{path}, c.Argv...), "\x00")
}
