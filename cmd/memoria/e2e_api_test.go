//go:build linux

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// A model stands in for the vendor's Messages API on loopback. What it answers is scripted by the
// words of the prompt: the newest prompt of a conversation that some script's key stands in chooses
// the script, and the number of answers given since chooses the step. Nothing else is remembered, so
// a resumed or forked conversation goes on where it was.
type model struct {
	URL     string
	project string // what PROJECT in a tool's input stands for

	mu     sync.Mutex
	script map[string][]step
	asked  int
	parked map[string]*gate
	notes  []askedNote
	bodies [][]byte // of the requests that offered tools
}

// A step is one answer of the model: words, then the call of a tool when Tool is not empty.
type step struct {
	Text  string
	Tool  string
	Input map[string]any
	Hold  string // the answer stops half-way at the gate of this name
	Fail  bool   // no answer but an error
}

// A gate is where an answer waits. Reached is closed when one waits there, and it goes on when the
// test closes Go or the client hangs up.
type gate struct {
	Reached chan struct{}
	Go      chan struct{}
	once    sync.Once
}

func startModel(t *testing.T, project string, script map[string][]step) *model {
	t.Helper()
	m := &model{project: project, script: script, parked: map[string]*gate{}}
	s := httptest.NewServer(m)
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	m.URL = s.URL
	return m
}

// gate is the gate of that name.
func (m *model) gate(name string) *gate {
	m.mu.Lock()
	defer m.mu.Unlock()
	g := m.parked[name]
	if g == nil {
		g = &gate{Reached: make(chan struct{}), Go: make(chan struct{})}
		m.parked[name] = g
	}
	return g
}

// block is a content block of a message, of any kind the tests use.
type block struct {
	Type    string          `json:"type"`
	Text    string          `json:"text"`
	Content json.RawMessage `json:"content"`
}

// blocksOf reads a message's content, which is a string or a list of blocks.
func blocksOf(raw json.RawMessage) []block {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return []block{{Type: "text", Text: text}}
	}
	var blocks []block
	_ = json.Unmarshal(raw, &blocks) // another shape holds no words
	return blocks
}

// textOf is the words of a message's content.
func textOf(raw json.RawMessage) string {
	var b strings.Builder
	for _, x := range blocksOf(raw) {
		if x.Type == "text" {
			b.WriteString(x.Text + "\n")
		}
	}
	return b.String()
}

type asked struct {
	Model    string `json:"model"`
	Stream   bool   `json:"stream"`
	Tools    []any  `json:"tools"`
	Messages []struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
	} `json:"messages"`
}

const compactionAsk = "Your task is to create a detailed summary"

// answer chooses what to say.
func (m *model) answer(q asked) step {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asked++
	n := len(q.Messages)
	for _, x := range q.Messages {
		text := textOf(x.Content)
		if note, ok := noteOf(text); ok {
			m.notes = append(m.notes, askedNote{text, len(q.Tools)})
			return step{Text: note}
		}
	}
	for i := n - 1; i >= 0 && i >= n-2; i-- {
		if s := textOf(q.Messages[i].Content); strings.Contains(s, compactionAsk) || strings.Contains(s, "Respond with TEXT ONLY") {
			return step{Text: "<analysis>all of it</analysis>\n<summary>\n1. The person works on the job store.\n</summary>"}
		}
	}
	if len(q.Tools) == 0 {
		return step{Text: `{"title":"job store"}`} // the client names the session, and asks other things of its own
	}
	given := 0
	for i := n - 1; i >= 0; i-- {
		if q.Messages[i].Role == "assistant" {
			given++
			continue
		}
		if steps := m.scripted(textOf(q.Messages[i].Content)); steps != nil {
			if given < len(steps) {
				return m.placed(steps[given])
			}
			break
		}
	}
	return step{Text: fmt.Sprintf("Plain answer %d.", m.asked)}
}

// placed is the step as it is for this project.
func (m *model) placed(s step) step {
	in := map[string]any{}
	for k, v := range s.Input {
		if text, ok := v.(string); ok {
			v = strings.ReplaceAll(text, "PROJECT", m.project)
		}
		in[k] = v
	}
	s.Input = in
	return s
}

// scripted is the script whose key stands last in the words: a client may put several prompts of
// one person into one message.
func (m *model) scripted(words string) []step {
	last, steps := -1, []step(nil)
	for key, s := range m.script {
		if at := strings.LastIndex(words, key); at > last {
			last, steps = at, s
		}
	}
	return steps
}

