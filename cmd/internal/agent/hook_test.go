package agent

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

var noon = time.Date(2026, 11, 27, 12, 0, 0, 0, time.FixedZone("", 3600))

// A world is a vault and a person's state folder, and a hook that works on them.
type world struct {
	Hook
	env     map[string]string
	started []string // vaults that workers were started for
	asked   []Question
}

func newWorld(t *testing.T) *world {
	t.Helper()
	root := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
	w := &world{env: map[string]string{}}
	w.Hook = Hook{
		Agent: "claude", Vault: filepath.Join(root, "vault"), State: filepath.Join(root, "state"), User: filepath.Join(root, "config.yaml"),
		Dir: root, Now: func() time.Time { return noon }, Getenv: func(k string) string { return w.env[k] },
		Answer:      func(q *Question) error { w.asked = append(w.asked, *q); return nil },
		StartWorker: func(v string) error { w.started = append(w.started, v); return nil },
	}
	must.Do(t, os.MkdirAll(filepath.Join(w.Vault, ".memoria"), 0o700))
	return w
}

// call runs the hook on a payload and returns for how many workers it asked.
func (w *world) call(event, payload string) (workers int) {
	w.Event, w.Stdin, w.started, w.asked = event, strings.NewReader(payload), nil, nil
	w.Run()
	return len(w.started)
}

func payloadOf(session string) string {
	return fmt.Sprintf(`{"session_id":%q,"transcript_path":"/t/%s.jsonl","cwd":"/home/ana/src/tide"}`, session, session)
}

// jobs is what waits in the vault's queue.
func (w *world) jobs(t *testing.T) []queue.Job {
	t.Helper()
	d, err := fsutil.OpenDir(w.Vault)
	if err != nil {
		return nil
	}
	defer d.Close()
	return must.Get((&queue.Queue{Dir: d}).List(noon))(t)
}

func (w *world) logged(t *testing.T) (inVault, inState string) {
	t.Helper()
	read := func(name string) string {
		b, _ := os.ReadFile(name)
		return string(b)
	}
	return read(filepath.Join(w.Vault, ".memoria/logs/memoria.log")), read(filepath.Join(w.State, "memoria.log"))
}

func (w *world) spooled(t *testing.T) int {
	t.Helper()
	d, err := fsutil.OpenDir(w.State)
	if errors.Is(err, os.ErrNotExist) {
		return 0
	}
	must.Do(t, err)
	defer d.Close()
	list := must.Get((&queue.Spool{Dir: d}).List())(t)
	n := 0
	for _, k := range list {
		n += k.Notes
	}
	return n
}

// Of what a subagent tells nothing is kept, whichever way it says that it is one.
func TestHookOfASubagent(t *testing.T) {
	w := newWorld(t)
	for event, payload := range map[string]string{
		"SubagentStop":  payloadOf("s1"),
		"subagent-stop": payloadOf("s2"),
		"Stop":          `{"session_id":"s3","cwd":"/w","agent_id":"a1","agent_type":"Explore"}`,
		"stop":          `{"session_id":"s4","cwd":"/w","transcript_path":"/p/s4/subagents/agent-1.jsonl"}`,
	} {
		got := w.call(event, payload)
		must.Hold(t, got == 0, "%s started %d workers", event, got)
	}
	jobs := w.jobs(t)
	must.Hold(t, len(jobs) == 0, "queued %+v", jobs)
}

