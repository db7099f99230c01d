package agent

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// TestMain lets the test's own binary be the hook program, and the whole one beside it.
func TestMain(m *testing.M) {
	switch args := os.Args[1:]; {
	case len(args) == 4 && slices.Equal(args[:3], []string{"flush", "--background", "--vault"}):
		os.Exit(standInWorker(args[3]))
	case len(args) == 2 && args[0] == "hook" && args[1] == FlagAnswer:
		var q Question
		if err := json.NewDecoder(os.Stdin).Decode(&q); err != nil {
			os.Exit(1)
		}
		if q.Session == "asks" {
			fmt.Printf("answer to %s in %s\n", q.Session, q.Vault)
		}
		os.Exit(0)
	case len(args) > 0 && args[0] == "hook":
		self, _ := os.Executable()
		Main(self, args)
		os.Exit(0)
	case len(args) > 0 && !strings.HasPrefix(args[0], "-test."):
		os.Exit(0) // by no means the tests again
	}
	os.Setenv("GORACE", "atexit_sleep_ms=0 "+os.Getenv("GORACE")) // a process with -race else sleeps a second at its end
	os.Exit(m.Run())
}

// standInWorker is the only one for its vault, says who it is, and stays until it is told to go.
func standInWorker(vault string) int {
	d, err := fsutil.OpenDir(vault)
	if err != nil {
		return 1
	}
	unlock, err := d.TryLock(queue.WorkerLock)
	if err != nil {
		return 0
	}
	defer unlock()
	told := func() bool { _, err := d.Stat("go"); return err == nil }
	if told() {
		return 0
	}
	dir, _ := os.Getwd()
	said := fmt.Sprintf("pid %d\ndir %s\nchild %q\n", os.Getpid(), dir, os.Getenv(ChildVariable))
	if _, err := d.WriteFile("worker", []byte(said), 0o600); err != nil {
		return 1
	}
	for range 6000 {
		if told() {
			return 0
		}
		time.Sleep(10 * time.Millisecond)
	}
	return 1
}

// hookProcess is a hook as an agent starts it.
func (w *world) hookProcess(t testing.TB, event string, stdin io.Reader) *exec.Cmd {
	t.Helper()
	exe := must.Get(os.Executable())(t)
	c := exec.Command(exe, "hook", "claude", event, "--vault", w.Vault)
	c.Dir, c.Stdin = w.Dir, stdin
	for _, v := range os.Environ() { // the environment of the client that may run this test
		if name, _, _ := strings.Cut(v, "="); !strings.HasPrefix(name, "MEMORIA_") && !strings.HasPrefix(name, "CLAUDE") {
			c.Env = append(c.Env, v)
		}
	}
	c.Env = append(c.Env, "HOME="+w.Dir, "XDG_STATE_HOME="+w.Dir, "XDG_CONFIG_HOME="+w.Dir)
	w.State = filepath.Join(w.Dir, "memoria")
	return c
}

// silent runs a hook and demands what every hook owes.
func silent(t *testing.T, what string, c *exec.Cmd) {
	t.Helper()
	var out, err bytes.Buffer
	c.Stdout, c.Stderr = &out, &err
	e := c.Run()
	must.Hold(t, e == nil && out.Len()+err.Len() <= 0, "%s: %v, stdout %q, stderr %q", what, e, out.String(), err.String())
}

// eventually waits for what another process does.
func eventually(t testing.TB, what string, f func() bool) {
	t.Helper()
	for range 3000 {
		if f() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("waited in vain: %s", what)
}

// worker waits for the stand-in and returns what it said.
func (w *world) worker(t testing.TB) string {
	t.Helper()
	var said []byte
	eventually(t, "the worker", func() bool { said, _ = os.ReadFile(filepath.Join(w.Vault, "worker")); return len(said) > 0 })
	return string(said)
}

// dismiss sends the stand-in away, so that nobody writes to the vault any more.
func (w *world) dismiss(t testing.TB) {
	t.Helper()
	w.worker(t)
	d := fsutiltest.Open(t, w.Vault)
	must.Get(d.WriteFile("go", nil, 0o600))(t)
	eventually(t, "the worker to go", func() bool {
		unlock, err := d.TryLock(queue.WorkerLock)
		if err == nil {
			unlock()
		}
		return err == nil
	})
}

// Whatever a hook is given, it ends with 0 and prints nothing.
func TestProcessIsSilent(t *testing.T) {
	w := newWorld(t)
	defer w.dismiss(t)
	for event, payload := range map[string]string{
		"SessionStart": payloadOf("s1"), "UserPromptSubmit": payloadOf("s2"), "PostToolUse": payloadOf("s3"), "Stop": payloadOf("s4"),
		"SubagentStop": payloadOf("s5"), "PreCompact": payloadOf("s6"), "SessionEnd": payloadOf("s7"),
		"Notification": payloadOf("s8"), "session-end": "[]", "session_end": "\x00", "sessionend": `{"session_id":"` + strings.Repeat("x", 8<<20),
	} {
		silent(t, event, w.hookProcess(t, event, strings.NewReader(payload)))
	}
	if n := len(w.jobs(t)); n != 6 { // that of a subagent is none
		t.Errorf("%d sessions are queued", n)
	}
}

// A stream that nobody closes is not waited for; half a value is, for two seconds. None.
func TestProcessWithOpenInput(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	defer w.dismiss(t)
	for _, payload := range []string{payloadOf("s1"), payloadOf("s2")[:30]} {
		r, in := must.Get2(os.Pipe())(t)
		must.Get(io.WriteString(in, payload))(t)
		silent(t, payload, w.hookProcess(t, "SessionEnd", r)) // in stays open
		r.Close()
		in.Close()
	}
	silent(t, "no input", w.hookProcess(t, "SessionEnd", nil))
	n := len(w.jobs(t))
	must.Hold(t, n == 2, "%d sessions are queued", n)
}

// Under the mark of memoria's own calls nothing is read or written.
func TestProcessOfOurOwn(t *testing.T) {
	w := newWorld(t)
	in := must.Get(os.Open(filepath.Join(plant(t, payloadOf("s1")), "payload")))(t)
	defer in.Close()
	c := w.hookProcess(t, "SessionEnd", in)
	c.Env = append(c.Env, ChildVariable+"=1")
	silent(t, "child", c)
	at, err := in.Seek(0, io.SeekCurrent)
	must.Hold(t, at == 0 && err == nil, "read %d bytes, %v", at, err)
	entries, err := os.ReadDir(filepath.Join(w.Vault, ".memoria"))
	must.Hold(t, len(entries) == 0 && err == nil, "wrote %v, %v", entries, err)
}

func plant(t *testing.T, payload string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(dir, "payload"), []byte(payload), 0o600))
	return dir
}

// The transcript that a payload names is not opened: one that nobody may wait for, a pipe, does no harm.
func TestProcessOpensNoTranscript(t *testing.T) {
	w := newWorld(t)
	defer w.dismiss(t)
	transcript := filepath.Join(w.Dir, "s1.jsonl")
	if err := fifo(transcript); err != nil {
		t.Skip(err)
	}
	silent(t, "a pipe as transcript", w.hookProcess(t, "SessionEnd", strings.NewReader(fmt.Sprintf(`{"session_id":"s1","transcript_path":%q}`, transcript))))
	n := len(w.jobs(t))
	must.Hold(t, n == 1, "%d sessions are queued", n)
}
