package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
)

// What the programs may weigh, and how often the time of an empty Go program they may take.
const (
	mostBytes   = 23_000_000
	mostVersion = 4.0 // memoria --version
	mostStop    = 2.2 // the hook at Stop, its worker started
	mostStart   = 2.6 // the hook when a session starts, with what it is told prepared
)

// heavy are packages that cost a program more to start than all that a hook does.
var heavy = []string{"net/http", "html/template", "text/template", "encoding/gob", "github.com/yuin/goldmark", "github.com/spf13/cobra",
	"github.com/agent-admin/memoria/wiki", "github.com/agent-admin/memoria/flush", "github.com/agent-admin/memoria/compiler"}

// TestPrograms holds the programs to what they may link.
func TestPrograms(t *testing.T) {
	for program, never := range map[string][]string{
		"memoria-hook": heavy,
		"memoria":      {"github.com/modelcontextprotocol/go-sdk/mcp"},
	} {
		out, err := exec.Command("go", "list", "-deps", "../"+program).Output()
		if err != nil {
			t.Skipf("go list: %v", err)
		}
		linked := strings.Fields(string(out))
		must.Be(t, len(linked) >= 50, "%s links %d packages", program, len(linked))
		for _, p := range never {
			must.Hold(t, !slices.Contains(linked, p), "%s links %s", program, p)
		}
	}
}

// TestBounds measures the programs as they are released: interleaved medians of 15 runs or more. It is for a
// quiet machine: MEMORIA_LONG=1 runs it.
func TestBounds(t *testing.T) {
	if os.Getenv("MEMORIA_LONG") == "" {
		t.Skip("MEMORIA_LONG=1 measures the start of the programs")
	}
	home := t.TempDir()
	empty := filepath.Join(home, "empty.go")
	must.Do(t, os.WriteFile(empty, []byte("package main\n\nfunc main() {}\n"), 0o600))
	bin := func(name string) string { return filepath.Join(home, "bin", name) }
	for name, src := range map[string]string{"memoria": ".", "memoria-hook": "../memoria-hook", "empty": empty} {
		c := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", bin(name), src)
		c.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	if info, err := os.Stat(bin("memoria")); err != nil || info.Size() > mostBytes {
		t.Errorf("memoria has %d bytes, %v", info.Size(), err)
	}
	vault, dir := filepath.Join(home, "vault"), filepath.Join(home, "tidewatch")
	must.Do(t, os.Mkdir(dir, 0o755))
	run := func(env, stdin string, name string, args ...string) (time.Duration, string) {
		t.Helper()
		c := exec.Command(bin(name), args...)
		c.Dir, c.Stdin = dir, strings.NewReader(stdin)
		c.Env = []string{"HOME=" + home, "USERPROFILE=" + home, env}
		begin := time.Now()
		out, err := c.CombinedOutput() // as an agent, it waits until nobody holds the pipe
		took := time.Since(begin)
		must.Be(t, err == nil, "%s %q: %v: %s", name, args, err, out)
		return took, string(out)
	}
	run("", "", "memoria", "demo", vault)
	said := filepath.Join(home, "said.jsonl")
	must.Do(t, os.WriteFile(said, fmt.Appendf(nil, `{"type":"user","uuid":"u1","sessionId":"s","cwd":%q,"timestamp":"2026-03-01T10:00:00Z","message":{"role":"user","content":"We decided to use sqlite for the job store because it needs no server."}}`+"\n", dir), 0o600))
	run("", "", "memoria", "import", "--vault", vault, said)
	times := map[string][]time.Duration{}
	note := func(what string, took time.Duration) { times[what] = append(times[what], took) }
	hook := func(env, agent, event, session string) string {
		took, out := run(env, fmt.Sprintf(`{"session_id":%q,"conversation_id":%q,"cwd":%q,"source":"startup","prompt":"go on"}`, session, session, dir), "memoria-hook", "hook", agent, event, "--vault", vault)
		note(agent+" "+event, took)
		idle(t, vault)
		return out
	}
	hook("", "claude", "SessionStart", "s") // has what a session is told prepared
	clear(times)
	type hooked struct{ agent, start, stop string }
	all := []hooked{{"claude", "SessionStart", "Stop"}, {"codex", "SessionStart", "Stop"}, {"copilot", "SessionStart", "Stop"}, {"cursor", "sessionStart", "stop"},
		{"gemini", "BeforeAgent", "AfterAgent"}, {"opencode", "SessionStart", "Stop"}, {"pi", "SessionStart", "Stop"}, {"qwen", "SessionStart", "Stop"}}
	for round := range 15 {
		for _, h := range all {
			took, _ := run("", "", "empty")
			note("empty", took)
			took, _ = run("", "", "memoria", "--version")
			note("memoria --version", took)
			if out := hook("", h.agent, h.start, fmt.Sprint(h.agent, round)); !strings.Contains(out, "needs no server") {
				t.Fatalf("%s is told %q", h.agent, out)
			}
			hook("MEMORIA_CAPTURE_TURNS=1", h.agent, h.stop, h.agent)
		}
	}
	check := func(what string, most float64) {
		x := float64(median(times[what])) / float64(median(times["empty"]))
		t.Logf("%s takes %v, %.2f times an empty program", what, median(times[what]), x)
		must.Hold(t, x <= most, "%s takes %.2f times what an empty program does, and may take %.1f", what, x, most)
	}
	check("memoria --version", mostVersion)
	for _, h := range all {
		check(h.agent+" "+h.start, mostStart)
		check(h.agent+" "+h.stop, mostStop)
	}
}

func median(d []time.Duration) time.Duration { return slices.Sorted(slices.Values(d))[len(d)/2] }

// idle waits until no worker is at work.
func idle(t *testing.T, vault string) {
	t.Helper()
	d := must.Get(fsutil.OpenDir(vault))(t)
	defer d.Close()
	time.Sleep(20 * time.Millisecond) // until it has begun
	unlock := must.Get(d.Lock(t.Context(), layout.LockWorker))(t)
	unlock()
}
