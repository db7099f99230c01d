//go:build linux

package main

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil/must"
)

// What is said first is told to the second session, so it names no script of the model's.
const (
	sayStore = "We decided to keep the job store in SQLite because it needs no server."
	sayTools = "Please call every tool of memoria."
)

// mcpCalls are the tools as the scripted agent calls them, and words of the answers.
var mcpCalls = []struct {
	tool  string
	input map[string]any
	want  string
}{
	{"search", map[string]any{"query": "sqlite job store"}, "it needs no server"},
	{"recent", map[string]any{"limit": 3}, "it needs no server"},
	{"read", map[string]any{"page": "SQLite"}, "wiki/concepts/sqlite.md"},
	{"related", map[string]any{"page": "SQLite"}, "# SQLite (wiki/concepts/sqlite.md)"},
	{"remember", map[string]any{"text": "The staging machine is rebooted on Sundays because backups run then.", "kind": "fact"}, "[["},
	{"status", map[string]any{}, "sessions: "},
}

// e2eTools has the client start memoria's server as our command installed it. Its model finds the tools, which the
// client holds back, and calls each; what they answer is in its next request.
func e2eTools(s *person) {
	state := filepath.Join(s.home, ".claude.json")
	first := s.chat()
	first.say(sayStore)
	first.leave()
	s.must("flush", "--wait")
	article := "---\ntitle: SQLite\ntype: concept\n---\n\n# SQLite\n\nThe job store is in [[SQLite]].\n"
	s.write(filepath.Join(s.vault, "wiki", "concepts", "sqlite.md"), article)
	s.must("install", "claude", "--mcp", "--yes", "--vault", s.vault)

	var steps []step
	names := []string{}
	for _, c := range mcpCalls {
		names = append(names, "mcp__memoria__"+c.tool)
	}
	steps = append(steps, step{Text: "I look for the tools.", Tool: "ToolSearch", Input: map[string]any{"query": "select:" + strings.Join(names, ","), "max_results": 10}})
	for i, c := range mcpCalls {
		steps = append(steps, step{Text: "I call " + c.tool + ".", Tool: names[i], Input: c.input})
	}
	s.model.mu.Lock()
	s.model.script["every tool of memoria"] = append(steps, step{Text: "All of them answered."})
	s.model.mu.Unlock()
	from := s.asked()
	second := s.chat("--allowedTools", strings.Join(names, " "))
	must.Equal(s.t, second.say(sayTools), "All of them answered.", "the agent ends with")
	answers := s.toolAnswers(from)
	second.leave()
	for i, c := range mcpCalls {
		got, ok := answers[names[i]]
		must.Hold(s.t, ok && strings.Contains(got, c.want), "%s answered, %v: %s", c.tool, ok, got)
		s.t.Logf("%s: %.120q", c.tool, got)
	}
	s.must("flush", "--wait")
	if logs := s.logs(); strings.Count(logs, "rebooted on Sundays") != 1 {
		s.t.Errorf("what was to be remembered is not in the logs once:\n%s", logs)
	}
	must.Text(s.t, s.must("doctor"), "doctor").Has("the server in " + state + " runs " + s.bin)
	s.must("uninstall", "claude", "--yes")
	must.Text(s.t, s.read(state), "left in the client's state").Lacks(`"memoria"`, s.bin)
	must.Equal(s.t, s.read(filepath.Join(s.home, ".claude", "settings.json")), s.before, "the settings after uninstall")
}

// toolAnswers are what tools answered, by their names, as the last request from n on holds them.
func (s *person) toolAnswers(n int) map[string]string {
	s.t.Helper()
	s.model.mu.Lock()
	defer s.model.mu.Unlock()
	out := map[string]string{}
	for _, body := range slices.Backward(s.model.bodies[n:]) {
		var q asked
		must.Do(s.t, json.Unmarshal(body, &q))
		names := map[string]string{}
		for _, m := range q.Messages {
			var parts []struct {
				Type, ID, Name string
				Use            string `json:"tool_use_id"`
				Content        json.RawMessage
			}
			_ = json.Unmarshal(m.Content, &parts) // a string calls nothing
			for _, p := range parts {
				switch p.Type {
				case "tool_use":
					names[p.ID] = p.Name
				case "tool_result":
					out[names[p.Use]] = textOf(p.Content)
				}
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return out
}
