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
		"memoria":      {"github.com/modelcontextprotocol/go-sdk/mcp", "github.com/zricethezav/gitleaks/v8/config"},
	} {
		out, err := exec.Command("go", "list", "-deps", "../"+program).Output()
		if err != nil {
			t.Skipf("go list: %v", err)
		}
		linked := strings.Fields(string(out))
		if len(linked) < 50 {
			t.Fatalf("%s links %d packages", program, len(linked))
		}
		for _, p := range never {
			if slices.Contains(linked, p) {
				t.Errorf("%s links %s", program, p)
			}
		}
	}
}

// TestBounds measures the programs as they are released: interleaved medians of 60 runs. It is for a
// quiet machine: MEMORIA_LONG=1 runs it.
func TestBounds(t *testing.T) {
	if os.Getenv("MEMORIA_LONG") == "" {
		t.Skip("MEMORIA_LONG=1 measures the start of the programs")
	}
	home := t.TempDir()
	empty := filepath.Join(home, "empty.go")
	if err := os.WriteFile(empty, []byte("package main\n\nfunc main() {}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
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
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	run := func(env, stdin string, name string, args ...string) time.Duration {
		t.Helper()
		c := exec.Command(bin(name), args...)
		c.Dir, c.Stdin = dir, strings.NewReader(stdin)
		c.Env = []string{"HOME=" + home, "USERPROFILE=" + home, env}
		begin := time.Now()
		if err := c.Run(); err != nil {
			t.Fatalf("%s %q: %v", name, args, err)
		}
		return time.Since(begin)
	}
	run("", "", "memoria", "demo", vault)
	hook := func(env, event string) time.Duration {
		return run(env, fmt.Sprintf(`{"session_id":"s1","cwd":%q,"source":"startup"}`, dir), "memoria-hook", "hook", "claude", event, "--vault", vault)
	}
	hook("", "SessionStart") // has what a session is told prepared
	var base, version, stop, start []time.Duration
	for range 60 {
		base = append(base, run("", "", "empty"))
		version = append(version, run("", "", "memoria", "--version"))
		stop = append(stop, hook("MEMORIA_CAPTURE_TURNS=1", "Stop"))
		idle(t, vault)
		start = append(start, hook("", "SessionStart"))
		idle(t, vault)
	}
	for _, c := range []struct {
		what  string
		times []time.Duration
		most  float64
	}{{"memoria --version", version, mostVersion}, {"the hook at Stop", stop, mostStop}, {"the hook at SessionStart", start, mostStart}} {
		x := float64(median(c.times)) / float64(median(base))
		t.Logf("%s takes %v, %.2f times an empty program", c.what, median(c.times), x)
		if x > c.most {
			t.Errorf("%s takes %.2f times what an empty program does, and may take %.1f", c.what, x, c.most)
		}
	}
}

func median(d []time.Duration) time.Duration { return slices.Sorted(slices.Values(d))[len(d)/2] }

// idle waits until no worker is at work.
func idle(t *testing.T, vault string) {
	t.Helper()
	d, err := fsutil.OpenDir(vault)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	time.Sleep(20 * time.Millisecond) // until it has begun
	unlock, err := d.Lock(t.Context(), layout.LockWorker)
	if err != nil {
		t.Fatal(err)
	}
	unlock()
}
