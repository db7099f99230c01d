package capture_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/cmd/internal/agent"
	"github.com/agent-admin/memoria/cmd/internal/agents"
	"github.com/agent-admin/memoria/cmd/internal/handler/capture"
	"github.com/agent-admin/memoria/cmd/internal/handler/forget"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/ledger"
	_ "github.com/agent-admin/memoria/fsutil/fsutiltest/short"
	"github.com/agent-admin/memoria/fsutil/must"
)

// A tongue is how an agent writes down and tells what a person typed. TEXT is a JSON string.
type tongue struct {
	agent, file, event string
	head, row          string
	said               string    // how it writes down its own words
	mute               bool      // its hooks do not tell these
	wraps              [2]string // what its client puts around the words in its payload
}

var tongues = []tongue{
	{agent: "claude", file: ".claude/projects/-w-tide/ID.jsonl", event: "UserPromptSubmit", wraps: [2]string{"<system-reminder>It is noon.</system-reminder>\n", ""},
		row:  `{"type":"user","uuid":"UUID","parentUuid":null,"sessionId":"ID","timestamp":"TIME","cwd":"/w/tide","message":{"role":"user","content":TEXT}}`,
		said: `{"type":"assistant","uuid":"UUID","parentUuid":null,"sessionId":"ID","timestamp":"TIME","cwd":"/w/tide","message":{"id":"m-UUID","role":"assistant","content":[{"type":"text","text":TEXT}]}}`},
	{agent: "codex", file: ".codex/sessions/2026/03/02/rollout-2026-03-02T09-00-00-ID.jsonl", event: "UserPromptSubmit",
		wraps: [2]string{"# Context from my IDE setup:\n\n## Open tabs:\n- main.go\n\n## My request for Codex:\n", ""},
		head:  `{"timestamp":"TIME","type":"session_meta","payload":{"id":"ID","cwd":"/w/tide"}}`,
		row:   `{"timestamp":"TIME","type":"event_msg","payload":{"type":"item_completed","item":{"type":"UserMessage","id":"UUID","content":[{"type":"text","text":TEXT}]}}}`,
		said:  `{"timestamp":"TIME","type":"event_msg","payload":{"type":"item_completed","item":{"type":"AgentMessage","id":"UUID","content":[{"type":"Text","text":TEXT}]}}}`},
	{agent: "copilot", mute: true, said: `{"type":"assistant.message","data":{"messageId":"m-UUID","content":TEXT,"toolRequests":[]},"id":"UUID","timestamp":"TIME","parentId":"e0"}`, file: ".copilot/session-state/ID/events.jsonl", event: "UserPromptSubmit",
		head: `{"type":"session.start","data":{"sessionId":"ID","version":1,"copilotVersion":"1.0.102","context":{"cwd":"/w/tide"}},"id":"e0","timestamp":"TIME","parentId":null}`,
		row:  `{"type":"user.message","data":{"content":TEXT,"delivery":"idle"},"id":"UUID","timestamp":"TIME","parentId":"e0"}`},
	{agent: "cursor", file: ".cursor/projects/w-tide/agent-transcripts/ID/ID.jsonl", event: "beforeSubmitPrompt", wraps: [2]string{"<user_query>\n", "\n</user_query>"},
		row: `{"role":"user","message":{"content":[{"type":"text","text":TEXT}]}}`},
	{agent: "gemini", mute: true, said: `{"id":"UUID","timestamp":"TIME","type":"gemini","content":TEXT,"thoughts":[],"model":"g"}`, file: ".gemini/tmp/tide/chats/session-ID.jsonl", event: "BeforeAgent", wraps: [2]string{"<hook_context>what is known of it </hook_context>\n\n", "\n--- Content from referenced files ---\nx\n--- End of content ---"},
		head: `{"sessionId":"ID","projectHash":"h","startTime":"TIME","directories":["/w/tide"]}`,
		row:  `{"id":"UUID","timestamp":"TIME","type":"user","content":[{"text":TEXT}]}`},
	{agent: "pi", mute: true, said: `{"type":"message","id":"UUID","parentId":null,"timestamp":"TIME","message":{"role":"assistant","content":[{"type":"text","text":TEXT}]}}`, file: ".pi/agent/sessions/--w-tide--/2026-03-02_ID.jsonl", event: "UserPromptSubmit",
		head: `{"type":"session","version":3,"id":"ID","timestamp":"TIME","cwd":"/w/tide"}`,
		row:  `{"type":"message","id":"UUID","parentId":null,"timestamp":"TIME","message":{"role":"user","content":[{"type":"text","text":TEXT}]}}`},
	{agent: "qwen", file: ".qwen/projects/-w-tide/chats/ID.jsonl", event: "UserPromptSubmit",
		row:  `{"uuid":"UUID","parentUuid":null,"sessionId":"ID","timestamp":"TIME","type":"user","provenance":"real_user","cwd":"/w/tide","message":{"role":"user","parts":[{"text":TEXT}]}}`,
		said: `{"uuid":"UUID","parentUuid":null,"sessionId":"ID","timestamp":"TIME","type":"assistant","cwd":"/w/tide","message":{"role":"model","parts":[{"text":TEXT}]}}`},
}

