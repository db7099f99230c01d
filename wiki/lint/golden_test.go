package lint

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/agent-admin/memoria/flush/redact"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
)

// vaultDir writes files into a new directory.
func vaultDir(t testing.TB, files []txtar.File) *fsutil.Dir {
	t.Helper()
	dir := fsutiltest.Open(t, t.TempDir())
	for _, f := range files {
		name := filepath.Join(dir.Path(), filepath.FromSlash(f.Name)) // fsutil would refuse some of the names
		must.Do(t, errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, f.Data, 0o644)))
	}
	return dir
}

func linterOf(t testing.TB, dir *fsutil.Dir, folder string) *Linter {
	t.Helper()
	w := must.Get(wiki.Store{Dir: dir, Wiki: folder}.Load(context.Background()))(t)
	finder := redact.New(redact.Options{})
	return &Linter{
		Wiki: w, Dir: dir, Folder: folder, Now: time.Now(),
		Secrets: func(s string) (out []Secrets) {
			for _, f := range finder.Find(s) {
				out = append(out, Secrets{f.Rule, f.Start})
			}
			return out
		},
	}
}

func listing(found []Finding) string {
	var b strings.Builder
	for _, f := range found {
		fix := ""
		if f.Fix {
			fix = " (fix)"
		}
		fmt.Fprintf(&b, "%s:%d:%d %s %s%s: %s\n", f.Path, f.Line, f.Column, f.Severity, f.Check, fix, f.Text)
	}
	return b.String()
}

// Each golden is a vault, what lint says of it (want), and the pages that mending changes
// (mended/…). UPDATE=1 writes the answers anew. The wiki is the folder of the comment's last word.
func TestGolden(t *testing.T) {
	for file, ar := range fsutiltest.Goldens(t, "testdata/*.txtar") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			var in []txtar.File
			for _, f := range ar.Files {
				if f.Name != "want" && !strings.HasPrefix(f.Name, "mended/") {
					in = append(in, f)
				}
			}
			folder := strings.Trim(string(ar.Comment[bytes.LastIndexByte(bytes.TrimSpace(ar.Comment), ' ')+1:]), " .\n")
			dir := vaultDir(t, in)
			l := linterOf(t, dir, folder)
			found := must.Get(l.Run(context.Background()))(t)
			got := append(in[:len(in):len(in)], txtar.File{Name: "want", Data: []byte(listing(found))})
			edits, _, err := l.Plan(context.Background())
			must.Do(t, err)
			for _, e := range edits {
				got = append(got, txtar.File{Name: "mended/" + e.Path, Data: e.After})
			}
			now := txtar.Format(&txtar.Archive{Comment: ar.Comment, Files: got})
			if os.Getenv("UPDATE") != "" {
				fsutiltest.Write(t, file, now)
				return
			}
			was := txtar.Format(ar)
			must.Hold(t, bytes.Equal(now, was), "got\n%s\nwant\n%s", now, was)
			again(t, dir, folder)
		})
	}
}

// again mends twice: the second time there is nothing to change, and what is left is what the
// first said would be.
func again(t testing.TB, dir *fsutil.Dir, folder string) {
	t.Helper()
	ctx := context.Background()
	edits, left, err := linterOf(t, dir, folder).Plan(ctx)
	must.Do(t, err)
	if _, changed, err := Apply(dir, edits); err != nil || len(changed) > 0 {
		t.Fatal(changed, err)
	}
	edits, now, err := linterOf(t, dir, folder).Plan(ctx)
	must.Do(t, err)
	for _, e := range edits {
		t.Errorf("mended again: %s\n%s\n%s", e.Path, e.Before, e.After)
	}
	if a, b := listing(left), listing(now); a != b {
		t.Errorf("said %s\nis %s", a, b)
	}
}
