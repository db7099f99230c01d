package agent

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/flush/transcript/own"
	"github.com/agent-admin/memoria/fsutil"
)

// ChildVariable is set in what memoria itself starts: a hook that finds it does nothing.
const ChildVariable = "MEMORIA_CHILD"

// A Hook is one call by an agent, with its environment.
type Hook struct {
	Agent, Event string
	Vault        string // absolute; "" when none was found
	NoVault      error  // why

	Stdin       io.Reader                // required
	Stdout      io.Writer                // required: the agent
	Getenv      func(string) string      // required
	Now         func() time.Time         // required
	Answer      func(*Question) error    // required: answers what is not prepared
	StartWorker func(vault string) error // required
	Dir         string                   // working directory
	State       string                   // vault.StateDir
	User        string                   // path of the user's own settings

	kept *settings // once they were read
}

// ErrLeftOut says that an event is none to keep: it is of a subagent, or of a call that memoria itself made to a model.
var ErrLeftOut = errors.New("left out")

// Run runs the hook. The error says that the event was not kept, and why; it stands in the log, unless it is
// [ErrLeftOut]. Others to branch on: [ErrUnknown], [ErrPayload].
func (h *Hook) Run() (err error) {
	if h.Getenv(ChildVariable) != "" {
		return ErrLeftOut
	}
	h.kept = nil
	log := &vault.Log{State: h.State, Vault: h.Vault, Now: h.Now}
	dir, noVault := h.open()
	if noVault == nil {
		defer dir.Close()
		log.Dir = dir
	}
	say := func(format string, args ...any) {
		log.Printf(h.name(), format, args...)
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
			say("%v", err)
		}
	}()
	note, prompt, warnings, err := decode(h.Agent, h.Event, h.Stdin)
	if name := clients[note.Agent].dir; name != "" && note.Dir == "" {
		note.Dir = h.Getenv(name)
	}
	if note.Dir == "" {
		note.Dir = h.Dir
	}
	if own.Folder(note.Dir) || own.Prompt(prompt) || errors.Is(err, errSubagent) {
		return ErrLeftOut
	}
	if err != nil {
		say("%v", err)
		if !errors.Is(err, ErrUnknown) {
			err = fmt.Errorf("%w: %w", ErrPayload, err)
		}
		return err
	}
	if len(warnings) > 0 {
		say("%s", strings.Join(warnings, "; "))
	}
	note.At, note.PID = h.Now().UTC(), agentPID(h.Agent, h.Getenv)
	if note.Message != "" && !h.mayLie(dir, note.Dir) {
		if note.Message = ""; note.Kind == queue.Prompt {
			note.Mark = "" // of an answer it tells when the transcript has it
		}
	}
	if noVault == nil {
		noVault = (&queue.Queue{Dir: dir}).Put(note)
	}
	if noVault != nil {
		if h.Vault == "" && note.Kind == queue.Start && note.Agent == h.Agent && clients[note.Agent].heard { // as with a plugin, before memoria init
			io.WriteString(h.Stdout, noVaultYet)
		}
		return h.keepAside(note, noVault, say)
	}
	if note.Agent == h.Agent { // else an agent that takes no answer of this form runs it
		if err := h.answer(dir, note, prompt); err != nil {
			say("%v", err)
		}
	}
	if !h.due(dir, note.Kind) || working(dir) {
		return nil
	}
	if err := h.StartWorker(dir.Path()); err != nil {
		say("%v: the note waits for the next worker", err)
	}
	return nil
}

// noVaultYet is what a person is told whose sessions cannot be kept.
const noVaultYet = `{"systemMessage":"memoria keeps nothing yet, because there is no vault: memoria init ~/notes makes one"}` + "\n"

// name returns how the hook calls itself in the log.
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
	return vault.OpenDir(h.Vault, h.State)
}

// keepAside puts a note into the spool. why says why the vault cannot take it.
func (h *Hook) keepAside(note queue.Note, why error, say func(string, ...any)) error {
	err := h.spool(note)
	if err != nil {
		err = fmt.Errorf("%w; %w: this event is lost, its session is left to the next scan", why, err)
		say("%v", err)
	} else {
		say("%v: kept in %s", why, h.State)
	}
	return err
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

// due reports whether a note of this kind makes work now.
func (h *Hook) due(dir *fsutil.Dir, kind queue.Kind) bool {
	switch {
	case urgent(kind):
		return true
	case kind == queue.Seen: // comes by the hundred
		return false
	}
	t, ok := h.throttle(dir)
	if !ok {
		return true
	}
	due, _, err := (&queue.Queue{Dir: dir, Throttle: t}).Due(h.Now(), false)
	return due || err != nil
}

// working reports whether a worker is at work. One that starts at this moment may be missed: then there
// are two, of which one ends at once.
func working(dir *fsutil.Dir) bool {
	unlock, err := dir.TryLock(queue.WorkerLock)
	if err == nil {
		unlock()
	}
	return errors.Is(err, fsutil.ErrLocked)
}

// agentPID returns the process id that the agent names; 0 if it names none.
func agentPID(agent string, getenv func(string) string) (pid int) {
	for _, c := range getenv(clients[agent].pid) {
		if c < '0' || c > '9' || pid > 1<<30 {
			return 0
		}
		pid = pid*10 + int(c-'0')
	}
	return pid
}
