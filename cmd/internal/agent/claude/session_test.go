package claude

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

func touch(t *testing.T, path string) string {
	t.Helper()
	must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must.Do(t, os.WriteFile(path, []byte("{}\n"), 0o600))
	return path
}

func TestSessionsLeavesSubagentsOut(t *testing.T) {
	root := t.TempDir()
	want := touch(t, filepath.Join(root, "-w-a", "s1.jsonl"))
	touch(t, filepath.Join(root, "-w-a", "agent-7.jsonl")) // as clients before 2.1 kept them
	touch(t, filepath.Join(root, "-w-a", "s1", "subagents", "agent-8.jsonl"))
	touch(t, filepath.Join(root, "-w-a", "s1.txt"))
	touch(t, filepath.Join(root, "stray.jsonl"))
	got, err := Sessions(context.Background(), root)
	must.Hold(t, err == nil && len(got) == 1 && got[0].Path == want, "Sessions = %+v, %v, want %s alone", got, err, want)
	if got, err := Sessions(context.Background(), filepath.Join(root, "none")); err != nil || got != nil {
		t.Errorf("without a folder: %v, %v", got, err)
	}
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	path := touch(t, filepath.Join(dir, "s.jsonl"))
	src, err := Open(path)
	must.Hold(t, err == nil && src.Size == 3 && src.Agent == Name, "Open = %+v, %v", src, err)
	link := filepath.Join(dir, "link.jsonl")
	if err := os.Symlink("/proc/self/status", link); err != nil {
		link = ""
	}
	loop := filepath.Join(dir, "loop.jsonl")
	if err := os.Symlink(loop, loop); err != nil {
		loop = ""
	}
	for _, path := range []string{"", "s.jsonl", loop, filepath.Join(path, "s.jsonl"), filepath.Join(dir, strings.Repeat("s", 300)), "/proc/self/status", link, dir, filepath.Join(dir, "none.jsonl"), "/nope/x.jsonl"} {
		_, err := Open(path)
		must.Hold(t, errors.Is(err, fs.ErrNotExist), "Open(%q): %v, want fs.ErrNotExist", path, err)
	}
}
