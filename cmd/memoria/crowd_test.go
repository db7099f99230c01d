//go:build linux

package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
)

// A crowd is a vault and the sessions that report to it.
type crowd struct {
	t     *testing.T
	dir   string
	vault string
}

// newCrowd has a folder without links, and no vault in it yet.
func newCrowd(t *testing.T) *crowd {
	dir := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
	return &crowd{t: t, dir: dir, vault: filepath.Join(dir, "vault")}
}

func (c *crowd) env() []string {
	return append(os.Environ(), "HOME="+c.dir, "XDG_CONFIG_HOME="+c.dir, "XDG_STATE_HOME="+filepath.Join(c.dir, "state"), "CLAUDE_CONFIG_DIR=", "CODEX_HOME=", "COPILOT_HOME=", "MEMORIA_VAULT=", "MEMORIA_TZ=UTC")
}

func (c *crowd) run(stdin string, args ...string) (string, error) {
	cmd := exec.Command("memoria", args...)
	cmd.Env, cmd.Dir = c.env(), c.dir
	cmd.Stdin = strings.NewReader(stdin)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// workers are the processes that work this vault's queue, or are about to.
func (c *crowd) workers() (pids []int) {
	procs := must.Get(filepath.Glob("/proc/[0-9]*/cmdline"))(c.t)
	for _, p := range procs {
		b, err := os.ReadFile(p)
		if err != nil || !bytes.Contains(b, []byte(c.vault)) || !bytes.Contains(b, []byte("flush")) {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(p))); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}

// kill kills n workers at random moments. Those it kills are replaced by what the hooks start.
func (c *crowd) kill(n int, moments *rand.Rand) {
	for killed := 0; killed < n; {
		time.Sleep(time.Duration(moments.Int64N(int64(50 * time.Millisecond))))
		pids := c.workers()
		if len(pids) > 0 && syscall.Kill(pids[moments.IntN(len(pids))], syscall.SIGKILL) == nil {
			killed++
		}
	}
}

// settled waits for the workers, and holds the vault to what it says of itself.
func (c *crowd) settled() {
	t := c.t
	t.Helper()
	for end := time.Now().Add(20 * time.Second); len(c.workers()) > 0; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("workers left: %v", c.workers())
		}
	}
	if out, err := c.run("", "compile", "--all", "--vault", c.vault); err != nil {
		t.Errorf("compile: %v\n%s", err, out)
	}
	if out, err := c.run("", "status", "--check", "--vault", c.vault); err != nil {
		t.Errorf("status --check: %v\n%s", err, out)
	}
	for _, lock := range []string{layout.LockWorker, layout.LockImport} {
		unlock, err := fsutiltest.Open(t, c.vault).TryLock(lock)
		if err != nil {
			t.Errorf("lock left: %v", err)
			continue
		}
		unlock()
	}
}
