package site

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki/search"
)

// searchable is the site of a vault on the disk, with the index that its search needs.
func searchable(t *testing.T, files map[string]string, o Options) *Site {
	t.Helper()
	path := t.TempDir()
	for name, text := range files {
		file := filepath.Join(path, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	dir, err := fsutil.OpenDir(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { dir.Close() })
	vault := vaultOf(t, files)
	vault.Index = func() (*search.Index, error) {
		return (&search.Store{Dir: dir, Wiki: "wiki", Zone: time.UTC}).Open(context.Background())
	}
	s, err := New(vault, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// written writes a site into a folder and returns the address of it.
func written(t *testing.T, s *Site, dir string) string {
	t.Helper()
	for _, name := range s.Paths() {
		body, _, err := s.File(name)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, body, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(dir) + "/"}).String()
}
