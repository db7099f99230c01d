package llm

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// World is the environment of providers: the process and the machine.
type World struct {
	Getenv  func(string) string // required
	Environ []string            // of this process; nil is os.Environ()
	Home    string              // of the person
	State   string              // vault.StateDir; "" if there is none
	Now     func() time.Time    // required
	Trust   string              // the command that shows what a vault's settings say, and allows it
}

func (w World) environ() []string {
	if w.Environ != nil {
		return w.Environ
	}
	return os.Environ()
}

// path makes a path of the settings absolute.
func (w World) path(p string) string {
	if p == "~" || strings.HasPrefix(p, "~/") {
		return w.Home + p[1:]
	}
	return p
}

// lookPath finds a program as exec.LookPath does, in the PATH of Getenv, and never in the working directory.
func (w World) lookPath(name string) (string, error) {
	if name != filepath.Base(name) {
		return exec.LookPath(name)
	}
	for _, dir := range filepath.SplitList(w.Getenv("PATH")) {
		if !filepath.IsAbs(dir) {
			continue
		}
		if found, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return found, nil
		}
	}
	return "", &exec.Error{Name: name, Err: exec.ErrNotFound}
}

// scratch returns an empty folder for one run of a program, below a .memoria so that hooks see whose it is. remove
// takes it away with what the program left in it.
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

// programs returns the folder that programs run below.
func (w World) programs() (*fsutil.Dir, error) {
	if w.State == "" {
		return nil, errors.New("no folder for programs to run in: neither HOME nor XDG_STATE_HOME is set")
	}
	return fsutil.CreateDir(filepath.Join(w.State, filepath.FromSlash(layout.Programs)), 0o700)
}

// ClearPrograms removes the empty folders that programs ran in. A later call makes them anew.
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

// childEnv returns the environment of a program: this one, without what says that we run in a session of an agent's,
// and with what keeps its hooks from taking it for one.
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

// sessionVariable reports whether an agent, not its user, sets a variable for its hooks.
func sessionVariable(name string) bool {
	switch name {
	case "CLAUDECODE", "AI_AGENT", "CLAUDE_PID", "CLAUDE_PROJECT_DIR", "CLAUDE_ENV_FILE", "CLAUDE_EFFORT",
		"CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_CHILD_SESSION", "CLAUDE_CODE_MESSAGING_TOKEN", "CLAUDE_CODE_SSE_PORT":
		return true
	}
	return strings.HasPrefix(name, "CLAUDE_CODE_SESSION_") || strings.HasPrefix(name, "CLAUDE_PLUGIN_") ||
		strings.HasPrefix(name, "MEMORIA_")
}
