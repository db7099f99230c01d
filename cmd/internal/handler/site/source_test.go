package site

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
)

// A picture is known by its stamp once that tells of every change, and never before.
func TestMarker(t *testing.T) {
	path := t.TempDir()
	dir := fsutiltest.Open(t, path)
	v := &workspace.Vault{Vault: &vault.Vault{Dir: dir}}
	if err := dir.MkdirAll(".memoria/cache", 0o700); err != nil {
		t.Fatal(err)
	}
	put := func(text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(path, "pic.png"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
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
	if mark := marker(v)("pic.png"); mark != "" {
		t.Errorf("a file that was just written is known as %q", mark)
	}
	was := settled()
	if again := settled(); again != was {
		t.Errorf("%q, then %q", was, again)
	}
	old, err := os.Stat(filepath.Join(path, "pic.png"))
	if err != nil {
		t.Fatal(err)
	}
	put("two")
	if err := os.Chtimes(filepath.Join(path, "pic.png"), old.ModTime(), old.ModTime()); err != nil {
		t.Fatal(err)
	}
	if now := settled(); now == was {
		t.Errorf("two files are known as %q", now)
	}
	if mark := marker(v)("none.png"); mark != "" {
		t.Errorf("no file is known as %q", mark)
	}
}