// A typed is one prompt, or an answer. Its word is in it, and in others that are alike.
type typed struct {
	word, text string
	answer     bool
	told       bool // a hook told it
	at         time.Time
	row        string
	seen       bool // its row stood in the transcript when that was read
	loose      bool // it may have gone along with what was forgotten
	gone       bool // it was forgotten
	copied     bool // a fork repeats it that was not read, and of which nobody forgot anything
}

// A typing is a session in which a person types, and what becomes of it.
type typing struct {
	*rapid.T
	tongue
	id, home, path string
	m              *workspace.Machine
	v              *workspace.Vault
	now            time.Time
	all            []typed
	queued         bool // a hook told something since the last flush
	there          int  // rows of the transcript that are in its file, -1 without one
	forked         int  // rows that a fork repeats
	forgot         time.Time
	done           []string
}

const (
	session = "0197f3a1-0000-7000-8000-000000000001"
	fork    = "0197f3a1-0000-7000-8000-000000000002"
)

func (s *typing) check(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

func (s *typing) fill(form string, at time.Time, n int, text string) string {
	b, err := json.Marshal(text)
	s.check(err)
	return strings.NewReplacer("UUID", fmt.Sprintf("u-%d", n), "ID", s.id, "TIME", at.UTC().Format("2006-01-02T15:04:05.000Z"), "TEXT", string(b)).Replace(form)
}

// types has the person type something; its row comes some seconds later or before.
func (s *typing) types() {
	n, answer := len(s.all), s.said != "" && len(s.all) > 0 && rapid.IntRange(0, 2).Draw(s.T, "answer") == 0
	word := "kiln" + strings.Repeat("ab", n%3) + string(rune('a'+n))
	const tail = " white, because it stays cooler through all of the summer, and the rain of the winter leaves no streaks on it then."
	text := "We decided to paint the " + word + tail // ends as others do
	switch rapid.IntRange(0, 7).Draw(s.T, "words") {
	case 0:
		text = "We decided to move the " + word + " to Kilo14 and bay77, because there is room."
	case 1:
		text = "For the " + word + " we decided on the key AKIAIOSFODNN7EXAMPLX."
	case 2:
		if n > 0 && answer == s.all[n-1].answer { // alike
			word, text = s.all[n-1].word, s.all[n-1].text
		}
	case 3:
		if answer { // a hook keeps all of it
			break
		}
		text = strings.Repeat("The log of "+word+" tells nothing that we did not know.\n", 1300) + text
	}
	t := typed{word: word, text: text, answer: answer, told: rapid.IntRange(0, 5).Draw(s.T, "told") > 0 && !(answer && s.mute), at: s.now}
	if n == 0 && s.head != "" {
		s.head = s.fill(s.head, s.now, 0, "")
	}
	form := s.row
	if answer {
		form = s.said
	}
	t.row = s.fill(form, s.now.Add(time.Duration(rapid.IntRange(-1000, 6000).Draw(s.T, "late"))*time.Millisecond), n+1, text)
	switch {
	case t.told && answer:
		s.hook("Stop", map[string]string{"last_assistant_message": text})
	case t.told:
		if s.wraps[0] != "" && rapid.Bool().Draw(s.T, "wrapped") {
			text = s.wraps[0] + text + s.wraps[1]
		}
		s.hook(s.event, map[string]string{"prompt": text})
	}
	s.all = append(s.all, t)
	s.now = s.now.Add(time.Duration(rapid.SampledFrom([]int{50, 300, 900, 20000, 200000}).Draw(s.T, "pause")) * time.Millisecond)
}

func (s *typing) hook(event string, more map[string]string) {
	p := map[string]string{"session_id": s.id, "transcript_path": s.path, "cwd": "/w/tide"}
	if s.agent == "cursor" {
		p["conversation_id"], p["cursor_version"] = s.id, "2.0"
	}
	maps.Copy(p, more)
	in, err := json.Marshal(p)
	s.check(err)
	h := agent.Hook{Agent: s.agent, Event: event, Vault: s.v.Path(), Stdin: strings.NewReader(string(in)), Stdout: io.Discard, Getenv: s.m.Getenv, Now: s.m.Now,
		Answer: func(*agent.Question) error { return nil }, StartWorker: func(string) error { return nil }, State: s.m.StateDir(), User: filepath.Join(s.home, "none")}
	s.check(h.Run())
	s.queued = true
}

// writes has the agent's file hold the first rows.
func (s *typing) writes(n int) {
	s.there = n
	if n < 0 {
		if err := os.Remove(s.path); !errors.Is(err, os.ErrNotExist) {
			s.check(err)
		}
		return
	}
	text := ""
	if s.head != "" && len(s.all) > 0 {
		text = s.head + "\n"
	}
	for _, t := range s.all[:n] {
		text += t.row + "\n"
	}
	s.check(os.MkdirAll(filepath.Dir(s.path), 0o700))
	s.check(os.WriteFile(s.path, []byte(text), 0o600))
	s.check(os.Chtimes(s.path, s.now, s.now))
}

// forks has a person go on elsewhere from what was said.
func (s *typing) forks() {
	if s.agent != "claude" && s.agent != "qwen" || len(s.all) == 0 {
		return
	}
	s.now = s.now.Add(10 * time.Second)
	s.forked = len(s.all)
	text := ""
	for _, t := range s.all {
		text += strings.ReplaceAll(t.row, s.id, fork) + "\n"
	}
	path := strings.ReplaceAll(s.path, s.id, fork)
	s.check(os.MkdirAll(filepath.Dir(path), 0o700))
	s.check(os.WriteFile(path, []byte(text), 0o600))
	for _, event := range [...]string{"SessionStart", "SessionEnd"} {
		s.hook(event, map[string]string{"session_id": fork, "transcript_path": path})
	}
}

// reads notes that the rows in the file were there to be read.
func (s *typing) reads() {
	for i := range s.all[:max(0, s.there, s.forked)] {
		s.all[i].seen = true
	}
}

func (s *typing) flush(silent, scan bool) {
	w := capture.New(s.v, silent, s.Logf, func(context.Context) error { return nil })
	w.All, w.Scan, w.Leave = true, scan, true
	w.Hurry()
	w.Settle()
	s.check(w.Run(s.Context()))
	if s.queued {
		s.reads()
	}
	s.queued = false
}

// imports reads the transcript as an import does.
func (s *typing) imports() {
	unlock, err := s.v.Writer(s.Context(), "import")
	s.check(err)
	defer unlock()
	a := agents.Of(s.agent)[0]
	sources, err := a.Sessions(s.Context(), a.Root(s.m.Getenv, s.home))
	s.check(err)
	f := s.v.Flusher()
	p, _, err := f.Plan(s.Context(), sources, flush.Options{Now: s.now})
	s.check(err)
	_, err = f.Run(s.Context(), p, 1, nil)
	s.check(err)
	s.reads()
}

// forgets forgets a line or an entry of the session, or all of it that was said by now.
func (s *typing) forgets() {
	logs, err := s.v.Logs(s.Context())
	s.check(err)
	name, entry, says := "", "", ""
	for _, l := range logs {
		for _, e := range l.Entries {
			for _, b := range e.Bullets {
				name, entry, says = l.Date.String()+"#^"+b.Block, e.ID, b.Text
			}
		}
	}
	if name == "" {
		return
	}
	all := false
	switch what := rapid.SampledFrom([]string{"line", "entry", "session", "day", "project:tide"}).Draw(s.T, "what"); what {
	case "line":
	case "entry":
		name, says = entry, ""
	default:
		all, name = true, cmp.Or(map[string]string{"session": s.id, "day": "2026-03-02"}[what], what)
	}
	of := map[string]bool{}
	for _, t := range s.archived() {
		for i := range s.all {
			x := &s.all[i]
			if t.Entry != entry || !strings.Contains(t.Text, x.word+" ") {
				continue
			}
			of[x.word] = true
			if !x.gone && (says == "" || strings.Contains(says, x.word+" ")) {
				x.gone = true
				break // one turn, one of those that are alike
			}
		}
	}
	asked := false // the last prompt is forgotten
	for i := range s.all {
		x := &s.all[i]
		if all && !x.gone {
			x.gone, x.copied = true, name == s.id && i < s.forked && !x.told && !x.seen
		}
		if !x.answer {
			asked = x.gone
		}
		x.loose = x.loose || of[x.word] || asked && x.answer // in other words of an entry a line may be told again, and an answer goes with its prompt
	}
	h := &forget.Handler{Vault: s.v, Warn: func(string) {}}
	p, err := h.Plan(s.Context(), forget.Request{Name: name})
	s.check(err)
	s.check(h.Do(s.Context(), p))
	s.forgot = s.now
}

// archived returns what the archive has.
func (s *typing) archived() (out []archive.Turn) {
	for _, id := range [...]string{s.id, fork} {
		s.check(archive.Archive{Dir: s.v.Dir}.Each(s.agent, id, func(_ string, f *archive.File) error {
			out = append(out, f.Turns...)
			return nil
		}))
	}
	return out
}

// holds fails unless each that can be known is kept once, none twice, and none that was forgotten.
func (s *typing) holds() {
	least, most, have := map[string]int{}, map[string]int{}, map[string]int{}
	gone := map[string]bool{}
	for _, t := range s.all {
		gone[t.word] = true
	}
	for i, t := range s.all {
		if !t.gone || t.copied {
			gone[t.word] = false
		}
		if !t.gone && (t.told || t.seen) || t.copied {
			most[t.word]++
		}
		alike := slices.ContainsFunc(s.all, func(x typed) bool { return x.gone && x.word == t.word }) && t.at.Before(s.forgot.Add(70*time.Second))
		repeated := t.answer && !t.seen && slices.ContainsFunc(s.all[:i], func(x typed) bool { return x.word == t.word }) // its hook may tell it again
		if !t.gone && !t.loose && !alike && !repeated && (t.seen || t.told) && (t.seen || s.there < 0 || i < s.there) {   // else the transcript is there, and does not have it
			least[t.word]++
		}
	}
	turns := s.archived()
	for _, t := range turns {
		for _, x := range s.all {
			if strings.Contains(t.Text, x.word+" ") {
				have[x.word]++
				break
			}
		}
	}
	for _, t := range s.all {
		if n := have[t.word]; n < least[t.word] || n > most[t.word] {
			s.Fatalf("%s is there %d times, want %d to %d:\n%s", t.word, n, least[t.word], most[t.word], s.story())
		}
	}
	logs, err := s.v.Logs(s.Context())
	s.check(err)
	for _, l := range logs {
		for _, e := range l.Entries {
			texts := []string{e.Title, e.Context}
			for _, b := range e.Bullets {
				texts = append(texts, b.Text)
			}
			for _, text := range texts {
				for w := range gone {
					if gone[w] && strings.Contains(text, w+" ") {
						s.Fatalf("the log says %q again:\n%s", text, s.story())
					}
				}
			}
		}
	}
}

func (s *typing) story() string {
	out := strings.Join(s.done, "\n") + "\n"
	for i, t := range s.all {
		out += fmt.Sprintf("%d %s answer=%t told=%t seen=%t gone=%t loose=%t %s\n", i, t.word, t.answer, t.told, t.seen, t.gone, t.loose, t.row[:min(len(t.row), 260)])
	}
	for _, t := range s.archived() {
		out += fmt.Sprintf("kept %v %q %.80q\n", t.Rows, t.Entry, t.Text)
	}
	r, _ := (&ledger.Ledger{Dir: s.v.Dir}).Get(s.agent, s.id, s.now)
	r.Files = nil
	b, _ := json.Marshal(r)
	return out + string(b)
}

// Whatever hooks tell, and whenever the transcript is there, late, in part, gone or read, in each agent's form: nothing that was said is
// lost, nothing is there twice, and nothing that was forgotten comes back.
func TestAskedOnce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tongue := tongues[rapid.IntRange(0, len(tongues)-1).Draw(rt, "agent")]
		home, err := os.MkdirTemp(t.TempDir(), "home")
		must.Do(rt, err)
		s := &typing{T: rt, tongue: tongue, id: session, home: home, now: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC), there: -1}
		s.path = filepath.Join(home, filepath.FromSlash(strings.ReplaceAll(s.file, "ID", s.id)))
		s.m = &workspace.Machine{Getenv: func(string) string { return "" }, Now: func() time.Time { return s.now }, Local: time.UTC, Dir: home, Home: home}
		_, err = s.m.Finder().Init(filepath.Join(home, "v"), false)
		s.check(err)
		s.v, err = s.m.Open(filepath.Join(home, "v"))
		s.check(err)
		defer s.v.Dir.Close()
		for range rapid.IntRange(2, 12).Draw(rt, "steps") {
			what := rapid.SampledFrom([]string{"types", "types", "types", "writes", "writes", "deletes", "flush", "flush", "background", "import", "end", "fork", "forget", "forget"}).Draw(rt, "step")
			s.done = append(s.done, s.now.Format("15:04:05.000 ")+what)
			switch what {
			case "types":
				s.types()
			case "writes":
				s.writes(rapid.IntRange(max(0, s.there), len(s.all)).Draw(rt, "rows"))
			case "deletes":
				s.writes(-1)
			case "flush", "background":
				s.flush(what == "background", rapid.Bool().Draw(rt, "scan"))
			case "import":
				s.imports()
			case "end":
				s.hook("SessionEnd", nil)
			case "fork":
				s.forks()
			case "forget":
				s.forgets()
			}
			s.now = s.now.Add(2 * time.Second)
		}
		if len(s.all) == 0 {
			return
		}
		s.hook("SessionEnd", nil)
		s.flush(false, true)
		s.holds()
		s.now = s.now.Add(time.Minute)
		s.flush(false, true)
		s.imports()
		s.holds()
	})
}
