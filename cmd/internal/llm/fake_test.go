package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/llm/process"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/ask"
)

const testKey = "sk-test-FAKE000111222333"

// A scene is what a model, and what stands before it, does with one call. Each fake plays it in the
// language of its provider.
type scene struct {
	Text    []byte // of the answer
	Stop    string // "", "max" or "refusal"
	Turns   int    // of the claude program
	Status  int    // of a failure; 0 is none
	Message string // of a failure
	After   string // Retry-After
	Hang    bool   // never answers, and does not end when it is asked to
	Apart   bool   // with Hang: what it started leads a session of its own
	Cut     bool   // breaks off in the middle
	Page    bool   // a web page instead
	To      string // redirects there
	Exit    int    // of a program, without a word on its standard output
	Plain   bool   // of claude: text instead of the object
	Old     string // of claude: which one
	Zero    bool   // of claude: text that no model wrote
	Size    int    // of the text, which is made up to it
}

func (s scene) padded() scene {
	if n := s.Size - len(s.Text); n > 0 {
		s.Text = append(s.Text, bytes.Repeat([]byte("all work and no play "), n/21+1)...)
	}
	return s
}

func (s scene) turns() int { return max(s.Turns, 1) }

// apart makes a program the leader of a session, where there are any.
var apart *syscall.SysProcAttr

// fakeVariable names the file with the scene that this binary plays when it is a program.
const fakeVariable = "LLM_FAKE"

func TestMain(m *testing.M) {
	if path := os.Getenv(fakeVariable); path != "" {
		playProgram(path)
	}
	if arg := os.Getenv(spenderVariable); arg != "" {
		spend(arg)
	}
	if os.Getenv(proxyVariable) != "" {
		askThroughProxy()
	}
	if arg := os.Getenv(orphanVariable); arg != "" {
		askUntilKilled(arg)
	}
	process.Grace, maxAnswer = 150*time.Millisecond, 1<<20
	os.Setenv("GORACE", "atexit_sleep_ms=0 "+os.Getenv("GORACE")) // a process with -race else sleeps a second at its end
	os.Exit(m.Run())
}

// A record of what a program was given.
type given struct {
	Args   []string
	Env    []string
	Stdin  string
	Dir    string
	Beside []string // names in Dir
	System string   // of --system-prompt-file
	Mode   string   // of that file
	Child  int      // pid of what it started
}

const helpNew = "Usage: claude\n --safe-mode\n --system-prompt <p>\n --system-prompt[-file]\n --disable-slash-commands\n --no-session-persistence\n --setting-sources <s>\n"

var helps = map[string]string{
	"":        helpNew,
	"2.1.119": strings.Replace(helpNew, " --safe-mode\n", "", 1),
	"2.0.76":  "Usage: claude\n --system-prompt <p>\n --no-session-persistence\n --setting-sources <s>\n",
	"1.0":     "Usage: claude\n --system-prompt <p>\n",
}

