package vault

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

func TestInstalled(t *testing.T) {
	root := t.TempDir()
	d := fsutiltest.Open(t, root)
	must.Do(t, d.MkdirAll(Marker, 0o700))
	day := func(n int) time.Time { return time.Date(2026, 3, n, 12, 0, 0, 0, time.UTC) }
	since := func(agent string, want time.Time) {
		t.Helper()
		if got, err := Since(d, agent, day(30)); err != nil || !got.Equal(want) {
			t.Errorf("since %v, %v; not %v", got, err, want)
		}
	}
	since("claude", time.Time{})
	ignore := filepath.Join(root, filepath.FromSlash(ignoreName))
	fsutiltest.Write(t, ignore, "")
	must.Do(t, os.Chtimes(ignore, day(1), day(1)))
	since("claude", day(1))

	ctx := context.Background()
	record := func(settings, binary string, at time.Time) {
		t.Helper()
		in := Install{Agent: "claude", Scope: "user", Settings: settings, Binary: binary, Vault: root, Events: []string{"Stop"}, Since: at}
		must.Do(t, RecordInstall(ctx, d, in, at))
	}
	remove := func(settings string, at time.Time) {
		t.Helper()
		must.Do(t, RecordRemoval(ctx, d, "claude", settings, at))
	}
	standing := func(want int) []Install {
		t.Helper()
		list, warning, err := Installed(d, day(30))
		must.Be(t, err == nil && warning == "" && len(list) == want, "%+v, %q, %v", list, warning, err)
		return list
	}
	remove("/nowhere", day(2))
	standing(0)
	record("/a.json", "/bin/old", day(3))
	record("/b.json", "/bin/old", day(5))
	record("/a.json", "/bin/new", day(7)) // an update
	in := standing(2)[0]
	must.Hold(t, in.Binary == "/bin/new" && in.Since.Equal(day(3)), "after an update: %+v", in)
	since("claude", day(3))
	since("codex", day(1))
	remove("/a.json", day(8))
	standing(1)
	since("claude", day(5))
	remove("/b.json", day(9))
	since("claude", day(3)) // none stands: what those that did have missed
	record("/a.json", "/bin/new", day(10))
	since("claude", day(10)) // what was said while none stood was not to be kept
	standing(1)

	must.Do(t, os.WriteFile(filepath.Join(root, filepath.FromSlash(installName)), []byte("{"), 0o600))
	if list, warning, err := Installed(d, day(30)); err != nil || warning == "" || len(list) > 0 {
		t.Errorf("a damaged list: %v, %q, %v", list, warning, err)
	}
}
