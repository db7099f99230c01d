package agent

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// ChildVariable is set in what memoria itself starts: a hook that finds it does nothing.
const ChildVariable = "MEMORIA_CHILD"

// lockWorker is held by the worker of a vault.
const lockWorker = layout.LockWorker

// A Hook is one call by an agent, and the world it finds.
type Hook struct {
	Agent, Event string
	Vault        string // absolute; "" when none was found
	NoVault      error  // why

	Stdin  io.Reader                // required
	Stdout io.Writer                // required: the agent
	Getenv func(string) string      // required
	Now    func() time.Time         // required
	Start  func(vault string) error // required: starts a worker, see StartWorker
	Dir    string                   // working directory
	State  string                   // vault.StateDir
	User   string                   // path of the user's own settings
}

// Run does what the hook is for. It returns no error, for there is nobody to tell: what fails is told
// to the log. It returns what the agent is to be told, and takes longer to find out than to keep a
// note; nil where that is nothing, or it has been told.
func (h *Hook) Run() (left *Question) {
	if h.Getenv(ChildVariable) != "" {
		return nil
	}
	log := &vault.Log{State: h.State, Vault: h.Vault, Now: h.Now}
	dir, gone := h.open()
	if gone == nil {
		defer dir.Close()
		log.Dir = dir
	}
	say := func(format string, args ...any) {
		log.Printf(h.name(), format, args...)
	}
	defer func() {
		if p := recover(); p != nil {
			say("panic: %v", p)
		}
	}()
	note, prompt, warnings, err := decode(h.Agent, h.Event, h.Stdin)
	if note.Dir == "" {
		note.Dir = h.Dir
	}
	if inMarker(note.Dir) {
		return nil
	}
	if err != nil {
		say("%v", err)
		return nil
	}
	if len(warnings) > 0 {
		say("%s", strings.Join(warnings, "; "))
	}
	note.At, note.PID = h.Now().UTC(), agentPID(h.Getenv)
	h.keep(dir, gone, note, say)
	if gone != nil {
		return nil
	}
	return h.answer(dir, note, prompt, say)
}

// name is how the hook calls itself in the log.
func (h *Hook) name() string {
	s := "hook"
	for _, word := range []string{h.Agent, h.Event} {
		if isPlain(word) {
			s += " " + word
		}
	}
	return s
}

// open opens the vault.
func (h *Hook) open() (*fsutil.Dir, error) {
	if h.Vault == "" {
		if h.NoVault == nil {
			return nil, errors.New("no vault is named")
		}
		return nil, h.NoVault
	}
	return fsutil.OpenDir(h.Vault)
}

// keep puts the note where it is safe, and starts a worker when there is work for one. gone says why
// there is no vault.
func (h *Hook) keep(dir *fsutil.Dir, gone error, note queue.Note, say func(string, ...any)) {
	err := gone
	q := &queue.Queue{Dir: dir}
	if err == nil {
		err = q.Put(note)
	}
	if err != nil {
		if serr := h.spool(note); serr != nil {
			say("%v; %v: this event is lost, its session is left to the next scan", err, serr)
		} else {
			say("%v: kept in %s", err, h.State)
		}
		return
	}
	if !h.due(q, note.Kind) || h.working(dir) {
		return
	}
	if err := h.Start(dir.Path()); err != nil {
		say("%v: the note waits for the next worker", err)
	}
}

// spool keeps a note that the vault cannot take.
func (h *Hook) spool(note queue.Note) error {
	if h.Vault == "" || h.State == "" {
		return errors.New("no place to keep it")
	}
	dir, err := fsutil.CreateDir(h.State, 0o700)
	if err != nil {
		return err
	}
	defer dir.Close()
	return (&queue.Spool{Dir: dir}).Put(h.Vault, note)
}

// due tells whether a note of this kind makes work now.
func (h *Hook) due(q *queue.Queue, kind queue.Kind) bool {
	switch {
	case urgent(kind):
		return true
	case kind == queue.Seen: // comes by the hundred
		return false
	}
	t, ok := throttle(q.Dir, h.User, h.Getenv)
	if !ok {
		return true
	}
	q.Throttle = t
	due, _, err := q.Due(h.Now(), false)
	return due || err != nil
}

// working tells whether a worker is at work. One that starts at this moment may be missed: then there
// are two, of which one ends at once.
func (h *Hook) working(dir *fsutil.Dir) bool {
	unlock, err := dir.TryLock(lockWorker)
	if err == nil {
		unlock()
	}
	return errors.Is(err, fsutil.ErrLocked)
}

// inMarker tells whether a folder lies in some vault's .memoria, where memoria's own calls of a model
// are made.
func inMarker(dir string) bool {
	for rest := filepath.ToSlash(dir); rest != ""; {
		var part string
		part, rest, _ = strings.Cut(rest, "/")
		if part == vault.Marker {
			return true
		}
	}
	return false
}

// agentPID is the process of the agent where it says so; 0 where it does not.
func agentPID(getenv func(string) string) (pid int) {
	for _, c := range getenv("CLAUDE_PID") {
		if c < '0' || c > '9' || pid > 1<<30 {
			return 0
		}
		pid = pid*10 + int(c-'0')
	}
	return pid
}

// userConfig is the path of the user's own settings.
func userConfig(getenv func(string) string, home string) string {
	return (&vault.Finder{Getenv: getenv, Home: home}).UserConfig()
}

// ownWorker starts this program as the worker of a vault.
func ownWorker(vault string) error {
	exe, err := os.Executable()
	if err != nil {
		return fmt.Errorf("start a worker: %w", err)
	}
	return StartWorker(exe, vault, os.Environ())
}

// FromOS is the call as this process was made for it. vault is absolute; where there is none, noVault
// says why.
func FromOS(agent, event, vaultPath string, noVault error) *Hook {
	dir, _ := os.Getwd()
	home, _ := os.UserHomeDir()
	return &Hook{
		Agent: agent, Event: event, Vault: vaultPath, NoVault: noVault,
		Stdin: os.Stdin, Stdout: os.Stdout, Getenv: os.Getenv, Now: time.Now, Start: ownWorker, Dir: dir,
		State: vault.StateDir(os.Getenv, home), User: userConfig(os.Getenv, home),
	}
}
