package ownfile

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude/hookline"
	"github.com/agent-admin/memoria/fsutil/must"
)

// Hooks are written once, follow the program and the vault, and go without a trace; what somebody changed is left alone.
func TestPlan(t *testing.T) {
	for _, agent := range []string{hookline.Copilot, hookline.Gemini, hookline.Pi, hookline.OpenCode} {
		dir := filepath.Join(t.TempDir(), "agent")
		c := hookline.Command{Binary: "/usr/bin/memoria", Vault: "/a vault", Agent: agent}
		apply := func(changes []Change, err error) int {
			t.Helper()
			if err == nil {
				err = Apply(dir, changes)
			}
			must.Do(t, err)
			return len(changes)
		}
		files := len(Files(c))
		n := apply(Plan(dir, c))
		must.Hold(t, n == files, "%s: %d changes at first", agent, n)
		n = apply(Plan(dir, c))
		must.Hold(t, n == 0, "%s: %d changes the second time", agent, n)
		had, ok, err := Standing(dir, agent)
		must.Hold(t, ok && err == nil && had.Binary == c.Binary && had.Vault == c.Vault, "%s: %+v, %t, %v", agent, had, ok, err)
		c.Vault = "/another"
		n = apply(Plan(dir, c))
		must.Hold(t, n == 1, "%s: %d changes for another vault", agent, n)
		path := filepath.Join(dir, filepath.FromSlash(Files(c)[files-1].Path))
		must.Do(t, os.WriteFile(path, []byte(`{"hooks":{}}`), 0o600))
		for _, plan := range []func() ([]Change, error){func() ([]Change, error) { return Plan(dir, c) }, func() ([]Change, error) { return PlanRemoval(dir, agent) }} {
			_, err := plan()
			must.Hold(t, errors.As(err, new(*ForeignError)), "%s: a file of somebody's: %v", agent, err)
		}
		must.Do(t, os.Remove(path))
		apply(Plan(dir, c))
		beside := filepath.Join(filepath.Dir(path), "mine.json")
		must.Do(t, os.WriteFile(beside, nil, 0o600))
		apply(PlanRemoval(dir, agent))
		must.Is(t, must.Err(os.Stat(path)), os.ErrNotExist, "%s: it stays", agent)
		must.Is(t, must.Err(os.Stat(beside)), nil, "%s: a file of the person's is gone", agent)
		n = apply(PlanRemoval(dir, agent))
		must.Hold(t, n == 0, "%s: %d changes of nothing", agent, n)
	}
}
