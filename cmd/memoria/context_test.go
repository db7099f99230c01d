package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/agent-admin/memoria/cmd/internal/agent"
	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/handler/remind"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/query/brief/prepared"
	"github.com/agent-admin/memoria/wiki/receipt"
)

const tidewatch = "/home/ana/src/tidewatch"

// told runs a hook while a worker holds the vault, and returns what the agent is told.
func (m remembering) told(event string, payload map[string]string) string {
	m.t.Helper()
	unlock := must.Get(m.vault.TryLock(layout.LockWorker))(m.t)
	defer unlock()
	in := must.Get(json.Marshal(payload))(m.t)
	var out, errs bytes.Buffer
	env := &command.Env{Stdin: bytes.NewReader(in), Stdout: &out, Stderr: &errs, Getenv: func(k string) string { return m.env[k] },
		Now: func() time.Time { return m.now }, Local: time.UTC, Dir: m.home, Home: m.home}
	if code := run(m.t.Context(), env, []string{"hook", "claude", event, "--vault", m.vault.Path()}); code != 0 || errs.Len() > 0 {
		m.t.Errorf("%s ends with %d: %s", event, code, &errs)
	}
	if out.Len() == 0 {
		return ""
	}
	var answer struct {
		Out struct {
			Event string `json:"hookEventName"`
			Text  string `json:"additionalContext"`
		} `json:"hookSpecificOutput"`
	}
	d := json.NewDecoder(&out)
	d.DisallowUnknownFields()
	if err := d.Decode(&answer); err != nil || d.More() || answer.Out.Event != event {
		m.t.Errorf("%s says no one object: %v, %+v", event, err, answer)
	}
	return answer.Out.Text
}

func (m remembering) begins(session, dir, source string) string {
	m.t.Helper()
	return m.told("SessionStart", map[string]string{"session_id": session, "cwd": dir, "source": source})
}

func (m remembering) asks(session, prompt string) string {
	m.t.Helper()
	return m.told("UserPromptSubmit", map[string]string{"session_id": session, "cwd": tidewatch, "prompt": prompt})
}

func (m remembering) set(config string) {
	m.t.Helper()
	must.Get(m.vault.WriteFile(".memoria/config.yaml", []byte(config), 0o600))(m.t)
}

// settled leaves the hooks what a worker would.
func (m remembering) settled(s agent.Settings) {
	m.t.Helper()
	must.Do(m.t, agent.KeepSettings(m.vault, filepath.Join(m.home, ".config", "memoria", "config.yaml"), s))
}

func TestContextAtTheBegin(t *testing.T) {
	m := newMemory(t)
	first := m.begins("s1", tidewatch, "startup")
	for _, want := range []string{"not instructions", "> - Preference: ", "[[2026-03-19#^k89a89b]]", "Last sessions here:", "HOMEBREW_TOKEN", m.vault.Path()} {
		must.Hold(t, strings.Contains(first, want), "lacks %q:\n%s", want, first)
	}
	if n := utf8.RuneCountInString(first); n > 9000 {
		t.Errorf("%d characters", n)
	}
	must.Equal(t, m.begins("s2", "/home/ana/src/elsewhere", "startup"), "", "a project nobody knows is told")
	must.Equal(t, m.begins("s3", "/home/ana", "startup"), "", "a home is told")

	// What was prepared is said as it was, in no time: the settings stand, and no file changed.
	m.settled(agent.Settings{Throttle: queue.Throttle{Turns: 3, Every: time.Hour}, Context: 9000})
	b, fresh := prepared.Read(m.vault, "tidewatch")
	must.Be(t, fresh == prepared.Fresh, "the brief is %v", fresh)
	b.Items[0].Text = "as it was prepared"
	must.Get(prepared.Write(m.vault, b))(t)
	must.Text(t, m.begins("s4", tidewatch, "startup"), "nothing was prepared").Has("as it was prepared")

	// What a person takes out of the articles is not said any more.
	line := "- \"How long should backups be kept?\""
	must.Be(t, strings.Contains(first, line[2:]), "%q is not told", line)
	page := filepath.Join(m.vault.Path(), "wiki", "concepts", "tidewatch.md")
	text := fsutiltest.Read(t, page)
	at := bytes.Index(text, []byte(line))
	end := at + bytes.IndexByte(text[at:], '\n') + 1
	fsutiltest.Write(t, page, append(text[:at:at], text[end:]...))
	must.Text(t, m.begins("s5", tidewatch, "startup"), "told what was taken out").Has("HOMEBREW_TOKEN").Lacks(line[2:])

	// Settings.
	m.set("projects: {exclude: [\"" + tidewatch + "\"]}\n")
	must.Equal(t, m.begins("s6", tidewatch, "startup"), "", "a folder that is excluded is told")
	m.set("context: off\n")
	must.Equal(t, m.begins("s7", tidewatch, "startup"), "", "told although it is off")
	m.set("context: 700\n")
	if got := m.begins("s8", tidewatch, "startup"); got == "" || utf8.RuneCountInString(got) > 700 {
		t.Errorf("%d characters of 700:\n%s", utf8.RuneCountInString(got), got)
	}
	book, err := receipt.Load(m.vault)
	must.Hold(t, err == nil && len(book.Sessions) == 4 && book.Sessions["s1"].Given["2026-03-19^k89a89b"], "receipts: %v, %+v", err, book.Sessions)
}

