package agent

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

func TestLately(t *testing.T) {
	dir := t.TempDir()
	now := time.Now()
	for name, age := range map[string]time.Duration{
		"token.go": time.Minute, "internal/auth/session.go": time.Hour, "old.go": 9 * 24 * time.Hour, "node_modules/x/index.js": time.Second,
		".git/config.lock": time.Second, "Makefile": time.Second, "a/b/c/deep.go": time.Second, "internal/token.go": 2 * time.Minute,
	} {
		p := filepath.Join(dir, name)
		fsutiltest.Write(t, p, "")
		must.Do(t, os.Chtimes(p, now.Add(-age), now.Add(-age)))
	}
	got := Lately(dir, now)
	must.Hold(t, slices.Equal(got, []string{"token.go", "session.go"}), "%q", got)
	got = Lately(filepath.Join(dir, "nowhere"), now)
	must.Hold(t, got == nil, "of nothing: %q", got)
	got = Lately(filepath.Join(dir, "token.go"), now)
	must.Hold(t, got == nil, "of a file: %q", got)
	if got := someOf(filepath.Join(dir, "internal"), 1); len(got) != 1 { // of two
		t.Errorf("more than was asked for: %v", got)
	}
}
