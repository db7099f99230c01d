//go:build linux

package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// patience is how long the tests wait for the client or the worker before they give up.
const patience = 90 * time.Second

// A person has a machine of their own: a home with the client's settings, a project under git, a
// vault, and the program installed as the client's hook. A hook of another tool, which was there
// first, records what the client sent.
type person struct {
	t                          *testing.T
	home, project, vault, seen string
	bin                        string // the program, built
	client                     []string
	model                      *model
	before                     string // the client's settings without us
	quiet                      bool   // the client is too old to stream what hooks said
	provider                   string // whom memoria asks; "" for nobody
}

// clientCommand is the real client, or skips the test. A client that is a script runs under node.
func clientCommand(t *testing.T) []string {
	t.Helper()
	name := os.Getenv("MEMORIA_CLAUDE_BIN")
	if name == "" {
		t.Skip("MEMORIA_CLAUDE_BIN names no client")
	}
	return commandOf(t, name)
}

func commandOf(t *testing.T, name string) []string {
	t.Helper()
	if !strings.HasSuffix(name, "js") {
		return []string{name}
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node to run the client with")
	}
	return []string{node, name}
}

// e2eEvents are those that the recorder hears.
var e2eEvents = []string{"SessionStart", "UserPromptSubmit", "Stop", "PreCompact", "SessionEnd"}

func newPerson(t *testing.T, program string, client []string, turns int) *person {
	t.Helper()
	dir := t.TempDir()
	s := &person{t: t, client: client, bin: filepath.Join(dir, "bin", "memoria"),
		home: filepath.Join(dir, "home"), project: filepath.Join(dir, "project"), vault: filepath.Join(dir, "vault"), seen: filepath.Join(dir, "seen")}
	for _, d := range []string{filepath.Join(s.home, ".claude"), s.project, s.seen, filepath.Dir(s.bin)} {
		must.Do(t, os.MkdirAll(d, 0o755))
	}
	t.Cleanup(func() {
		s.reap()
	})
	s.model = startModel(t, s.project, e2eScript())
	s.copyProgram(program)
	s.write(filepath.Join(s.project, "README.md"), "# Job store\n")
	s.git("init", "-q")
	s.git("add", "README.md")
	s.git("-c", "user.name=Ana", "-c", "user.email=ana@example.org", "commit", "-q", "-m", "begin")
	s.settings()
	s.must("init", s.vault)
	s.write(filepath.Join(s.vault, ".memoria", "config.yaml"), s.read(filepath.Join(s.vault, ".memoria", "config.yaml"))+fmt.Sprintf("\ncapture:\n  turns: %d\n", turns))
	s.before = s.read(filepath.Join(s.home, ".claude", "settings.json"))
	s.must("install", "claude", "--yes", "--vault", s.vault)
	return s
}

// copyProgram gives the site a program of its own, by which its processes are known.
func (s *person) copyProgram(from string) {
	s.t.Helper()
	must.Do(s.t, os.WriteFile(s.bin, []byte(s.read(from)), 0o700))
}

// buildProgram makes the program: what the client starts is not the test.
func buildProgram(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "memoria")
	if out, err := exec.Command("go", "build", "-o", name, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v: %s", err, out)
	}
	return name
}

// settings are the client's as a person left them, with a hook of another tool on every event. It
// keeps the payload, and at Stop the transcripts as they are in that moment.
func (s *person) settings() {
	s.t.Helper()
	hooks := map[string]any{}
	for _, event := range e2eEvents {
		command := fmt.Sprintf(`n=$(date +%%s%%N); cat >%[1]s/.$n; [ %[2]s != Stop ] || cp -r %[3]s/.claude/projects %[1]s/$n-at; mv %[1]s/.$n %[1]s/$n-%[2]s`, s.seen, event, s.home)
		hooks[event] = []any{map[string]any{"hooks": []any{map[string]any{"type": "command", "command": command}}}}
	}
	s.json(filepath.Join(s.home, ".claude", "settings.json"), map[string]any{"hooks": hooks,
		"permissions": map[string]any{"allow": []string{"Bash(ls:*)", "Bash(echo:*)", "Bash(sleep:*)", "Read", "Write"}}})
	s.json(filepath.Join(s.home, ".claude.json"), map[string]any{"hasCompletedOnboarding": true, "theme": "dark",
		"customApiKeyResponses": map[string]any{"approved": []string{"dummy-not-a-key", "no-key-at-all-0123456789"}, "rejected": []string{}},
		"projects":              map[string]any{s.project: map[string]any{"hasTrustDialogAccepted": true, "hasCompletedProjectOnboarding": true}}})
}

func (s *person) write(name, text string) {
	s.t.Helper()
	must.Do(s.t, os.WriteFile(name, []byte(text), 0o600))
}