// Where nothing is prepared and the whole takes too long, the newest logs tell what was last.
func TestContextRough(t *testing.T) {
	m := newMemory(t)
	env := &command.Env{Getenv: func(k string) string { return m.env[k] }, Now: func() time.Time { return m.now }, Local: time.UTC, Dir: m.home, Home: m.home}
	a := &command.App{Env: env}
	v := must.Get(a.Machine().Open(m.vault.Path()))(t)
	defer v.Dir.Close()
	b := must.Get(remind.Rough(v, "tidewatch"))(t)
	got := b.Choose(prepared.Ask{Vault: v.Dir.Path()})
	must.Hold(t, strings.Contains(got.Text, "Last sessions here:") && !strings.Contains(got.Text, "Decision: ") && !strings.Contains(got.Text, "What holds"), "told:\n%s", got.Text)
	if b, err := remind.Rough(v, "elsewhere"); err != nil || b.Choose(prepared.Ask{}).Text != "" {
		t.Errorf("of a project nobody knows: %v, %+v", err, b)
	}
}

// After a compaction what the session itself had noted comes first.
func TestContextAfterCompaction(t *testing.T) {
	m := newMemory(t)
	logs, _, err := (&daily.Store{Dir: m.vault, Zone: time.UTC}).Logs(t.Context())
	must.Do(t, err)
	session := logs[len(logs)-1].Entries[0].Session
	got := m.begins(session, tidewatch, prepared.Compacted)
	head, _, _ := strings.Cut(got, "What holds here:")
	must.Hold(t, session != "" && strings.Contains(head, "What this session noted so far:"), "session %q:\n%s", session, got)
	must.Text(t, m.begins(session, tidewatch, "startup"), "told of itself though it begins").Lacks("What this session noted")

	// What it said last stands in no log yet.
	names, err := filepath.Glob(filepath.Join(m.home, ".claude", "projects", "*", "*.jsonl"))
	must.Do(t, err)
	var name string
	var text []byte
	for _, name = range names {
		if text, err = os.ReadFile(name); err != nil || bytes.Contains(text, []byte(session)) {
			break
		}
	}
	must.Do(t, err)
	const said = "From now on the tide tables are rounded to five minutes, never to ten."
	row := map[string]any{"type": "user", "uuid": "ffff0000-1111-4222-8333-444455556666", "sessionId": session, "cwd": tidewatch,
		"timestamp": "2026-04-01T10:00:00.000Z", "message": map[string]any{"role": "user", "content": said}}
	line, err := json.Marshal(row)
	must.Do(t, err)
	must.Do(t, os.WriteFile(name, append(append(text, line...), '\n'), 0o600))
	logged := m.logged()
	got = m.told("SessionStart", map[string]string{"session_id": session, "cwd": tidewatch, "source": prepared.Compacted, "transcript_path": name})
	own, _, _ := strings.Cut(got, "What holds here:")
	must.Hold(t, strings.Contains(own, "rounded to five minutes") && strings.Contains(got, "What this session noted so far:"), "what was said last is forgotten:\n%s", got)
	must.Hold(t, maps.Equal(m.logged(), logged), "it was written into a log")
	m.settled(agent.Settings{Throttle: queue.Throttle{Turns: 3, Every: time.Hour}, Context: 9000})
	got = m.told("SessionStart", map[string]string{"session_id": session, "cwd": tidewatch, "source": prepared.Compacted, "transcript_path": name})
	must.Hold(t, strings.Contains(got, "rounded to five minutes"), "what was said last is forgotten where all else was prepared:\n%s", got)
}

// logged are the files of the vault but for notes of hooks, caches and receipts.
func (m remembering) logged() map[string]string {
	all := m.files()
	maps.DeleteFunc(all, func(name, _ string) bool {
		return !strings.HasPrefix(name, "daily/") && !strings.HasPrefix(name, ".memoria/sessions/") && !strings.HasPrefix(name, ".memoria/archive/")
	})
	return all
}

func TestRecallBesideAPrompt(t *testing.T) {
	m := newMemory(t)
	const prompt = "why did SQLite answer busy at once with two workers?"
	must.Equal(t, m.asks("s1", prompt), "", "off by default, and")
	m.set("recall: on\n")
	m.settled(agent.Settings{Throttle: queue.Throttle{Turns: 3, Every: time.Hour}, Recall: 1500})
	m.do("compile") // which keeps the index
	first := m.asks("s1", prompt)
	must.Hold(t, strings.Contains(first, "SQLITE_BUSY") && strings.Contains(first, "not instructions") && utf8.RuneCountInString(first) <= 1500, "says:\n%s", first)
	again := m.asks("s1", prompt)
	for l := range strings.Lines(again) {
		must.Hold(t, !strings.HasPrefix(l, "> ") || !strings.Contains(first, l), "said twice: %s", l)
	}
	must.Equal(t, m.asks("s2", prompt), first, "another session is told")
	for _, p := range []string{"yes", "go on", "/compact why did SQLite answer busy at once", "!sqlite busy two workers at once", "<task-notification>" + prompt,
		"please fix the failing test in the parser", "#" + prompt} {
		must.Equal(t, m.asks("s3", p), "", "%q gets", p)
	}
}
