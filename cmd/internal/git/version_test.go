package git

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
)

func TestVersion(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "v", "a [b].md")
	run := func(args ...string) {
		t.Helper()
		c := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=x", "-c", "user.email=x@y"}, args...)...)
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	has := func(word string) func([]byte) bool {
		return func(text []byte) bool { return bytes.Contains(text, []byte(word)) }
	}
	if got := Version(dir, "x", has("")); got != nil {
		t.Errorf("no repository, and %q", got)
	}
	run("init", "-q")
	for _, text := range []string{"old one\n", "old two\n", "new\n"} {
		fsutiltest.Write(t, file, text)
		run("add", "-A")
		run("commit", "-q", "-m", "x")
	}
	for word, want := range map[string]string{"old": "old two\n", "one": "old one\n", "new": "new\n", "none": ""} {
		if got := Version(filepath.Join(dir, "v"), "a [b].md", has(word)); string(got) != want {
			t.Errorf("%s: got %q", word, got)
		}
	}
}
