package watch

import (
	"path/filepath"
	"testing"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
)

// A file may read otherwise although nothing about it lets think so: only a deep look finds that.
func TestLookByHash(t *testing.T) {
	root := t.TempDir()
	fsutiltest.Write(t, filepath.Join(root, "log.md"), "text")
	d := fsutiltest.Open(t, root)
	first := &looker{dir: d, now: map[string]seen{}}
	if err := first.walk(t.Context(), "."); err != nil {
		t.Fatal(err)
	}
	was := map[string]seen{"log.md": {stamp: first.now["log.md"].stamp}}
	for _, deep := range []bool{false, true} {
		again := &looker{dir: d, was: was, now: map[string]seen{}, deep: deep}
		if err := again.walk(t.Context(), "."); err != nil || (again.now["log.md"].sum != seen{}.sum) != deep {
			t.Errorf("deep %t: %x, %v", deep, again.now["log.md"].sum, err)
		}
	}
}
