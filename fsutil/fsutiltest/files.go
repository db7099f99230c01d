// Package fsutiltest opens folders and writes files for tests.
package fsutiltest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/must"
)

// Open opens a folder and closes it when the test ends.
func Open(t testing.TB, path string) *fsutil.Dir {
	t.Helper()
	d := must.Get(fsutil.OpenDir(path))(t)
	t.Cleanup(func() { d.Close() })
	return d
}

// Write writes a file and creates its parents. The path may have slashes on every system.
func Write[T string | []byte](t testing.TB, path string, data T) {
	t.Helper()
	path = filepath.FromSlash(path)
	must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must.Do(t, os.WriteFile(path, []byte(data), 0o644))
}

// Read returns a file.
func Read(t testing.TB, path string) []byte {
	t.Helper()
	data := must.Get(os.ReadFile(filepath.FromSlash(path)))(t)
	return data
}
