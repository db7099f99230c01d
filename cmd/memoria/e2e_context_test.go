//go:build linux

package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/cmd/internal/handler/status"
	"github.com/agent-admin/memoria/fsutil/must"
)

// A session is told what an earlier one decided, whole and in its first request; one after a
// compaction is told what it had decided itself. None of it is captured again.
func e2eContext(s *person) {
	first := s.chat()
	first.say(saySqlite)
	first.leave()
	s.settle("sqlite")
	said := s.logs()
	must.Equal(s.t, s.toldIn(0), "", "the first session of a project is told")

	from := s.asked()
	second := s.chat()
	second.say(saySecond)
	want := strings.TrimSpace(s.must("context", s.project))
	got := s.toldIn(from)
	must.Hold(s.t, strings.Contains(got, "sqlite") && strings.HasSuffix(got, "]])") && utf8.RuneCountInString(got) <= 9000, "the second session is told %d characters:\n%s\nnow it would be\n%s", len(got), got, want)
	must.Hold(s.t, strings.HasPrefix(got, "memoria: notes from earlier sessions in "+filepath.Base(s.project)), "what it is told begins: %.200s", got)
	second.say("/compact keep the decisions")
	from = s.asked()
	second.say(sayBranches)
	must.Text(s.t, s.toldIn(from), "after the compaction it is told").Has("memoria: notes")
	second.leave()
	s.settle("Mondays")
	logs := s.logs()
	for _, words := range []string{"memoria: notes from", "quoted records", "What holds here"} {
		must.Hold(s.t, !strings.Contains(logs, words), "what memoria said was captured: %q in\n%s", words, logs)
	}
	if n, was := strings.Count(logs, saySqlite), strings.Count(said, saySqlite); n != was {
		s.t.Errorf("what the first session decided stands %d times in the logs, before the second %d times", n, was)
	}
	var given status.Receipts
	if err := json.Unmarshal([]byte(s.must("status", "--receipts", "--json")), &given); err != nil || len(given.Sessions) == 0 {
		s.t.Errorf("no receipts: %v, %+v", err, given)
	}
}

// asked is the number of requests that the model got so far.
func (s *person) asked() int {
	s.model.mu.Lock()
	defer s.model.mu.Unlock()
	return len(s.model.bodies)
}

// toldIn is what memoria says in the request of that number, from its first word to the end of its last
// line.
func (s *person) toldIn(n int) string {
	s.t.Helper()
	s.model.mu.Lock()
	defer s.model.mu.Unlock()
	must.Be(s.t, n < len(s.model.bodies), "there was no request %d", n)
	var body any
	must.Do(s.t, json.Unmarshal(s.model.bodies[n], &body))
	told := ""
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			if at := strings.Index(v, "memoria: notes from"); at >= 0 {
				told = ours(v[at:])
			}
		case []any:
			for _, x := range v {
				walk(x)
			}
		case map[string]any:
			for _, x := range v {
				walk(x)
			}
		}
	}
	walk(body)
	return strings.TrimSpace(told)
}

// ours is the beginning of a text that has the form of what memoria says.
func ours(text string) string {
	var out strings.Builder
	for l := range strings.Lines(text) {
		t := strings.TrimSpace(l)
		if t != "" && !strings.HasPrefix(t, "> - ") && !strings.HasPrefix(t, "memoria: notes") && !strings.HasSuffix(t, ":") {
			break
		}
		out.WriteString(l)
	}
	return out.String()
}
