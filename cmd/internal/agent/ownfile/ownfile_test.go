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
		if n := apply(Plan(dir, c)); n != files {
			t.Errorf("%s: %d changes at first", agent, n)
		}
		if n := apply(Plan(dir, c)); n != 0 {
			t.Errorf("%s: %d changes the second time", agent, n)
		}
		if had, ok, err := Standing(dir, agent); !ok || err != nil || had.Binary != c.Binary || had.Vault != c.Vault {
			t.Errorf("%s: %+v, %t, %v", agent, had, ok, err)
		}
		c.Vault = "/another"
		if n := apply(Plan(dir, c)); n != 1 {
			t.Errorf("%s: %d changes for another vault", agent, n)
		}
		path := filepath.Join(dir, filepath.FromSlash(Files(c)[files-1].Path))
		must.Do(t, os.WriteFile(path, []byte(`{"hooks":{}}`), 0o600))
		for _, plan := range []func() ([]Change, error){func() ([]Change, error) { return Plan(dir, c) }, func() ([]Change, error) { return PlanRemoval(dir, agent) }} {
			if _, err := plan(); !errors.As(err, new(*ForeignError)) {
				t.Errorf("%s: a file of somebody's: %v", agent, err)
			}
		}
		must.Do(t, os.Remove(path))
		apply(Plan(dir, c))
		beside := filepath.Join(filepath.Dir(path), "mine.json")
		must.Do(t, os.WriteFile(beside, nil, 0o600))
		apply(PlanRemoval(dir, agent))
		if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: it stays: %v", agent, err)
		}
		if _, err := os.Stat(beside); err != nil {
			t.Errorf("%s: a file of the person's is gone: %v", agent, err)
		}
		if n := apply(PlanRemoval(dir, agent)); n != 0 {
			t.Errorf("%s: %d changes of nothing", agent, n)
		}
	}
}
