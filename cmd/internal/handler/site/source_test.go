package site

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// A picture is known by its stamp once that tells of every change, and never before.
func TestMarker(t *testing.T) {
	path := t.TempDir()
	dir := fsutiltest.Open(t, path)
	v := &workspace.Vault{Vault: &vault.Vault{Dir: dir}}
	must.Do(t, dir.MkdirAll(".memoria/cache", 0o700))
	put := func(text string) {
		t.Helper()
		must.Do(t, os.WriteFile(filepath.Join(path, "pic.png"), []byte(text), 0o600))
	}
	settled := func() string {
		t.Helper()
		for range 300 {
			if mark := marker(v)("pic.png"); mark != "" {
				return mark
			}
			time.Sleep(20 * time.Millisecond)
		}
		t.Skip("the file system keeps no time of changes")
		return ""
	}
	put("one")
	must.Equal(t, marker(v)("pic.png"), "", "a file that was just written is known as")
	was := settled()
	must.Equal(t, settled(), was, "%q, then", was)
	old := must.Get(os.Stat(filepath.Join(path, "pic.png")))(t)
	put("two")
	must.Do(t, os.Chtimes(filepath.Join(path, "pic.png"), old.ModTime(), old.ModTime()))
	if now := settled(); now == was {
		t.Errorf("two files are known as %q", now)
	}
	must.Equal(t, marker(v)("none.png"), "", "no file is known as")
}