func TestHookQueues(t *testing.T) {
	w := newWorld(t)
	w.env["CLAUDE_PID"] = "4711"
	for event, workers := range map[string]int{"SessionStart": 1, "UserPromptSubmit": 1, "PostToolUse": 0, "Stop": 1, "SubagentStop": 0, "Interrupt": 0, "PreCompact": 1, "SessionEnd": 1} {
		got := w.call(event, payloadOf("s1"))
		must.Hold(t, got == workers, "%s started %d workers", event, got)
	}
	jobs := w.jobs(t)
	must.Be(t, len(jobs) == 1, "queued %+v", jobs)
	j := jobs[0]
	must.Hold(t, j.Agent == "claude" && j.Session == "s1" && j.Transcript == "/t/s1.jsonl" && j.Dir == "/home/ana/src/tide" && j.PID == 4711 && j.Turns == 1 && j.First.Equal(noon), "queued %+v", j)
	for _, k := range []queue.Kind{queue.Start, queue.Prompt, queue.Turn, queue.Compact, queue.End, queue.Seen} {
		must.Hold(t, j.Has(k), "no %s", k)
	}
	a, b := w.logged(t)
	must.Hold(t, a == "" && b == "", "logged %q, %q", a, b)
}

// A payload that does not say where it was takes the hook's own folder.
func TestHookFillsIn(t *testing.T) {
	w := newWorld(t)
	w.call("Stop", `{"session_id":"s1","transcript_path":42}`)
	jobs := w.jobs(t)
	must.Hold(t, len(jobs) == 1 && jobs[0].Dir == w.Dir && jobs[0].Transcript == "", "queued %+v", jobs)
	log, _ := w.logged(t)
	must.Hold(t, log == "2026-11-27T11:00:00Z hook claude Stop: transcript_path is no text\n", "logged %q", log)
}

// Memoria's own calls of a model are not taken note of, by two marks of which each
// is enough. Nothing is read, written or started.
func TestHookOfOurOwn(t *testing.T) {
	w := newWorld(t)
	w.env[ChildVariable] = "1"
	w.Stdin = iotest.ErrReader(errors.New("read"))
	w.Event = "SessionEnd"
	w.Run()
	delete(w.env, ChildVariable)
	for _, dir := range []string{w.Vault + "/.memoria", w.Vault + "/.memoria/run/x", `C:\\v\\.memoria\\run`} {
		if filepath.Separator == '/' && strings.HasPrefix(dir, "C:") {
			continue
		}
		w.call("SessionEnd", `{"session_id":"s1","cwd":"`+dir+`"}`)
	}
	w.Dir = w.Vault + "/.memoria/run"
	w.call("SessionEnd", `{"session_id":"s1"}`)
	entries, err := os.ReadDir(filepath.Join(w.Vault, ".memoria"))
	must.Hold(t, err == nil && len(entries) == 0 && len(w.started) == 0, "%v %v, started %v", entries, err, w.started)
	must.Hold(t, must.Err(os.Stat(w.State)) != nil, "the state folder was made")
	w.Dir = w.Vault + "/.memoria-notes" // a name that only begins so
	if w.call("SessionEnd", `{"session_id":"s1"}`); len(w.jobs(t)) != 1 {
		t.Error("not queued")
	}
}

// What cannot be understood is one line in the log and nothing in the queue.
func TestHookLogs(t *testing.T) {
	for _, c := range []struct{ agent, event, payload, line string }{
		{"emacs", "Stop", "", `agent "emacs", event "Stop": not known`},
		{"claude", "Notification", "{}", `event "Notification": not known`},
		{"claude", "a\nb\x1b[31m", "{}", `not known`},
		{"claude", "Stop", "", "no payload"},
		{"claude", "Stop", "[]", "no JSON object"},
		{"claude", "Stop", "{}", "names no session"},
		{"claude", "Stop", `{"cwd":"/w`, "unexpected EOF"},
	} {
		w := newWorld(t)
		w.Agent = c.agent
		workers := w.call(c.event, c.payload)
		log, state := w.logged(t)
		must.Hold(t, strings.Contains(log, c.line) && strings.Count(log, "\n") == 1 && !strings.Contains(log, "\x1b") && state == "", "%q %q: logged %q, %q", c.event, c.payload, log, state)
		must.Hold(t, workers == 0 && len(w.jobs(t)) == 0, "%q %q: %d workers, %+v", c.event, c.payload, workers, w.jobs(t))
	}
}

