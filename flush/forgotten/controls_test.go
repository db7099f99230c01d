package forgotten

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
)

// TestControlsAreKept: what the logs say is the same from the cache as without it, after any change of a log.
func TestControlsAreKept(t *testing.T) {
	root := t.TempDir()
	dir, err := fsutil.OpenDir(root)
	must.Do(t, err)
	defer dir.Close()
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(root, "daily", name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err == nil {
			err = os.WriteFile(name, []byte(text), 0o644)
		}
		must.Do(t, err)
		old := time.Now().Add(-time.Hour)
		os.Chtimes(name, old, old)
	}
	forgot := daily.Control{Verb: daily.Forgot, Entry: "a1", Of: "x", At: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Who: "ana"}.String() + "\n"
	for _, step := range []func(){
		func() { write("2026-01-01@a.md", "# a\n"); write("2026-01-02@b.md", "# b\n"+forgot) },
		func() {},
		func() { write("2026-01-01@a.md", "# a\n"+forgot) },
		func() { write("2026-01-02@b.md", "# b\n") },
		func() { os.Remove(filepath.Join(root, "daily", "2026-01-02@b.md")) },
		func() { write("2026-01-03@a.md", forgot) },
		func() { os.WriteFile(filepath.Join(root, layout.CacheControls), []byte("{"), 0o600) },
	} {
		step()
		for range 2 {
			got := must.Get(controls(&daily.Store{Dir: dir}))(t)
			cached, _ := dir.ReadFile(layout.CacheControls)
			dir.Remove(layout.CacheControls)
			want, _ := controls(&daily.Store{Dir: dir})
			must.Be(t, reflect.DeepEqual(got, want) && len(got) != 0, "got  %+v\nwant %+v", got, want)
			if len(cached) > 0 {
				dir.WriteFile(layout.CacheControls, cached, 0o600)
			}
			time.Sleep(150 * time.Millisecond) // now the stamps are old enough to be kept
		}
	}
}
