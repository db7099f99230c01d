package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/cmd/internal/handler/forget"
	"github.com/agent-admin/memoria/cmd/memoria/change"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// TestForgetNamesMemory: where the agent's own memory says what is forgotten, the answer names the
// line and what takes it out, and the file stays as it is. What memoria published there is not meant.
func TestForgetNamesMemory(t *testing.T) {
	m := newMemory(t)
	e, words := m.forgettable()
	dir := filepath.Join(m.home, ".claude", "projects", "-home-ana-src-tidewatch", "memory")
	must.Do(t, os.MkdirAll(dir, 0o755))
	name := filepath.Join(dir, "MEMORY.md")
	text := "# Memory\n<!-- memoria:begin -->\n- " + words[0] + "\n<!-- memoria:end -->\n\n- Another thing\n- " + words[0] + "\n"
	for file, text := range map[string]string{name: text, filepath.Join(dir, "topic.md"): "Of tides, nothing.\n"} {
		fsutiltest.Write(t, file, text)
	}
	answer := m.alike(e.Target(e.Bullets[0]))
	var got []forget.Stay
	for _, s := range answer.Stays {
		if strings.HasPrefix(s.Path, dir) {
			got = append(got, s)
		}
	}
	must.Hold(t, slices.Equal(got, []forget.Stay{{Path: name, Line: 7, Why: "the agent's own memory, which it reads into its sessions: take it out there with an editor"}}), "of the agent's memory the answer names %+v", got)
	if src, err := os.ReadFile(name); err != nil || string(src) != text {
		t.Errorf("the agent's memory reads %q, %v", src, err)
	}
	must.Equal(t, change.LeftOf(&forget.Plan{Stays: got}), "What stays is listed above", "it says")
}
