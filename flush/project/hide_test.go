package project

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/flush/redact"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
)

// Folders named like secrets are told apart, found again on the disk, and nowhere written.
func TestHide(t *testing.T) {
	token := func(end string) string { return "ghp" + "_" + "aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3x" + end }
	src := t.TempDir()
	one, two := filepath.Join(src, token("Y5")), filepath.Join(src, "my-"+token("Z6"), "sub")
	for _, dir := range []string{one, two} {
		must.Do(t, os.MkdirAll(dir, 0o700))
		at := Hide(Dir(dir))
		must.Hold(t, !strings.Contains(at, "aB3dE5") && Hide(at) == at && Reveal(at) == Dir(dir), "%s is hidden as %s and found as %s", dir, at, Reveal(at))
		if got, n := redact.New(redact.Options{}).Text("in " + at + " on the disk"); n > 0 {
			t.Errorf("what hides a secret is redacted: %s", got)
		}
	}
	must.Hold(t, Hide(one) != Hide(filepath.Join(src, token("Y6"))), "two secrets are hidden as one")
	for _, kept := range []string{"", "/home/ana/src/kiln", "github.com/ana/kiln", "feat/4be1c97d02fa", "/gone/redacted-3fa9c2d1/kiln"} {
		must.Hold(t, Hide(kept) == kept && Reveal(kept) == kept, "%s becomes %s, %s", kept, Hide(kept), Reveal(kept))
	}
	vault := t.TempDir()
	dir := fsutiltest.Open(t, vault)
	var p, q Place
	err := Update(t.Context(), dir, nil, time.Now(), func(b *Book) error {
		p.Enter(b, one, "feat/"+token("Y5"), "")
		q.Enter(b, two, "", "https://github.com/ana/"+token("Z6"))
		return nil
	})
	must.Do(t, err)
	must.Hold(t, p.Repo != q.Repo && p.Name != q.Name, "two folders are %+v and %+v", p, q)
	must.Text(t, string(fsutiltest.Read(t, filepath.Join(vault, layout.Projects))), "the book").Has("redacted-").Lacks("aB3dE5")
}