func (s *person) json(name string, v any) {
	s.t.Helper()
	b := must.Get(json.MarshalIndent(v, "", "  "))(s.t)
	s.write(name, string(b)+"\n")
}

func (s *person) read(name string) string {
	s.t.Helper()
	b := fsutiltest.Read(s.t, name)
	return string(b)
}

func (s *person) git(args ...string) {
	s.t.Helper()
	c := exec.Command("git", args...)
	c.Dir, c.Env = s.project, s.env()
	if out, err := c.CombinedOutput(); err != nil {
		s.t.Fatalf("git %s: %v: %s", strings.Join(args, " "), err, out)
	}
}

// env is all that the client inherits.
func (s *person) env() []string {
	return []string{
		"PATH=" + filepath.Dir(s.bin) + ":" + filepath.Dir(s.client[0]) + ":/usr/local/bin:/usr/bin:/bin", "HOME=" + s.home, "LANG=C.UTF-8", "TERM=xterm-256color",
		"ANTHROPIC_BASE_URL=" + s.model.URL, "ANTHROPIC_API_KEY=dummy-not-a-key",
		"DISABLE_TELEMETRY=1", "DISABLE_ERROR_REPORTING=1", "DISABLE_AUTOUPDATER=1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1",
		"MEMORIA_PROVIDER=" + cmp.Or(s.provider, "extractive"), "MEMORIA_TZ=UTC",
	}
}

// memoria runs the program as the person would and returns all it said.
func (s *person) memoria(args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c := exec.CommandContext(ctx, s.bin, args...)
	c.Dir, c.Env = s.project, append(s.env(), "MEMORIA_VAULT="+s.vault)
	out, err := c.CombinedOutput()
	return string(out), err
}

func (s *person) must(args ...string) string {
	s.t.Helper()
	out, err := s.memoria(args...)
	if err != nil {
		s.t.Fatalf("memoria %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

// A record is one event as the other tool's hook got it.
type record struct {
	Event, File string
	Session     string `json:"session_id"`
	Transcript  string `json:"transcript_path"`
	Reason      string `json:"reason"`
	Source      string `json:"source"`
	Message     string `json:"last_assistant_message"`
}

// records are the events so far, in order.
func (s *person) records() []record {
	s.t.Helper()
	names := must.Get(filepath.Glob(filepath.Join(s.seen, "[0-9]*-[A-Z]*")))(s.t)
	slices.Sort(names)
	var out []record
	for _, name := range names {
		var r record
		if err := json.Unmarshal([]byte(s.read(name)), &r); err != nil {
			s.t.Fatalf("%s: %v", name, err)
		}
		_, r.Event, _ = strings.Cut(filepath.Base(name), "-")
		r.File = name
		out = append(out, r)
	}
	return out
}

// waitFor waits until n events of that name were seen, and returns the last.
func (s *person) waitFor(event string, n int) record {
	s.t.Helper()
	var of []record
	s.until(fmt.Sprintf("%d of %s", n, event), func() bool {
		of = of[:0]
		for _, r := range s.records() {
			if r.Event == event {
				of = append(of, r)
			}
		}
		return len(of) >= n
	})
	return of[n-1]
}

// until polls until ok.
func (s *person) until(what string, ok func() bool) {
	s.t.Helper()
	for end := time.Now().Add(patience); !ok(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			s.t.Fatalf("waited in vain for %s; seen: %s", what, s.events())
		}
	}
}

func (s *person) events() string {
	var out []string
	for _, r := range s.records() {
		out = append(out, r.Event+r.Source+r.Reason)
	}
	return strings.Join(out, " ")
}

// transcripts are the files the client keeps of its sessions.
func (s *person) transcripts() []string {
	s.t.Helper()
	names := must.Get(filepath.Glob(filepath.Join(s.home, ".claude", "projects", "*", "*.jsonl")))(s.t)
	return names
}

// processes are those of the program, or that work on the vault, but for this test.
func (s *person) processes() []string {
	var out []string
	names, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, name := range names {
		b, err := os.ReadFile(name)
		line := string(bytes.ReplaceAll(b, []byte{0}, []byte(" ")))
		exe, _ := os.Readlink(filepath.Join(filepath.Dir(name), "exe"))
		if err == nil && name != fmt.Sprintf("/proc/%d/cmdline", os.Getpid()) && (strings.Contains(line, s.vault) || strings.HasPrefix(exe, s.bin)) {
			out = append(out, filepath.Base(filepath.Dir(name))+": "+line)
		}
	}
	return out
}

// reap ends what a failed test left running.
func (s *person) reap() {
	for _, p := range s.processes() {
		var pid int
		if _, err := fmt.Sscan(p, &pid); err == nil {
			if process, err := os.FindProcess(pid); err == nil {
				process.Kill()
			}
		}
	}
}
