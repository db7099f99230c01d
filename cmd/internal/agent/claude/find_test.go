package claude

import (
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

func TestRoot(t *testing.T) {
	got, want := Root("/h", ""), filepath.Join("/h", ".claude", "projects")
	must.Hold(t, got == want, "Root = %s, want %s", got, want)
	got, want = Root("/h", "/c"), filepath.Join("/c", "projects")
	must.Hold(t, got == want, "Root with CLAUDE_CONFIG_DIR = %s, want %s", got, want)
}

func TestFind(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"-w-a/s1.jsonl", "-w-a/s1/subagents/agent-1.jsonl", "-w-b/s2.JSONL", "-w-b/notes.txt", "-w-b/s3.jsonl.bak"} {
		p := filepath.Join(dir, "projects", filepath.FromSlash(name))
		must.Do(t, os.MkdirAll(filepath.Dir(p), 0o755))
		must.Do(t, os.WriteFile(p, []byte(name), 0o600))
	}
	outside := filepath.Join(dir, "outside.jsonl")
	must.Do(t, os.WriteFile(outside, nil, 0o600))
	if err := os.Symlink(outside, filepath.Join(dir, "projects", "link.jsonl")); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	must.Do(t, os.Symlink(filepath.Join(dir, "projects"), filepath.Join(dir, "way")))
	for _, root := range []string{"projects", "way"} { // the folder itself may be a link
		found := must.Get(Find(context.Background(), filepath.Join(dir, root), nil))(t)
		var got []string
		for _, s := range found {
			got = append(got, filepath.Base(s.Path))
		}
		want := "agent-1.jsonl s1.jsonl s2.JSONL"
		must.Hold(t, strings.Join(got, " ") == want, "Find(%s) = %v, want %s", root, got, want)
	}
	one, err := Find(context.Background(), filepath.Join(dir, "projects", "-w-b", "notes.txt"), nil)
	must.Be(t, err == nil && len(one) == 1, "a file by name: %v, %v", one, err)
	r := must.Get(one[0].Open())(t)
	defer r.Close()
	b, _ := io.ReadAll(r)
	must.Hold(t, string(b) == "-w-b/notes.txt", "Open gives %q", b)
	must.Is(t, must.Err(Find(context.Background(), filepath.Join(dir, "nowhere"), nil)), fs.ErrNotExist, "a folder that is not there")
}
