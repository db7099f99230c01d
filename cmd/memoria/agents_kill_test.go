//go:build linux

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// A form is how an agent writes a session down, and tells of it.
type form struct {
	agent string
	path  func(c *crowd, id string) string
	begin string             // the first row
	row   [2]string          // of a person and of the agent
	again bool               // the client writes earlier rows again
	event map[string]string  // its names of events, where they are its own
	bare  func(string) bool  // events whose payload does not name the transcript
	id    func(n int) string // of a session
}

func uuid(n int) string { return fmt.Sprintf("5e55%04d-1111-4111-8111-000000000000", n) }

// forms are those of all agents. In them ID is the session, ROW the row, PREV the row before, WORDS what was said, AT and
// MILLIS when.
var forms = []form{
	{agent: "claude", path: below(".claude/projects/-w-tide/ID.jsonl"), id: uuid, row: [2]string{
		`{"type":"user","uuid":"ROW","parentUuid":"PREV","sessionId":"ID","timestamp":"AT","cwd":"/w/tide","message":{"role":"user","content":"WORDS"}}`,
		`{"type":"assistant","uuid":"ROW","parentUuid":"PREV","sessionId":"ID","timestamp":"AT","cwd":"/w/tide","message":{"role":"assistant","id":"mROW","content":[{"type":"text","text":"WORDS"}]}}`}},
	{agent: "codex", path: below(".codex/sessions/2026/11/01/rollout-2026-11-01T09-00-00-ID.jsonl"), id: uuid,
		begin: `{"timestamp":"AT","type":"session_meta","payload":{"id":"ID","cwd":"/w/tide","source":"exec"}}`, row: [2]string{
			`{"timestamp":"AT","type":"event_msg","payload":{"type":"item_completed","item":{"type":"UserMessage","id":"ROW","content":[{"type":"text","text":"WORDS"}]}}}`,
			`{"timestamp":"AT","type":"event_msg","payload":{"type":"item_completed","item":{"type":"AgentMessage","id":"ROW","content":[{"type":"Text","text":"WORDS"}]}}}`}},
	{agent: "copilot", path: below(".copilot/session-state/ID/events.jsonl"), id: uuid, bare: func(event string) bool { return event != "Stop" && event != "PreCompact" },
		begin: `{"type":"session.start","data":{"sessionId":"ID","copilotVersion":"1","context":{"cwd":"/w/tide"}},"id":"e0","timestamp":"AT"}`, row: [2]string{
			`{"type":"user.message","data":{"content":"WORDS"},"id":"ROW","timestamp":"AT"}`,
			`{"type":"assistant.message","data":{"content":"WORDS"},"id":"ROW","timestamp":"AT"}`}},
	{agent: "cursor", path: below(".cursor/projects/w-tide/agent-transcripts/ID/ID.jsonl"), id: uuid, event: map[string]string{"UserPromptSubmit": "beforeSubmitPrompt", "Stop": "stop", "PreCompact": "preCompact", "SessionEnd": "sessionEnd"}, row: [2]string{
		`{"role":"user","message":{"content":[{"type":"text","text":"<user_query>\nWORDS\n</user_query>"}]}}`,
		`{"role":"assistant","message":{"content":[{"type":"text","text":"WORDS"}]}}`}},
	{agent: "gemini", path: func(c *crowd, id string) string {
		return below(".gemini/tmp/tide/chats/session-2026-11-01T09-00-"+id[:8]+".jsonl")(c, id)
	}, again: true,
		id: func(n int) string { return fmt.Sprintf("%08d-1111-4111-8111-000000000000", n) }, event: map[string]string{"UserPromptSubmit": "BeforeAgent", "Stop": "AfterAgent", "PreCompact": "PreCompress"},
		begin: `{"sessionId":"ID","projectHash":"h","startTime":"AT","kind":"main","directories":["/w/tide"]}`, row: [2]string{
			`{"id":"ROW","timestamp":"AT","type":"user","content":[{"text":"WORDS"}]}`,
			`{"id":"ROW","timestamp":"AT","type":"gemini","content":"WORDS"}`}},
	{agent: "opencode", path: below("state/memoria/opencode/ID.jsonl"), again: true, id: func(n int) string { return fmt.Sprintf("ses_%04d", n) },
		begin: `{"id":"ID","directory":"/w/tide"}`, row: [2]string{
			`{"info":{"id":"ROW","sessionID":"ID","role":"user","time":{"created":MILLIS}},"parts":[{"type":"text","text":"WORDS"}],"after":"PREV"}`,
			`{"info":{"id":"ROW","sessionID":"ID","role":"assistant","time":{"created":MILLIS,"completed":MILLIS}},"parts":[{"type":"text","text":"WORDS","time":{"start":MILLIS,"end":MILLIS}}],"after":"PREV"}`}},
	{agent: "qwen", path: below(".qwen/projects/-w-tide/chats/ID.jsonl"), id: uuid, row: [2]string{
		`{"uuid":"ROW","parentUuid":"PREV","sessionId":"ID","timestamp":"AT","type":"user","provenance":"real_user","cwd":"/w/tide","message":{"role":"user","parts":[{"text":"WORDS"}]}}`,
		`{"uuid":"ROW","parentUuid":"PREV","sessionId":"ID","timestamp":"AT","type":"assistant","provenance":"assistant_output","cwd":"/w/tide","message":{"role":"model","parts":[{"text":"WORDS"}]}}`}},
	{agent: "pi", path: below(".pi/agent/sessions/--w-tide--/2026-11-01T09-00-00-000Z_ID.jsonl"), id: uuid,
		begin: `{"type":"session","version":3,"id":"ID","timestamp":"AT","cwd":"/w/tide"}`, row: [2]string{
			`{"type":"message","id":"ROW","parentId":"PREV","timestamp":"AT","message":{"role":"user","content":[{"type":"text","text":"WORDS"}]}}`,
			`{"type":"message","id":"ROW","parentId":"PREV","timestamp":"AT","message":{"role":"assistant","content":[{"type":"text","text":"WORDS"}]}}`}},
}

