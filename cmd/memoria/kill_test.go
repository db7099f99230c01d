package main

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// vaultFiles is every file of a vault outside .memoria/, by name.
func vaultFiles(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if d.Name() == ".memoria" {
				return fs.SkipDir
			}
			return nil
		}
		b, err := os.ReadFile(p)
		rel, _ := filepath.Rel(dir, p)
		out[filepath.ToSlash(rel)] = string(b)
		return err
	})
	must.Do(t, err)
	return out
}

func difference(want, got map[string]string) string {
	for name, w := range want {
		if g, ok := got[name]; !ok {
			return name + " is missing"
		} else if g != w {
			return fmt.Sprintf("%s differs:\n%s\nwant\n%s", name, g, w)
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			return name + " should not be there"
		}
	}
	return ""
}

// many lays n copies of the sample sessions, each a session of its own, below dir.
func many(t *testing.T, dir string, n int) {
	t.Helper()
	for i := range n {
		d := filepath.Join(dir, fmt.Sprint("project-", i))
		must.Do(t, samples(d))
		names := must.Get(filepath.Glob(filepath.Join(d, "*.jsonl")))(t)
		for _, name := range names {
			b := fsutiltest.Read(t, name)
			// The first digits of every uuid, and the hour, make it another session.
			s := strings.NewReplacer(`"uuid":"`, fmt.Sprintf(`"uuid":"%02x`, i), `"sessionId":"`, fmt.Sprintf(`"sessionId":"%02x`, i),
				`"timestamp":"2026-03-`, fmt.Sprintf(`"timestamp":"20%02d-03-`, 10+i)).Replace(string(b))
			must.Do(t, os.WriteFile(name, []byte(s), 0o600))
		}
	}
}

// seed chooses the moments of a test: 1, or MEMORIA_SEED.
func seed() uint64 {
	n := uint64(1)
	fmt.Sscan(os.Getenv("MEMORIA_SEED"), &n)
	return n
}

// An import that is killed at random moments and run again gives the vault that a clean run gives.
// MEMORIA_LONG=1 kills a hundred times, else a few; MEMORIA_SEED chooses the moments.
func TestImportKilled(t *testing.T) {
	rounds, copies, seed := 3, 2, seed()
	if os.Getenv("MEMORIA_LONG") != "" {
		rounds, copies = 34, 6 // three kills each
	}
	moments := rand.New(rand.NewPCG(seed, 7))
	dir := t.TempDir()
	program := must.Get(plainProgram())(t)
	transcripts := filepath.Join(dir, "transcripts")
	many(t, transcripts, copies)
	run := func(vault string, killAfter time.Duration) error {
		c := exec.Command(program, "import", "--vault", vault, transcripts)
		c.Env = append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir, "MEMORIA_VAULT=", "MEMORIA_TZ=Europe/Berlin", scriptNow+"=2030-01-01T00:00:00Z")
		if killAfter == 0 {
			out, err := c.CombinedOutput()
			if err != nil {
				return fmt.Errorf("%w: %s", err, out)
			}
			return nil
		}
		if err := c.Start(); err != nil {
			return err
		}
		time.Sleep(killAfter)
		c.Process.Kill()
		c.Wait()
		return nil
	}
	create := func(name string) string {
		vault := filepath.Join(dir, name)
		c := exec.Command(program, "init", vault)
		c.Env = append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir)
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("init: %v: %s", err, out)
		}
		return vault
	}
	clean := create("clean")
	start := time.Now()
	must.Do(t, run(clean, 0))
	whole := time.Since(start)
	want := vaultFiles(t, clean)
	for round := range rounds {
		vault := create(fmt.Sprint("killed-", round))
		for range 3 {
			must.Do(t, run(vault, time.Duration(1+moments.Int64N(int64(whole)))))
		}
		if err := run(vault, 0); err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		if d := difference(want, vaultFiles(t, vault)); d != "" {
			t.Fatalf("seed %d, round %d: %s", seed, round, d)
		}
	}
}