func TestHookSurvivesPanic(t *testing.T) {
	w := newWorld(t)
	w.StartWorker = func(string) error { panic("at the disco") }
	w.call("Stop", payloadOf("s1"))
	log, _ := w.logged(t)
	must.Hold(t, strings.Contains(log, "at the disco"), "logged %q", log)
	w.StartWorker = func(string) error { return errors.New("start a worker: no") }
	w.call("Stop", payloadOf("s1"))
	log, _ = w.logged(t)
	must.Hold(t, strings.Contains(log, "the note waits for the next worker"), "logged %q", log)
}

// Without a vault the note is kept beside the person's state, and the state folder's log says so.
func TestHookWithoutVault(t *testing.T) {
	for name, spoil := range map[string]func(*world) error{
		"gone":             func(w *world) error { return os.RemoveAll(w.Vault) },
		"no vault":         func(w *world) error { return os.Remove(filepath.Join(w.Vault, ".memoria")) },
		"a file":           func(w *world) error { os.RemoveAll(w.Vault); return os.WriteFile(w.Vault, nil, 0o600) },
		"a file in it":     func(w *world) error { return os.WriteFile(filepath.Join(w.Vault, ".memoria/queue"), nil, 0o600) },
		"a link out of it": func(w *world) error { return os.Symlink(w.Dir, filepath.Join(w.Vault, ".memoria/queue")) },
	} {
		w := newWorld(t)
		if err := spoil(w); err != nil {
			t.Skip(err)
		}
		for _, event := range []string{"SessionStart", "Stop", "SessionEnd"} {
			workers := w.call(event, payloadOf("s1"))
			must.Hold(t, workers == 0, "%s: %d workers", name, workers)
		}
		n := w.spooled(t)
		must.Hold(t, n == 3, "%s: %d notes in the spool", name, n)
		inVault, inState := w.logged(t)
		lines := strings.Count(inVault+inState, "\n")
		must.Hold(t, lines == 3 && strings.Count(inVault+inState, "kept in "+w.State) == 3, "%s: logged %q, %q", name, inVault, inState)
	}
	w := newWorld(t)
	w.Vault, w.NoVault = "", errors.New("no vault: none is named")
	w.call("Stop", payloadOf("s1"))
	_, log := w.logged(t)
	must.Hold(t, strings.Contains(log, "no vault: none is named") && strings.Contains(log, "lost"), "logged %q", log)
	for agent, want := range map[string]string{"claude": noVaultYet, "copilot": ""} { // the person is told where the agent shows it
		var out strings.Builder
		w.Agent, w.Stdout = agent, &out
		if w.call("SessionStart", payloadOf("s1")); out.String() != want {
			t.Errorf("%s is told %q", agent, out.String())
		}
	}
}

// A held lock of any name keeps the hook from nothing but starting a second worker; a configuration
// that cannot be read is not its affair.
func TestHookWaitsForNoLock(t *testing.T) {
	w := newWorld(t)
	d := fsutiltest.Open(t, w.Vault)
	must.Get(d.WriteFile(".memoria/config.yaml", []byte("timezone: [\n"), 0o600))(t)
	for _, name := range []string{"import", "daily", "compile"} {
		unlock := must.Get(d.TryLock(".memoria/lock/" + name))(t)
		defer unlock()
	}
	workers := w.call("SessionEnd", payloadOf("s1"))
	must.Hold(t, workers == 1 && w.started[0] == w.Vault, "started %q", w.started)
	unlock := must.Get(d.TryLock(queue.WorkerLock))(t)
	workers = w.call("SessionEnd", payloadOf("s2"))
	must.Hold(t, workers == 0 && len(w.jobs(t)) == 2, "with a worker at work started %q, queued %+v", w.started, w.jobs(t))
	unlock()
	must.Equal(t, w.call("SessionEnd", payloadOf("s3")), 1, "started none")
}

