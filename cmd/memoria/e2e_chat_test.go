//go:build linux

package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// A chatModel stands in on loopback for the services that other agents than Claude Code ask, in the three forms that they
// speak. It notes each answer, calls memoria's search where it is asked to, and hangs where it is asked to.
type chatModel struct {
	URL string

	mu     sync.Mutex
	bodies []string
}

// What a person asks for in words.
const (
	chatCall = "call memoria"
	chatHang = "take your time"
)

func startChat(t *testing.T) *chatModel {
	t.Helper()
	m := &chatModel{}
	s := httptest.NewServer(m)
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	m.URL = s.URL
	return m
}

// asked returns the requests from the nth on.
func (m *chatModel) asked(n int) []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.bodies[n:]
}

// searchTool is the name under which an agent offers memoria's search to its model.
var searchTool = regexp.MustCompile(`"name":\s*"([a-z_]*memoria[_-]+search)"`)

func (m *chatModel) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var q struct {
		Stream   bool
		Messages []struct {
			Role    string
			Content json.RawMessage
		}
		Contents []struct {
			Role  string
			Parts json.RawMessage
		}
		Input []struct {
			Type    string
			Role    string
			Content json.RawMessage
		}
	}
	var body json.RawMessage
	if json.NewDecoder(r.Body).Decode(&body) != nil || json.Unmarshal(body, &q) != nil {
		fmt.Fprint(w, `{"data":[{"id":"fake-1","object":"model"}]}`)
		return
	}
	m.mu.Lock()
	m.bodies = append(m.bodies, string(body))
	m.mu.Unlock()
	last := ""
	for _, x := range q.Messages {
		if x.Role != "user" || !told(x.Content) {
			last = x.Role + string(x.Content)
		}
	}
	if n := len(q.Contents); n > 0 {
		last = q.Contents[n-1].Role + string(q.Contents[n-1].Parts)
	}
	for _, x := range q.Input {
		if x.Type != "message" || x.Role == "user" {
			last = x.Role + string(x.Content)
		}
	}
	tool := searchTool.FindStringSubmatch(string(body))
	if strings.Contains(string(body), `"mcp__memoria"`) { // Codex has tools of a server in a namespace
		tool = []string{"", "search"}
	}
	if strings.Contains(string(body), `"name":"tool_search"`) { // Qwen Code tells of such tools when it is asked alone, and runs them
		tool = []string{"", "mcp__memoria__search"}
	}
	switch {
	case strings.Contains(last, chatHang) && !strings.Contains(last, "memoria: notes") && !strings.Contains(string(body), "title generator"):
		select {
		case <-r.Context().Done():
		case <-time.After(patience):
		}
	case strings.HasPrefix(last, "user") && strings.Contains(last, chatCall) && tool != nil:
		m.answer(w, r, q.Stream, "", tool[1])
	default:
		m.answer(w, r, q.Stream, "It is noted.", "")
	}
}

// told reports whether a message of its own is what a hook told.
func told(content json.RawMessage) bool {
	return strings.Contains(string(content), "memoria: notes") && !strings.Contains(string(content), chatCall)
}

// respond answers in the form that Codex speaks.
func respond(w http.ResponseWriter, words, tool string) {
	item := map[string]any{"type": "message", "id": "msg_1", "status": "completed", "role": "assistant", "content": []any{map[string]any{"type": "output_text", "text": words, "annotations": []any{}}}}
	if tool != "" {
		item = map[string]any{"type": "function_call", "id": "fc_1", "status": "completed", "call_id": "call_1", "name": tool, "namespace": "mcp__memoria", "arguments": `{"query":"sqlite job store"}`}
	}
	response := func(status string, output ...any) any {
		return map[string]any{"id": "resp_1", "object": "response", "created_at": 1, "model": "fake-1", "status": status, "output": append([]any{}, output...),
			"usage": map[string]any{"input_tokens": 9, "output_tokens": 9, "total_tokens": 18}}
	}
	w.Header().Set("Content-Type", "text/event-stream")
	for _, e := range []map[string]any{{"type": "response.created", "response": response("in_progress")},
		{"type": "response.output_item.added", "output_index": 0, "item": item}, {"type": "response.output_item.done", "output_index": 0, "item": item},
		{"type": "response.completed", "response": response("completed", item)}} {
		b, _ := json.Marshal(e)
		fmt.Fprintf(w, "event: %s\ndata: %s\n\n", e["type"], b)
	}
}

// answer gives words, or calls a tool.
func (m *chatModel) answer(w http.ResponseWriter, r *http.Request, stream bool, words, tool string) {
	if strings.HasSuffix(r.URL.Path, "/responses") {
		respond(w, words, tool)
		return
	}
	var chunks []any
	args := map[string]any{"query": "sqlite job store"}
	if strings.Contains(r.URL.Path, "enerateContent") {
		part := map[string]any{"text": words}
		if tool != "" {
			part = map[string]any{"functionCall": map[string]any{"id": "call_1", "name": tool, "args": args}, "thoughtSignature": "ZmFrZQ=="}
		}
		chunks = []any{map[string]any{"candidates": []any{map[string]any{"index": 0, "finishReason": "STOP",
			"content": map[string]any{"role": "model", "parts": []any{part}}}}, "usageMetadata": map[string]any{"totalTokenCount": 9}}}
		stream = strings.Contains(r.URL.Path, ":stream")
	} else {
		said, why := map[string]any{"role": "assistant", "content": words}, "stop"
		if tool != "" {
			text, _ := json.Marshal(args)
			said["tool_calls"] = []any{map[string]any{"index": 0, "id": "call_1", "type": "function", "function": map[string]any{"name": tool, "arguments": string(text)}}}
			why = "tool_calls"
		}
		member := map[bool]string{true: "delta", false: "message"}[stream]
		choice := func(v, why any) any {
			return map[string]any{"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "fake-1",
				"choices": []any{map[string]any{"index": 0, member: v, "finish_reason": why}}, "usage": map[string]any{"prompt_tokens": 9, "completion_tokens": 9, "total_tokens": 18}}
		}
		if chunks = []any{choice(said, why)}; stream {
			chunks = []any{choice(said, nil), choice(map[string]any{}, why)}
		}
	}
	if !stream {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(chunks[0])
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	for _, c := range chunks {
		b, _ := json.Marshal(c)
		fmt.Fprintf(w, "data: %s\n\n", b)
	}
	if !strings.Contains(r.URL.Path, "enerateContent") {
		fmt.Fprint(w, "data: [DONE]\n\n")
	}
}
