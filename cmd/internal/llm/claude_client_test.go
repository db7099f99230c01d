//go:build linux

package llm

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/ask"
)

// clientVariable names the real client, which is not part of this repository; the test is left out without it. Run it
// if there is no network but loopback.
const clientVariable = "MEMORIA_CLAUDE_BIN"

// An api stands in for the vendor's service, for the client itself.
type api struct {
	mu     sync.Mutex
	scene  scene
	bodies []string
}

func (a *api) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	if r.URL.Path != "/v1/messages" || r.Method != http.MethodPost {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	a.mu.Lock()
	a.bodies = append(a.bodies, string(body))
	s := a.scene
	a.mu.Unlock()
	var q struct {
		Stream bool   `json:"stream"`
		Model  string `json:"model"`
	}
	json.Unmarshal(body, &q)
	if !q.Stream || s.Status != 0 || s.Hang {
		s.play(w, r, func(s scene) any { return s.anthropic() }, nil)
		return
	}
	send := func(kind string, v map[string]any) {
		v["type"] = kind
		b, _ := json.Marshal(v)
		fmt.Fprintf(w, "event: %s\ndata: %s\n\n", kind, b)
	}
	w.Header().Set("Content-Type", "text/event-stream")
	m := s.anthropic().(map[string]any)
	m["id"], m["role"], m["model"], m["content"] = "msg_1", "assistant", q.Model, []any{}
	stop := m["stop_reason"]
	m["stop_reason"] = nil
	send("message_start", map[string]any{"message": m})
	if len(s.Text) > 0 {
		send("content_block_start", map[string]any{"index": 0, "content_block": map[string]string{"type": "text", "text": ""}})
		send("content_block_delta", map[string]any{"index": 0, "delta": map[string]string{"type": "text_delta", "text": string(s.Text)}})
		send("content_block_stop", map[string]any{"index": 0})
	}
	send("message_delta", map[string]any{"delta": map[string]any{"stop_reason": stop}, "usage": map[string]int{"output_tokens": 7}})
	send("message_stop", map[string]any{})
}

func (a *api) plays(s scene) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.scene, a.bodies = s, nil
}

func (a *api) asked() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.bodies
}

func write(t *testing.T, name, text string) {
	t.Helper()
	must.Do(t, os.MkdirAll(filepath.Dir(name), 0o700))
	must.Do(t, os.WriteFile(name, []byte(text), 0o600))
}

// realClient is the client in a home with hooks, memory files and something to be read through @.
func realClient(t *testing.T) (*Claude, *api) {
	t.Helper()
	bin := os.Getenv(clientVariable)
	if bin == "" {
		t.Skip(clientVariable + " names no client")
	}
	a := &api{}
	srv := httptest.NewServer(a)
	t.Cleanup(func() { srv.CloseClientConnections(); srv.Close() })
	w := world(t, "ANTHROPIC_BASE_URL="+srv.URL, "ANTHROPIC_API_KEY="+testKey)
	touch := fmt.Sprintf("touch %s", filepath.Join(w.Home, "hooked"))
	var hooks []string
	for _, e := range []string{"SessionStart", "UserPromptSubmit", "Stop", "SessionEnd"} {
		hooks = append(hooks, fmt.Sprintf(`%q:[{"hooks":[{"type":"command","command":%q}]}]`, e, touch))
	}
	write(t, filepath.Join(w.Home, ".claude", "settings.json"), `{"hooks":{`+strings.Join(hooks, ",")+`}}`)
	for _, name := range []string{".claude/CLAUDE.md", "CLAUDE.md", "state/memoria/.memoria/CLAUDE.md"} {
		write(t, filepath.Join(w.Home, filepath.FromSlash(name)), "Memory file with the word plumbago.")
	}
	write(t, filepath.Join(w.Home, "notes.txt"), "File with the word vermilion.")
	return &Claude{Settings: Settings{Path: bin}, World: w}, a
}

func TestRealClientIsAlone(t *testing.T) {
	c, a := realClient(t)
	a.plays(scene{Text: []byte("What was said of a@\u200bb.org.")})
	file := filepath.Join(c.World.Home, "notes.txt")
	r := ask.Question{System: "You are the keeper of @" + file + ".", Prefix: "Known: saffron.", Prompt: "/cost x @" + file + " y\n```\n@" + file + "\n```", MaxTokens: 500}
	reply, x := generate(t, c, r)
	must.Be(t, x == nil, "%v", x)
	must.Hold(t, reply.Text == "What was said of a@b.org." && reply.Usage.Known && reply.Cost.Known, "%+v", reply)
	body := strings.Join(a.asked(), "\n")
	if n := strings.Count(body, "saffron"); n != 1 { // older clients ask for other things first
		t.Errorf("asked %d times", n)
	}
	for _, want := range []string{"You are the keeper", "saffron", "/cost x", `"max_tokens":500`} {
		must.Hold(t, strings.Contains(body, want), "not sent: %s", want)
	}
	for _, not := range []string{"vermilion", "plumbago", `"tools":[{`, `"type":"enabled"`} {
		must.Hold(t, !strings.Contains(body, not), "sent: %s", not)
	}
	must.Hold(t, must.Err(os.Stat(filepath.Join(c.World.Home, "hooked"))) != nil, "a hook ran")
	filepath.WalkDir(c.World.Home, func(p string, e fs.DirEntry, err error) error {
		must.Hold(t, err != nil || !strings.HasSuffix(p, ".jsonl"), "a session is left: %s", p)
		return nil
	})
	for range 2 {
		generate(t, c, ask.Question{Prompt: "again"})
	}
	b, _ := os.ReadFile(filepath.Join(c.World.Home, ".claude.json"))
	n := strings.Count(string(b), "/.memoria/programs/")
	must.Hold(t, n <= 1, "the client has %d records of our folders", n)
}

func TestRealClientFails(t *testing.T) {
	c, a := realClient(t)
	c.Timeout = 20 * time.Second
	for _, tt := range []struct {
		name string
		s    scene
		kind ask.Outcome
	}{
		{"401", scene{Status: 401, Message: "invalid x-api-key"}, ask.Fatal},
		{"404", scene{Status: 404, Message: "model: haiku"}, ask.Fatal},
		{"413", scene{Status: 413, Message: "too large"}, ask.TooLong},
		{"no credit", scene{Status: 400, Message: "Your credit balance is too low to access the API"}, ask.Fatal},
		{"429", scene{Status: 429, Message: "slow", After: "1"}, ask.Retry},
		{"529", scene{Status: 529, Message: "Overloaded"}, ask.Retry},
		{"max", scene{Text: []byte("half"), Stop: "max"}, ask.Truncated},
		{"refusal", scene{Text: []byte("no"), Stop: "refusal"}, ask.Refused},
		{"empty", scene{}, ask.Empty},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a.plays(tt.s)
			reply, err := c.Generate(t.Context(), ask.Question{Prompt: "x"})
			checkConforms(t, c, tt.kind, "", reply, err)
			t.Logf("%v; %d requests; %+v", err, len(a.asked()), reply.Usage)
		})
	}
}