func below(name string) func(*crowd, string) string {
	return func(c *crowd, id string) string {
		return filepath.Join(c.dir, filepath.FromSlash(strings.ReplaceAll(name, "ID", id)))
	}
}

// A talk is a session that goes on, of one agent.
type talk struct {
	sync.Mutex
	*form
	c        *crowd
	id, path string
	n, rows  int
	at       time.Time
	prev     string
	said     []string // the words of all turns
	lines    []string // the rows of these
}

func newTalk(c *crowd, f *form, n int) (*talk, error) {
	s := &talk{form: f, c: c, id: f.id(n), n: n, at: time.Now().UTC().Add(-time.Hour), prev: f.id(n)}
	s.path = f.path(c, s.id)
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return nil, err
	}
	if f.begin != "" {
		if err := s.write(s.fill(f.begin, "", "")); err != nil {
			return nil, err
		}
	}
	_, err := s.say(false)
	return s, err
}

func (s *talk) fill(row, id, words string) string {
	s.at = s.at.Add(time.Second)
	return strings.NewReplacer("ROW", id, "PREV", s.prev, "WORDS", words, "AT", s.at.Format(time.RFC3339Nano), "MILLIS", fmt.Sprint(s.at.UnixMilli()), "ID", s.id).Replace(row) + "\n"
}