func (m *model) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.URL.Path == "/v1/messages/count_tokens":
		reply(w, http.StatusOK, map[string]any{"input_tokens": 1000})
		return
	case r.URL.Path != "/v1/messages" || r.Method != http.MethodPost:
		reply(w, http.StatusNotFound, map[string]any{"type": "error", "error": map[string]any{"type": "not_found_error", "message": "not here"}})
		return
	}
	var q asked
	body, err := io.ReadAll(r.Body)
	if err == nil {
		err = json.Unmarshal(body, &q)
	}
	if err != nil {
		reply(w, http.StatusBadRequest, map[string]any{"type": "error", "error": map[string]any{"type": "invalid_request_error", "message": err.Error()}})
		return
	}
	if len(q.Tools) > 0 {
		m.mu.Lock()
		m.bodies = append(m.bodies, body)
		m.mu.Unlock()
	}
	s := m.answer(q)
	if s.Fail {
		reply(w, http.StatusBadRequest, map[string]any{"type": "error", "error": map[string]any{"type": "invalid_request_error", "message": "we decided to fail"}})
		return
	}
	m.mu.Lock()
	id := fmt.Sprintf("%d_%d", m.asked, time.Now().UnixNano())
	m.mu.Unlock()
	if !q.Stream {
		message := s.head(q.Model, id)
		message["content"], message["stop_reason"] = s.blocks(id), s.why()
		reply(w, http.StatusOK, message)
		return
	}
	m.stream(r.Context(), w, s, q.Model, id)
}

func reply(w http.ResponseWriter, code int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	json.NewEncoder(w).Encode(v)
}

func (s step) why() string {
	if s.Tool != "" {
		return "tool_use"
	}
	return "end_turn"
}

func (s step) head(model, id string) map[string]any {
	return map[string]any{"id": "msg_" + id, "type": "message", "role": "assistant", "model": model, "content": []any{},
		"stop_reason": nil, "stop_sequence": nil, "usage": map[string]any{"input_tokens": 1000, "output_tokens": 20}}
}

func (s step) blocks(id string) []map[string]any {
	var out []map[string]any
	if s.Text != "" {
		out = append(out, map[string]any{"type": "text", "text": s.Text})
	}
	if s.Tool != "" {
		out = append(out, map[string]any{"type": "tool_use", "id": "toolu_" + id, "name": s.Tool, "input": s.Input})
	}
	return out
}

// stream sends the answer as server-sent events, a few runes at a time.
func (m *model) stream(ctx context.Context, w http.ResponseWriter, s step, model, id string) {
	w.Header().Set("Content-Type", "text/event-stream")
	send := func(kind string, v map[string]any) {
		v["type"] = kind
		b, _ := json.Marshal(v)
		fmt.Fprintf(w, "event: %s\ndata: %s\n\n", kind, b)
		w.(http.Flusher).Flush()
	}
	send("message_start", map[string]any{"message": s.head(model, id)})
	for i, b := range s.blocks(id) {
		var pieces []string
		delta, field := "text_delta", "text"
		if b["type"] == "tool_use" {
			in, _ := json.Marshal(b["input"])
			pieces, delta, field = []string{string(in)}, "input_json_delta", "partial_json"
			b["input"] = map[string]any{}
		} else {
			text := s.Text
			pieces = []string{text[:len(text)/2], text[len(text)/2:]}
			b["text"] = ""
		}
		send("content_block_start", map[string]any{"index": i, "content_block": b})
		for j, p := range pieces {
			if j == 1 && s.Hold != "" && !m.wait(ctx, s.Hold) {
				return
			}
			send("content_block_delta", map[string]any{"index": i, "delta": map[string]any{"type": delta, field: p}})
		}
		send("content_block_stop", map[string]any{"index": i})
	}
	send("message_delta", map[string]any{"delta": map[string]any{"stop_reason": s.why(), "stop_sequence": nil}, "usage": map[string]any{"output_tokens": 20}})
	send("message_stop", map[string]any{})
}

// wait stands at the gate and reports whether to go on: not when the client is gone.
func (m *model) wait(ctx context.Context, name string) bool {
	g := m.gate(name)
	g.once.Do(func() { close(g.Reached) })
	select {
	case <-g.Go:
		return true
	case <-ctx.Done():
		return false
	}
}