// playProgram plays the scene of a file. It ends by syscall.Exit: with -race os.Exit sleeps a second where nothing in the environment forbids it.
func playProgram(path string) {
	var s scene
	b, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(b, &s)
	}
	if err != nil {
		panic(err)
	}
	if slices.Contains(os.Args, "--help") {
		fmt.Print(helps[s.Old])
		syscall.Exit(0)
	}
	if slices.Contains(os.Args, "sleeper") {
		signal.Ignore(syscall.SIGTERM)
		time.Sleep(time.Minute)
		syscall.Exit(0)
	}
	g := given{Args: os.Args[1:], Env: os.Environ()}
	in, _ := io.ReadAll(os.Stdin)
	g.Stdin = string(in)
	g.Dir, _ = os.Getwd()
	entries, _ := os.ReadDir(g.Dir)
	for _, e := range entries {
		g.Beside = append(g.Beside, e.Name())
	}
	if i := slices.Index(os.Args, "--system-prompt-file"); i > 0 {
		text, _ := os.ReadFile(os.Args[i+1])
		g.System = string(text)
		if info, err := os.Stat(os.Args[i+1]); err == nil {
			g.Mode = info.Mode().String()
		}
	}
	if s.Hang {
		signal.Ignore(syscall.SIGTERM)
		c := exec.Command(os.Args[0], "sleeper") // holds our pipes
		c.Stdout, c.Stderr = os.Stdout, os.Stderr
		if s.Apart {
			c.SysProcAttr = apart
		}
		if err := c.Start(); err != nil {
			panic(err)
		}
		g.Child = c.Process.Pid
	}
	b, _ = json.Marshal(g)
	if err := errors.Join(os.WriteFile(path+".tmp", b, 0o600), os.Rename(path+".tmp", path+".given")); err != nil {
		panic(err)
	}
	if s.Hang {
		time.Sleep(time.Minute)
	}
	fmt.Fprintln(os.Stderr, "a warning with", os.Getenv("ANTHROPIC_API_KEY"))
	if s.Exit != 0 {
		syscall.Exit(s.Exit)
	}
	out, code := s.padded().Text, 0
	if slices.Contains(os.Args, "-p") {
		out, code = s.padded().claude()
	}
	os.Stdout.Write(out)
	syscall.Exit(code)
}

// claude is what the claude program would print, and end with.
func (s scene) claude() (out []byte, exit int) {
	if s.Plain {
		return []byte(s.Message), 1
	}
	o := map[string]any{"type": "result", "subtype": "success", "is_error": false, "result": string(s.Text), "stop_reason": "end_turn",
		"num_turns": s.turns(), "session_id": "x", "total_cost_usd": 0.00123, "usage": map[string]any{"input_tokens": 12, "cache_read_input_tokens": 30, "cache_creation_input_tokens": 5, "output_tokens": 7},
		"modelUsage": map[string]any{"claude-haiku-4-5-20251001": map[string]any{"outputTokens": 7, "costUSD": 0.00123}}}
	switch s.Stop {
	case "max":
		o["num_turns"] = 4
	case "refusal":
		o["stop_reason"], o["is_error"], o["api_error_status"], o["result"] = "refusal", true, nil, "API Error: the model would not, by its usage policy"
	}
	if s.Status != 0 {
		o["is_error"], o["api_error_status"], o["result"] = true, s.Status, fmt.Sprintf("API Error: %d %s", s.Status, s.Message)
	}
	if s.Old == "2.0.76" {
		delete(o, "api_error_status")
	}
	if s.Zero || s.Status != 0 {
		o["usage"], o["total_cost_usd"], o["modelUsage"] = map[string]any{"input_tokens": 0, "output_tokens": 0}, 0, map[string]any{}
	}
	if o["is_error"] == true {
		exit = 1
	}
	out, _ = json.Marshal(o)
	out = bytes.ReplaceAll(out, []byte(`\ufffd`), []byte("\xff")) // as broken as what it was given
	if s.Cut {
		out = out[:len(out)/2]
	}
	return append(out, '\n'), exit
}

// claudeSaying is the claude program's provider without the program.
type claudeSaying struct {
	Claude
	s scene
}

func (c *claudeSaying) Generate(_ context.Context, r ask.Question) (Reply, error) {
	out, code := c.s.claude()
	var exit *process.ExitError
	if code != 0 {
		exit = &process.ExitError{Code: code}
	}
	return claudeReply(c.Info().Name, c.Info().Model, bound(r), process.Output{Stdout: out}, exit, []secret{testKey})
}

// serve plays a scene over HTTP, answer giving the body of a success.
func (s scene) serve(t *testing.T, answer func(scene) any) (*httptest.Server, *[]*http.Request, *[]string) {
	var requests []*http.Request
	var bodies []string
	done := make(chan struct{})
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		requests, bodies = append(requests, r), append(bodies, string(b))
		s.play(w, r, answer, done)
	}))
	t.Cleanup(func() { close(done); srv.Close() })
	return srv, &requests, &bodies
}

