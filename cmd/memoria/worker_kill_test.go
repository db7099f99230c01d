//go:build linux

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// A crowd is a vault and the sessions that report to it.
type crowd struct {
	t     *testing.T
	dir   string
	vault string
}

// newCrowd has a folder without links, and no vault in it yet.
func newCrowd(t *testing.T) *crowd {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
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
	procs, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		c.t.Fatal(err)
	}
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

// session is one agent's session, which goes on until all is over: stretches of talk, each reported
// by a hook.
func (c *crowd) session(n int, moments *rand.Rand, over <-chan struct{}) error {
	id := fmt.Sprintf("5e55%04d-0000-4000-8000-000000000000", n)
	path := filepath.Join(c.dir, ".claude", "projects", "-w-tide", id+".jsonl")
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	at := time.Now().UTC().Add(-time.Hour)
	row := 0
	say := func(role, words string) {
		row++
		at = at.Add(time.Second)
		kind := "content\":\"" + words + "\""
		if role == "assistant" {
			kind = fmt.Sprintf(`id":"m%d","content":[{"type":"text","text":"%s"}]`, row, words)
		}
		fmt.Fprintf(f, `{"type":%q,"uuid":"%s-%d","sessionId":%q,"timestamp":%q,"cwd":"/w/tide","gitBranch":"main","message":{"role":%q,"%s}}`+"\n",
			role, id[:8], row, id, at.Format(time.RFC3339), role, kind)
	}
	report := func(part int, event string) error {
		for i := range 2 {
			say("user", fmt.Sprintf("We decided to keep table %d-%d-%d in SQLite, because one file is easy to copy.", n, part, i))
			say("assistant", fmt.Sprintf("Done: table %d-%d-%d is in SQLite now.", n, part, i))
		}
		payload := fmt.Sprintf(`{"session_id":%q,"transcript_path":%q,"cwd":"/w/tide","hook_event_name":%q}`, id, path, event)
		if out, err := c.run(payload, "hook", "claude", event, "--vault", c.vault); err != nil || out != "" {
			return fmt.Errorf("hook %s: %v %q", event, err, out)
		}
		return nil
	}
	for part := 0; ; part++ {
		if err := report(part, []string{"Stop", "PreCompact"}[part%2]); err != nil {
			return err
		}
		select {
		case <-over:
			return report(part+1, "SessionEnd")
		case <-time.After(time.Duration(moments.Int64N(int64(time.Second)))):
		}
	}
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

// Ten sessions at once, each with three hooks and more, while the workers they start are killed at
// random moments: every word said lies in exactly one entry, stands once in the archive, and nothing is left
// behind. MEMORIA_LONG=1 kills two hundred times, else a few.
func TestWorkersKilled(t *testing.T) {
	kills, seed := 12, seed()
	if os.Getenv("MEMORIA_LONG") != "" {
		kills = 200
	}
	c := newCrowd(t)
	dir := c.dir
	if out, err := c.run("", "init", c.vault); err != nil {
		t.Fatalf("init: %v %s", err, out)
	}
	if err := os.MkdirAll(filepath.Join(dir, ".claude", "projects", "-w-tide"), 0o700); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	over := make(chan struct{})
	for n := range 10 {
		all.Go(func() {
			if err := c.session(n, rand.New(rand.NewPCG(seed, uint64(n))), over); err != nil {
				t.Errorf("session %d: %v", n, err)
			}
		})
	}
	c.kill(kills, rand.New(rand.NewPCG(seed, 99)))
	close(over)
	all.Wait()
	if out, err := c.run("", "flush", "--wait", "--vault", c.vault); err != nil {
		t.Errorf("flush --wait: %v\n%s", err, out)
	}
	c.audit()
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
}

// audit holds the vault to the law when all is over.
func (c *crowd) audit() {
	t := c.t
	t.Helper()
	c.settled()
	v := fsutiltest.Open(t, c.vault)
	a := account{Files: map[string]string{}, Skipped: map[string]string{}}
	names, err := filepath.Glob(filepath.Join(c.dir, ".claude", "projects", "*", "*.jsonl"))
	if err != nil || len(names) != 10 {
		t.Fatalf("transcripts: %v, %v", names, err)
	}
	for _, name := range names {
		b := fsutiltest.Read(t, name)
		a.Files[name] = string(b)
	}
	if a.Spans, err = (&daily.Store{Dir: v, Zone: time.UTC}).Spans(); err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	if a.Archived, err = archiveOf(c.vault); err != nil {
		t.Fatal(err)
	}
	for _, p := range a.problems() {
		t.Error(p)
	}
	for _, lock := range []string{layout.LockWorker, layout.LockImport} {
		unlock, err := v.TryLock(lock)
		if err != nil {
			t.Errorf("lock left: %v", err)
			continue
		}
		unlock()
	}
}
