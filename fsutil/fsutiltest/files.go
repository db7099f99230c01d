// Package fsutiltest opens folders and writes files for tests.
package fsutiltest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/agent-admin/memoria/fsutil"
)

// Open opens a folder and closes it when the test ends.
func Open(t testing.TB, path string) *fsutil.Dir {
	t.Helper()
	d, err := fsutil.OpenDir(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

// Write writes a file and creates its parents. The path may have slashes on every system.
func Write[T string | []byte](t testing.TB, path string, data T) {
	t.Helper()
	path = filepath.FromSlash(path)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Read returns a file.
func Read(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.FromSlash(path))
	if err != nil {
		t.Fatal(err)
	}
	return data
}