func (s scene) play(w http.ResponseWriter, r *http.Request, answer func(scene) any, done <-chan struct{}) {
	switch {
	case s.Hang:
		select {
		case <-r.Context().Done():
		case <-done:
		}
		return
	case s.To != "":
		http.Redirect(w, r, s.To, http.StatusTemporaryRedirect)
		return
	case s.Page:
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, "<html>Sign in</html>")
		return
	case s.Status != 0:
		if s.After != "" {
			w.Header().Set("Retry-After", s.After)
		}
		w.WriteHeader(s.Status)
		m := s.Message + " (for " + r.Header.Get("X-Api-Key") + r.Header.Get("Authorization") + ")" // some repeat it
		json.NewEncoder(w).Encode(map[string]any{"type": "error", "error": map[string]string{"type": "some_error", "message": m}})
		return
	}
	b, _ := json.Marshal(answer(s.padded()))
	b = bytes.ReplaceAll(b, []byte(`\ufffd`), []byte("\xff"))
	if s.Cut {
		w.Header().Set("Content-Length", strconv.Itoa(len(b)))
		w.Write(b[:len(b)/2])
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}
	w.Write(b)
}

func (s scene) anthropic() any {
	stop := map[string]string{"": "end_turn", "max": "max_tokens", "refusal": "refusal"}[s.Stop]
	return map[string]any{"type": "message", "model": "claude-haiku-4-5-20251001", "stop_reason": stop, "content": []any{map[string]string{"type": "text", "text": string(s.Text)}},
		"usage": map[string]int{"input_tokens": 12, "cache_read_input_tokens": 30, "cache_creation_input_tokens": 5, "output_tokens": 7}}
}

func (s scene) openAI() any {
	stop := map[string]string{"": "stop", "max": "length", "refusal": "content_filter"}[s.Stop]
	return map[string]any{"model": "gpt-x", "choices": []any{map[string]any{"finish_reason": stop, "message": map[string]any{"role": "assistant", "content": string(s.Text)}}},
		"usage": map[string]any{"prompt_tokens": 42, "completion_tokens": 7, "prompt_tokens_details": map[string]int{"cached_tokens": 30}}}
}

func (s scene) ollama() any {
	return map[string]any{"model": "qwen3", "done": true, "done_reason": map[string]string{"": "stop", "max": "length"}[s.Stop], "message": map[string]string{"role": "assistant", "content": string(s.Text)},
		"prompt_eval_count": 42, "eval_count": 7}
}

// world is a machine with a home and an environment of its own.
func world(t *testing.T, environ ...string) World {
	home := t.TempDir()
	environ = append(environ, "PATH="+os.Getenv("PATH"), "HOME="+home, "SYSTEMROOT="+os.Getenv("SYSTEMROOT"))
	return World{
		Getenv: func(name string) string {
			for _, pair := range environ {
				if v, ok := strings.CutPrefix(pair, name+"="); ok {
					return v
				}
			}
			return ""
		},
		Environ: environ, Home: home, State: filepath.Join(home, "state", "memoria"), Now: time.Now,
	}
}

// program makes the world's environment play s in this binary, and tells where what it was given is.
func (s scene) program(t *testing.T, environ ...string) (w World, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "scene.json")
	b, err := json.Marshal(s)
	if err == nil {
		err = os.WriteFile(path, b, 0o600)
	}
	must.Do(t, err)
	return world(t, append(environ, fakeVariable+"="+path)...), path
}

func readGiven(t *testing.T, path string) (g given) {
	t.Helper()
	b, err := os.ReadFile(path + ".given")
	if err == nil {
		err = json.Unmarshal(b, &g)
	}
	must.Do(t, err)
	return g
}

func self(t *testing.T) string {
	t.Helper()
	exe := must.Get(os.Executable())(t)
	return exe
}