func (s *talk) write(lines ...string) error {
	f, err := os.OpenFile(s.path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(strings.Join(lines, ""))
	return errors.Join(err, f.Close())
}

// say writes a prompt and its answer; the last row stays half written until the returned function is called.
func (s *talk) say(tear bool) (rest func() error, err error) {
	var out []string
	for role, words := range []string{"We decided to keep table %s in SQLite, because one file is easy to copy.", "Done: table %s is in SQLite now."} {
		s.rows++
		name := fmt.Sprintf("%s-%d-%d", s.agent, s.n, s.rows)
		id := fmt.Sprintf("%s-%024d", name, s.rows)
		text := fmt.Sprintf(words, name)
		out = append(out, s.fill(s.row[role], id, text))
		s.prev, s.said = id, append(s.said, text)
	}
	s.lines = append(s.lines, out...)
	last := &out[1]
	half := len(*last) / 2
	if !tear {
		half = len(*last)
	}
	held := (*last)[half:]
	*last = (*last)[:half]
	return func() error { return s.write(held) }, s.write(out...)
}

// hook tells of an event, as agent, "" for the session's own.
func (s *talk) hook(agent, event string) error {
	name := event
	if own := s.event[event]; own != "" {
		name = own
	}
	p := map[string]string{"session_id": s.id, "cwd": "/w/tide", "hook_event_name": name, "transcript_path": s.path}
	if s.bare != nil && s.bare(event) {
		delete(p, "transcript_path")
	}
	if s.agent == "cursor" {
		p["cursor_version"] = "3.7"
	}
	if event == "UserPromptSubmit" {
		p["prompt"] = "go on"
	}
	payload, err := json.Marshal(p)
	if err != nil {
		return err
	}
	if agent == "" {
		agent = s.agent
	}
	if out, err := s.c.run(string(payload), "hook", agent, name, "--vault", s.c.vault); err != nil || out != "" && name != "BeforeAgent" {
		return fmt.Errorf("hook %s %s: %v %q", agent, name, err, out)
	}
	return nil
}

// step does one thing that a client does, and tells of it.
func (s *talk) step(r *rand.Rand) error {
	s.Lock()
	defer s.Unlock()
	event := []string{"UserPromptSubmit", "Stop", "Stop", "Stop", "PreCompact", "SessionEnd"}[r.IntN(6)]
	if event == "UserPromptSubmit" {
		return s.hook("", event)
	}
	rest, err := s.say(r.IntN(8) == 0)
	if err != nil {
		return err
	}
	if s.again && r.IntN(4) == 0 {
		if err := errors.Join(rest(), s.repeat(r)); err != nil {
			return err
		}
		rest = func() error { return nil }
	}
	as := ""
	if (s.agent == "copilot" && event == "Stop" || s.agent == "cursor") && r.IntN(3) == 0 {
		as = "claude" // they also run the hooks that a repository has for Claude Code
	}
	return errors.Join(s.hook(as, event), rest())
}

// repeat writes rows again, as the clients do that keep no log: Gemini CLI under new ids and times.
func (s *talk) repeat(r *rand.Rand) error {
	some := s.lines[r.IntN(len(s.lines)):]
	if s.agent != "gemini" {
		return s.write(some...)
	}
	var list []string
	for i, l := range some {
		list = append(list, strings.Replace(strings.TrimSuffix(l, "\n"), `{"id":"`, fmt.Sprintf(`{"id":"again-%d-%d-`, s.rows, i), 1))
	}
	return s.write(`{"$set":{"messages":[` + strings.Join(list, ",") + "]}}\n")
}

// Hooks of all agents at once, at random, while the workers they start are killed: every turn lies once in the archive and
// in an entry of its own session and agent. MEMORIA_LONG=1 runs two thousand hooks, else a few.
func TestAgentsKilled(t *testing.T) {
	hooks, kills, seed := 90, 6, seed()
	if os.Getenv("MEMORIA_LONG") != "" {
		hooks, kills = 2000, 120
	}
	c := newCrowd(t)
	if out, err := c.run("", "init", c.vault); err != nil {
		t.Fatalf("init: %v %s", err, out)
	}
	var talks []*talk
	for i := range forms {
		for n := range 3 { // the ids of several agents are the same
			s := must.Get(newTalk(c, &forms[i], n))(t)
			talks = append(talks, s)
		}
	}
	var all sync.WaitGroup
	var left atomic.Int64
	left.Store(int64(hooks))
	for w := range 6 {
		all.Go(func() {
			r := rand.New(rand.NewPCG(seed, uint64(w)))
			for left.Add(-1) >= 0 {
				if err := talks[r.IntN(len(talks))].step(r); err != nil {
					t.Error(err)
				}
			}
		})
	}
	over := make(chan struct{})
	go func() {
		c.kill(kills, rand.New(rand.NewPCG(seed, 99)))
		close(over)
	}()
	all.Wait()
	for { // what is left to kill starts with these
		for _, s := range talks {
			if err := s.hook("", "SessionEnd"); err != nil {
				t.Error(err)
			}
		}
		select {
		case <-over:
		case <-time.After(time.Second):
			continue
		}
		break
	}
	if out, err := c.run("", "flush", "--wait", "--vault", c.vault); err != nil {
		t.Errorf("flush --wait: %v\n%s", err, out)
	}
	c.settled()
	heard(t, c, talks)
}

// The hook of one agent names the transcript of another, before that agent's own hook reports: the session is of who wrote
// the file.
func TestAgentsMisnamed(t *testing.T) {
	c := newCrowd(t)
	flush := func(args ...string) {
		t.Helper()
		if out, err := c.run("", append(args, "--vault", c.vault)...); err != nil {
			t.Fatalf("%v: %v %s", args, err, out)
		}
	}
	if out, err := c.run("", "init", c.vault); err != nil {
		t.Fatalf("init: %v %s", err, out)
	}
	claude := &forms[0]
	var talks []*talk
	pair := func(wrote, told *form) {
		s, err := newTalk(c, wrote, len(talks))
		if err == nil {
			err = (&talk{form: told, c: c, id: s.id, path: s.path}).hook("", "PreCompact")
		}
		must.Do(t, err)
		talks = append(talks, s)
	}
	for i := range forms[1:] {
		pair(claude, &forms[i+1])
		pair(&forms[i+1], claude)
	}
	flush("flush", "--wait")
	heard(t, c, talks)
	for _, s := range talks {
		_, err := s.say(false)
		must.Do(t, errors.Join(err, s.hook("", "SessionEnd")))
	}
	flush("flush", "--wait")
	c.settled()
	heard(t, c, talks)
}

// heard holds the vault to what was said in the talks.
func heard(t *testing.T, c *crowd, talks []*talk) {
	v := fsutiltest.Open(t, c.vault)
	spans, err := (&daily.Store{Dir: v, Zone: time.UTC}).Spans()
	must.Be(t, err == nil || errors.Is(err, fs.ErrNotExist), "%v", err)
	entries := map[string]string{} // their agents and sessions
	for _, s := range spans {
		entries[s.Entry] = s.Agent + " " + s.Session
	}
	whose := map[string][]string{} // of words
	sessions, err := archive.Archive{Dir: v}.Sessions(t.Context(), nil, time.UTC, time.Now())
	must.Do(t, err)
	for _, s := range sessions {
		err := archive.Archive{Dir: v}.Each(s.Agent, s.Session, func(name string, file *archive.File) error {
			for _, turn := range file.Turns {
				whose[turn.Text] = append(whose[turn.Text], s.Agent+" "+s.Session)
				must.Equal(t, entries[turn.Entry], s.Agent+" "+s.Session, "%q of %s %s is in an entry of", turn.Text, s.Agent, s.Session)
			}
			return nil
		})
		must.Do(t, err)
	}
	turns := 0
	for _, s := range talks {
		for _, words := range s.said {
			turns++
			if got := whose[words]; len(got) != 1 || got[0] != s.agent+" "+s.id {
				t.Errorf("%q of %s %s is in the archive of %q", words, s.agent, s.id, got)
			}
			delete(whose, words)
		}
	}
	for words, who := range whose {
		t.Errorf("%q of %q was never said", words, who)
	}
	t.Logf("%d turns of %d sessions in %d entries", turns, len(talks), len(entries))
}
