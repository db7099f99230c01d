package agents

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// A session whose path is empty or wrong is found by its id, below the root alone and
// only when one file has it.
func TestLocate(t *testing.T) {
	top := t.TempDir()
	touch := func(t *testing.T, path string) string {
		t.Helper()
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o700))
		must.Do(t, os.WriteFile(path, []byte("{}\n"), 0o600))
		return path
	}
	root := filepath.Join(top, "projects")
	one := touch(t, filepath.Join(root, "-w-a", "one.jsonl"))
	touch(t, filepath.Join(root, "-w-a", "two.jsonl"))
	touch(t, filepath.Join(root, "-w-b", "two.jsonl"))
	touch(t, filepath.Join(top, "out.jsonl"))
	if err := os.Symlink(filepath.Join(top, "out.jsonl"), filepath.Join(root, "-w-a", "link.jsonl")); err != nil {
		t.Skip(err)
	}
	if src, err := Of("claude")[0].Locate(t.Context(), root, "one"); err != nil || src.Path != one {
		t.Errorf("Locate(one) = %+v, %v", src, err)
	}
	for _, session := range []string{"", "none", "two", "link", "../out", "../../out", `..\out`, "-w-a/one", "/etc/passwd", "one\x00"} {
		if src, err := Of("claude")[0].Locate(t.Context(), root, session); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("Locate(%q) = %+v, %v, want fs.ErrNotExist", session, src, err)
		}
	}
}
