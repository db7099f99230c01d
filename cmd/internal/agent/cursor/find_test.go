package cursor

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

func TestSessionOf(t *testing.T) {
	for path, want := range map[string]string{
		"/p/home-ana/agent-transcripts/a1.jsonl":    "a1",
		"/p/home-ana/agent-transcripts/a1/a1.jsonl": "a1",
		"/p/home-ana/agent-transcripts/a1/b2.jsonl": "",
		"/p/home-ana/rules/a1.jsonl":                "",
	} {
		got, ok := SessionOf(path)
		must.Hold(t, ok == (want != "") && (!ok || got == want), "%s: %q, %t", path, got, ok)
	}
}

// The folder of a project is found though hyphens, dots and folders look alike in its name.
func TestDirOf(t *testing.T) {
	top := t.TempDir()
	for _, dir := range []string{"my/app", "my-app.v2/src", "my-app"} {
		must.Do(t, os.MkdirAll(filepath.Join(top, dir), 0o755))
	}
	for _, dir := range []string{"my-app.v2/src", "my"} {
		name := slug(filepath.Join(top, dir))[1:]
		got, want := DirOf(filepath.Join("/p", name, "agent-transcripts", "a1.jsonl")), filepath.Join(top, dir)
		must.Hold(t, got == want || filepath.VolumeName(top) != "", "%s: %q", want, got)
	}
	must.Equal(t, DirOf("/p/home-nobody-at-all/agent-transcripts/a1.jsonl"), "", "a folder that is not there")
}
