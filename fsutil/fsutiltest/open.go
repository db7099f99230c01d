// Package fsutiltest opens folders for tests.
package fsutiltest

import (
	"testing"

	"github.com/agent-admin/memoria/fsutil"
)

// Open opens a folder that is closed when the test ends.
func Open(t testing.TB, path string) *fsutil.Dir {
	t.Helper()
	d, err := fsutil.OpenDir(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}