// Turns wait for more of them as the configuration says, as long as what the worker left of it holds.
func TestHookThrottles(t *testing.T) {
	w := newWorld(t)
	d := fsutiltest.Open(t, w.Vault)
	keep := func() {
		t.Helper()
		must.Do(t, KeepSettings(d, w.User, Settings{Throttle: queue.Throttle{Turns: 3, Every: 20 * time.Minute}}))
	}
	now := noon
	w.Now = func() time.Time { return now }
	step := func(what, event string, want int) {
		t.Helper()
		got := w.call(event, payloadOf("s1"))
		must.Hold(t, got == want, "%s: %d workers, want %d", what, got, want)
	}
	step("nothing known", "Stop", 1)
	keep()
	step("second turn", "Stop", 0)
	step("a prompt", "UserPromptSubmit", 0)
	step("third turn", "Stop", 1)
	must.Do(t, os.RemoveAll(filepath.Join(w.Vault, ".memoria/queue")))
	step("first turn", "Stop", 0)
	now = now.Add(21 * time.Minute)
	step("it waited long", "UserPromptSubmit", 1)
	must.Do(t, os.RemoveAll(filepath.Join(w.Vault, ".memoria/queue")))
	step("first turn again", "Stop", 0)
	step("an end", "SessionEnd", 1)
	must.Do(t, os.RemoveAll(filepath.Join(w.Vault, ".memoria/queue")))
	must.Do(t, os.WriteFile(w.User, []byte("capture: {turns: 1}\n"), 0o600))
	step("the user's settings changed", "Stop", 1)
	keep()
	step("known again", "UserPromptSubmit", 0)
	must.Get(d.WriteFile(".memoria/config.yaml", []byte("capture: {turns: 1}\n"), 0o600))(t)
	step("the vault's settings changed", "UserPromptSubmit", 1)
	keep()
	w.env["MEMORIA_CAPTURE_TURNS"] = "1"
	step("the environment overrules", "UserPromptSubmit", 1)
	delete(w.env, "MEMORIA_CAPTURE_TURNS")
	must.Get(d.WriteFile(settingsName, []byte(`{"version":2,"turns":3}`), 0o600))(t)
	step("of a newer version", "UserPromptSubmit", 1)
}

// What is not prepared is asked for, before the worker is started, once the note is kept.
func TestHookAsks(t *testing.T) {
	w := newWorld(t)
	w.StartWorker = func(v string) error {
		must.Hold(t, len(w.asked) == 1, "a worker is started before the agent has its answer: asked %+v", w.asked)
		w.started = append(w.started, v)
		return nil
	}
	w.env["MEMORIA_RECALL"] = "900"
	ask := func(event, payload string, want Question) {
		t.Helper()
		want.Vault = w.Vault
		workers := w.call(event, payload)
		must.Hold(t, workers == 1 && len(w.asked) == 1 && w.asked[0] == want, "%s: %d workers, asked %+v", event, workers, w.asked)
	}
	ask("SessionStart", `{"session_id":"s1","source":"compact","cwd":"/w","transcript_path":"/t/s1.jsonl"}`,
		Question{Kind: queue.Start, Agent: "claude", Session: "s1", Source: "compact", Dir: "/w", Transcript: "/t/s1.jsonl"})
	ask("UserPromptSubmit", `{"session_id":"s1","cwd":"/w","prompt":"how does the tide table work"}`,
		Question{Kind: queue.Prompt, Agent: "claude", Session: "s1", Dir: "/w", Prompt: "how does the tide table work"})
	w.Answer = func(*Question) error { return errors.New("no answer") }
	w.StartWorker = func(v string) error { w.started = append(w.started, v); return nil }
	must.Equal(t, w.call("SessionStart", payloadOf("s2")), 1, "without an answer there is no worker")
	log, _ := w.logged(t)
	must.Hold(t, strings.Contains(log, "no answer"), "logged %q", log)
}
